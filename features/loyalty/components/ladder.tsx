import { getTranslations } from "next-intl/server";
import { Badge } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";
import { cx } from "#components/ui/class-names.ts";
import { Money } from "#components/ui/money.tsx";
import type { LoyaltyView } from "#features/loyalty/contract.ts";
import { percentText } from "#features/loyalty/weeks/rules.ts";
import type { Locale } from "#lib/i18n/locales.ts";

type LadderProps = { loyalty: LoyaltyView; rubPerUsd: number | null; locale: Locale };

/** The ranks: from how much on, and what they bring. */
export async function Ladder({ loyalty, rubPerUsd, locale }: LadderProps) {
  const t = await getTranslations({ locale, namespace: "loyalty.page" });
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="font-semibold text-lg" id="ladder">
        {t("ladder")}
      </h2>
      <table aria-labelledby="ladder" className="mt-3 w-full text-sm">
        <thead>
          <tr className="border-line border-b text-left text-muted">
            <th scope="col" className="py-2 pr-3 font-normal">
              {t("rank")}
            </th>
            <th scope="col" className="py-2 pr-3 font-normal">
              {t("ladderFrom")}
            </th>
            <th scope="col" className="py-2 text-right font-normal">
              {t("cashback")}
            </th>
          </tr>
        </thead>
        <tbody>
          {loyalty.ladder.map((step) => {
            const isCurrent = step.rank === loyalty.rank;
            return (
              <tr
                key={step.rank}
                className={cx("border-line border-b last:border-b-0", isCurrent && "font-semibold")}
              >
                <th scope="row" className="py-2.5 pr-3 text-left font-[inherit]">
                  <span className="flex flex-wrap items-center gap-x-2">
                    {step.rank} {isCurrent ? <Badge tone="accent">{t("current")}</Badge> : null}
                  </span>
                </th>
                <td className="py-2.5 pr-3">
                  {t.rich("from", {
                    amount: () => <Money kopecks={step.fromKopecks} rubPerUsd={rubPerUsd} show="one" />,
                  })}
                </td>
                <td className="tabular py-2.5 text-right">{percentText(step.cashbackBp)}%</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Card>
  );
}
