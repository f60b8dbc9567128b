import { useTranslations } from "next-intl";
import { displayRoubles } from "#components/ui/money.tsx";
import type { Effect } from "#features/partners/prices/prices.rules.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** What is to be expected of another price, or why past sales do not tell it. */
export function EffectWords({ effect }: { effect: Effect }) {
  const t = useTranslations("partners.prices");
  if (effect.kind !== "expected") return <p className="text-muted">{t(`effect.${effect.kind}`)}</p>;
  const { nowCodes, nowKopecks, lowCodes, highCodes, lowKopecks, highKopecks } = effect;
  return (
    <p>
      {t("effect.expected", {
        lowCodes: formatNumber(lowCodes),
        highCodes: formatNumber(highCodes),
        low: displayRoubles(lowKopecks),
        high: displayRoubles(highKopecks),
      })}{" "}
      <span className="text-muted">
        {t("effect.before", { codes: formatNumber(nowCodes), earned: displayRoubles(nowKopecks) })}
      </span>
    </p>
  );
}
