import { useLocale, useTranslations } from "next-intl";
import { Moment } from "#components/ui/moment.island.tsx";
import { Money } from "#components/ui/money.tsx";
import { spanText } from "#features/rentals/duration.rules.ts";
import type { RentalExtension } from "#features/rentals/rentals.contract.ts";

type HistoryProps = { extensions: readonly RentalExtension[]; rubPerUsd: number | null };

/** What was added to a rental: when, for how long and for how much. */
export function ExtensionHistory({ extensions, rubPerUsd }: HistoryProps) {
  const t = useTranslations("rentals.history");
  const languageTag = useLocale();
  if (extensions.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="touch w-fit cursor-pointer font-medium text-link">
        {t("title", { count: extensions.length })}
      </summary>
      <table className="tabular mt-2 w-full max-w-lg text-left">
        <thead className="text-muted text-xs">
          <tr>
            <th scope="col" className="py-1 pr-3 font-medium">
              {t("date")}
            </th>
            <th scope="col" className="py-1 pr-3 font-medium">
              {t("term")}
            </th>
            <th scope="col" className="py-1 text-right font-medium">
              {t("price")}
            </th>
          </tr>
        </thead>
        <tbody>
          {extensions.map(({ at, hours, priceKopecks }) => (
            <tr key={at} className="border-line border-t">
              <td className="py-1.5 pr-3">
                <Moment at={at} />
              </td>
              <td className="py-1.5 pr-3">{spanText(languageTag, hours * 3_600)}</td>
              <td className="py-1.5 text-right">
                <Money kopecks={priceKopecks} rubPerUsd={rubPerUsd} className="justify-end" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
