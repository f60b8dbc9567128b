import { Check, Circle } from "lucide-react";
import { useTranslations } from "next-intl";
import type { AccountLimits } from "#features/activations/limits/limits.contract.ts";
import { levelAfter } from "#features/activations/limits/limits.rules.ts";
import { useMoneyText } from "#features/site/money.client.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** What the account lacks for the next step of the table. */
export function NextLevel({ limits }: { limits: AccountLimits }) {
  const t = useTranslations("activations.limits");
  const money = useMoneyText();
  const next = levelAfter(limits.openMax);
  if (!next) return <p className="max-w-2xl text-sm">{t("top")}</p>;
  const { windowDays: days, deliveredPercent } = limits;
  const needs = [
    {
      text: t("needAge", {
        need: next.ageDays,
        have: limits.ageDays,
        haveShown: formatNumber(limits.ageDays),
      }),
      isMet: limits.ageDays >= next.ageDays,
    },
    {
      text: t("needTurnover", {
        need: money.both(next.turnoverKopecks),
        have: money.one(limits.turnoverKopecks),
        days,
      }),
      isMet: limits.turnoverKopecks >= next.turnoverKopecks,
    },
    {
      text: t("needRating", {
        need: next.deliveredPercent,
        have: deliveredPercent === null ? t("none") : `${deliveredPercent}%`,
      }),
      isMet: (deliveredPercent ?? 0) >= next.deliveredPercent,
    },
  ];
  return (
    <div className="grid gap-2 text-sm">
      <p className="font-medium">{t("next", { max: formatNumber(next.openMax) })}</p>
      <ul className="grid gap-1.5">
        {needs.map(({ text, isMet }) => (
          <li key={text} className="flex items-start gap-2">
            {isMet ? (
              <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-good" />
            ) : (
              <Circle aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
            )}
            <span>
              {text} <span className="sr-only">{t(isMet ? "met" : "missing")}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="max-w-2xl text-muted">{t("when")}</p>
    </div>
  );
}
