import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Card } from "#components/ui/card.tsx";
import { displayRoubles } from "#components/ui/money.tsx";
import type { Business, BusinessFigures } from "#features/back-office/overview/business.contract.ts";
import { percentText } from "#features/statistics/users/components/figure-texts.tsx";
import { formatNumber } from "#lib/i18n/formats.ts";

/** A number for the plural form, and as it is written. */
const counted = (count: number) => ({ count, shown: formatNumber(count) });

type Figure = { name: string; of: (figures: BusinessFigures) => ReactNode };

/** Today and the last 30 days side by side, and what wallets hold now. */
export function BusinessTiles({ business }: { business: Business }) {
  const t = useTranslations("backOffice.overview.business");
  const { total, days, holds } = business;
  const today = days.at(-1) ?? total;
  const figures: Figure[] = [
    { name: t("placed"), of: ({ placed }) => formatNumber(placed) },
    ...moneyFigures(total.money !== null, t("revenue"), t("margin")),
    {
      name: t("delivery"),
      of: ({ deliveryPercent, delivered, undelivered }) => (
        <>
          {percentText(deliveryPercent)}
          <Detail>{deliveryPercent === null ? null : t("ended", counted(delivered + undelivered))}</Detail>
        </>
      ),
    },
    {
      name: t("refunds"),
      of: ({ refunded, money }) => (
        <>
          {formatNumber(refunded)}
          <Detail>{money && refunded > 0 ? displayRoubles(money.refundedKopecks) : null}</Detail>
        </>
      ),
    },
  ];
  return (
    <dl className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {figures.map(({ name, of }) => (
        <Tile key={name} name={name}>
          <Value when={t("today")}>{of(today)}</Value>
          <Value when={t("month")}>{of(total)}</Value>
        </Tile>
      ))}
      <Tile name={t("holds")}>
        <Value when={t("now")}>
          {holds.kopecks === null ? (
            t("orders", counted(holds.orders))
          ) : (
            <>
              {displayRoubles(holds.kopecks)}
              <Detail>{t("orders", counted(holds.orders))}</Detail>
            </>
          )}
        </Value>
      </Tile>
    </dl>
  );
}

function moneyFigures(isShown: boolean, revenue: string, margin: string): Figure[] {
  if (!isShown) return [];
  return [
    { name: revenue, of: ({ money }) => (money ? displayRoubles(money.revenueKopecks) : null) },
    { name: margin, of: ({ money }) => (money ? displayRoubles(money.marginKopecks) : null) },
  ];
}

function Tile({ name, children }: { name: string; children: ReactNode }) {
  return (
    // The card itself is the group: a definition list holds its terms at most one element deep.
    <Card className="grid grid-cols-2 content-start gap-x-3 gap-y-1 px-4 py-3">
      <dt className="col-span-2 text-muted text-sm">{name}</dt>
      {children}
    </Card>
  );
}

function Value({ when, children }: { when: string; children: ReactNode }) {
  return (
    <dd className="grid content-start">
      <span className="text-muted text-xs">{when}</span>
      <span className="tabular wrap-anywhere font-semibold text-lg">{children}</span>
    </dd>
  );
}

function Detail({ children }: { children: ReactNode }) {
  return children === null ? null : <span className="block font-normal text-muted text-xs">{children}</span>;
}
