import { useTranslations } from "next-intl";

/** The rules of the marketplace in the version `marketplaceRulesVersion`: raise it with every change of their texts. */
const rules = ["own", "provenance", "forbidden", "once", "claims", "money", "stop"] as const;

/** What sellers agree to. */
export function MarketplaceRules() {
  const t = useTranslations("stores.rules");
  return (
    <section aria-label={t("title")} className="grid gap-3">
      <h2 className="font-semibold text-lg">{t("title")}</h2>
      <ul className="grid list-disc gap-2 pl-5 text-sm">
        {rules.map((rule) => (
          <li key={rule} className="wrap-anywhere">
            {t(`list.${rule}`)}
          </li>
        ))}
      </ul>
    </section>
  );
}
