import { getTranslations } from "next-intl/server";
import { Card } from "#components/ui/card.tsx";
import { cx } from "#components/ui/class-names.ts";
import { Money } from "#components/ui/money.tsx";
import type { LoyaltyView } from "#features/loyalty/loyalty.contract.ts";
import { percentText } from "#features/loyalty/weeks/weeks.rules.ts";
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
      <table aria-labelledby="ladder" className="-mx-3 mt-3 w-[calc(100%+1.5rem)] text-sm">
        <thead>
          <tr className="border-line border-b text-left text-muted">
            <th scope="col" className="px-3 py-2 font-normal">
              {t("rank")}
            </th>
            <th scope="col" className="py-2 pr-3 font-normal">
              {t("ladderFrom")}
            </th>
            <th scope="col" className="px-3 py-2 text-right font-normal">
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
                className={cx(
                  "border-line border-b last:border-b-0",
                  isCurrent && "bg-accent-soft font-semibold",
                )}
              >
                <th scope="row" className="px-3 py-2.5 text-left align-top font-[inherit]">
                  {step.rank}
                </th>
                <td className="py-2.5 pr-3">
                  {t.rich("from", {
                    amount: () => <Money kopecks={step.fromKopecks} rubPerUsd={rubPerUsd} />,
                  })}
                  {isCurrent ? <span className="block font-normal text-xs">{t("current")}</span> : null}
                </td>
                <td className="tabular px-3 py-2.5 text-right align-top">{percentText(step.cashbackBp)}%</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Card>
  );
}
