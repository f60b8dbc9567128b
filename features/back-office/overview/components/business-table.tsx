import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { displayRoubles } from "#components/ui/money.tsx";
import { Part } from "#features/back-office/components/part.tsx";
import type { Business, BusinessFigures } from "#features/back-office/overview/business.contract.ts";
import { Flag } from "#features/catalogue/components/flag.tsx";
import { ServiceMark } from "#features/catalogue/components/service-mark.tsx";
import { percentText, useDayText } from "#features/statistics/users/components/figure-texts.tsx";
import { formatNumber } from "#lib/i18n/formats.ts";

const dayCounts = ["placed", "delivered", "deliveryPercent", "refunded"] as const;
const dayAmounts = [
  "revenueKopecks",
  "refundedKopecks",
  "costKopecks",
  "bonusKopecks",
  "referralKopecks",
  "marginKopecks",
] as const;
const topCounts = ["placed", "deliveryPercent", "refunded"] as const;
const topAmounts = ["revenueKopecks", "marginKopecks"] as const;

type CountColumn = (typeof dayCounts)[number];
type AmountColumn = (typeof dayAmounts)[number];

type TableProps = {
  caption: string;
  /** What the rows are. */
  head: string;
  rows: readonly { readonly key: string; readonly name: ReactNode; readonly figures: BusinessFigures }[];
  counts: readonly CountColumn[];
  amounts: readonly AmountColumn[];
};

/** Figures as numbers, a row each; columns of money only where there is money. */
function BusinessTable({ caption, head, rows, counts, amounts }: TableProps) {
  const t = useTranslations("backOffice.overview.business");
  const shown = rows.some(({ figures }) => figures.money !== null) ? amounts : [];
  return (
    <section
      aria-label={t("scroll", { table: caption })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      className="overflow-x-auto"
    >
      <table className="w-full whitespace-nowrap text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-line border-b text-muted text-xs">
            <th scope="col" className="sticky left-0 bg-surface py-2 pr-3 pl-4 text-left font-medium">
              {head}
            </th>
            {[...counts, ...shown].map((column) => (
              <th key={column} scope="col" className="px-2.5 py-2 text-right font-medium last:pr-4">
                {t(`columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ key, name, figures }) => (
            <tr key={key}>
              <th scope="row" className="sticky left-0 bg-surface py-2 pr-3 pl-4 text-left font-medium">
                {name}
              </th>
              {counts.map((column) => (
                <Cell key={column}>
                  {column === "deliveryPercent"
                    ? percentText(figures.deliveryPercent)
                    : formatNumber(figures[column])}
                </Cell>
              ))}
              {shown.map((column) => (
                <Cell key={column}>{displayRoubles(figures.money?.[column] ?? 0)}</Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cell({ children }: { children: ReactNode }) {
  return <td className="tabular px-2.5 py-2 text-right last:pr-4">{children}</td>;
}

/** The days of the chart in numbers, newest first, behind a line that opens them. */
export function DayTable({ days }: { days: readonly Business["days"][number][] }) {
  const t = useTranslations("backOffice.overview.business");
  const dayText = useDayText();
  const rows = days.toReversed().map((figures) => ({
    key: figures.day,
    name: <span className="tabular">{dayText(figures.day)}</span>,
    figures,
  }));
  return (
    <details className="border-line border-t">
      <summary className="touch cursor-pointer px-4 py-3 font-medium text-sm">{t("numbers")}</summary>
      <BusinessTable
        caption={t("chart.title")}
        head={t("columns.day")}
        rows={rows}
        counts={dayCounts}
        amounts={dayAmounts}
      />
    </details>
  );
}

/** The services with most purchases, each with a bar of its part of the first one's. */
export function TopServices({ rows }: { rows: Business["services"] }) {
  const t = useTranslations("backOffice.overview.business");
  const most = Math.max(1, ...rows.map(({ placed }) => placed));
  return (
    <Part title={t("services")} empty={rows.length === 0 ? t("empty") : null}>
      <BusinessTable
        caption={t("services")}
        head={t("columns.service")}
        counts={topCounts}
        amounts={topAmounts}
        rows={rows.map((figures) => ({
          key: figures.service.code,
          figures,
          name: (
            <TopName name={figures.service.name} share={figures.placed / most}>
              <ServiceMark icon={figures.service.icon} name={figures.service.name} size="sm" />
            </TopName>
          ),
        }))}
      />
    </Part>
  );
}

/** The countries with most purchases, as the services. */
export function TopCountries({ rows }: { rows: Business["countries"] }) {
  const t = useTranslations("backOffice.overview.business");
  const most = Math.max(1, ...rows.map(({ placed }) => placed));
  return (
    <Part title={t("countries")} empty={rows.length === 0 ? t("empty") : null}>
      <BusinessTable
        caption={t("countries")}
        head={t("columns.country")}
        counts={topCounts}
        amounts={topAmounts}
        rows={rows.map((figures) => ({
          key: String(figures.country.id),
          figures,
          name: (
            <TopName name={figures.country.name} share={figures.placed / most}>
              {figures.country.icon ? <Flag src={figures.country.icon} /> : null}
            </TopName>
          ),
        }))}
      />
    </Part>
  );
}

/** A name with its mark above its bar; a long one is cut and said whole by its title. */
function TopName({ name, share, children }: { name: string; share: number; children: ReactNode }) {
  return (
    <span className="grid w-36 gap-1 sm:w-56">
      <span className="flex min-w-0 items-center gap-2">
        {children}
        <span className="truncate" title={name}>
          {name}
        </span>
      </span>
      <span aria-hidden="true" className="h-1 rounded-full bg-sunken">
        <span
          className="block h-full rounded-full bg-link"
          style={{ width: `${Math.max(0, share) * 100}%` }}
        />
      </span>
    </span>
  );
}
