import { useTranslations } from "next-intl";
import type { Effect } from "#features/partners/prices/prices.rules.ts";
import { useMoneyText } from "#features/site/money.client.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** What is to be expected of another price, or why past sales do not tell it. */
export function EffectWords({ effect }: { effect: Effect }) {
  const t = useTranslations("partners.prices");
  const money = useMoneyText();
  if (effect.kind !== "expected") return <p className="text-muted">{t(`effect.${effect.kind}`)}</p>;
  const { nowCodes, nowKopecks, lowCodes, highCodes, lowKopecks, highKopecks } = effect;
  return (
    <p>
      {t("effect.expected", {
        lowCodes: formatNumber(lowCodes),
        highCodes: formatNumber(highCodes),
        low: money.both(lowKopecks),
        high: money.both(highKopecks),
      })}{" "}
      <span className="text-muted">
        {t("effect.before", { codes: formatNumber(nowCodes), earned: money.both(nowKopecks) })}
      </span>
    </p>
  );
}
