import { getTranslations } from "next-intl/server";
import { Card } from "#components/ui/card.tsx";
import { Money } from "#components/ui/money.tsx";
import type { LoyaltyView } from "#features/loyalty/loyalty.contract.ts";
import { percentText } from "#features/loyalty/weeks/weeks.rules.ts";
import type { Locale } from "#lib/i18n/locales.ts";

type RulesProps = { loyalty: LoyaltyView; rubPerUsd: number | null; locale: Locale };

/** The welcome bonus: what it is, or what became of it. */
export async function WelcomeCard({ loyalty, rubPerUsd, locale }: RulesProps) {
  const { bonusBp, bonusKopecks, fromKopecks, state } = loyalty.welcome;
  if (state === "off") return null;
  const t = await getTranslations({ locale, namespace: "loyalty.page.welcome" });
  const amount = (kopecks: number) => () => (
    <Money kopecks={kopecks} rubPerUsd={rubPerUsd} className="font-semibold" />
  );
  return (
    <Card className="grid gap-2 p-5 sm:p-6">
      <h2 className="font-semibold text-lg">{t("title")}</h2>
      <p className="text-sm">
        {state === "open" && t.rich("open", { amount: amount(fromKopecks), percent: percentText(bonusBp) })}
        {state === "granted" &&
          (bonusKopecks > 0 ? t.rich("granted", { amount: amount(bonusKopecks) }) : t("returned"))}
        {state === "refused" && t("refused")}
      </p>
    </Card>
  );
}

/** How a week is counted and paid. */
export async function RulesCard({ loyalty, rubPerUsd, locale }: RulesProps) {
  const t = await getTranslations({ locale, namespace: "loyalty.page.how" });
  const { capKopecks } = loyalty;
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="font-semibold text-lg">{t("title")}</h2>
      <ul className="mt-3 grid list-disc gap-2 pl-5 text-muted text-sm">
        {(["week", "percent", "paid", "back"] as const).map((rule) => (
          <li key={rule}>{t(rule)}</li>
        ))}
        {capKopecks === null ? null : (
          <li>
            {t.rich("cap", {
              amount: () => <Money kopecks={capKopecks} rubPerUsd={rubPerUsd} />,
            })}
          </li>
        )}
      </ul>
    </Card>
  );
}
