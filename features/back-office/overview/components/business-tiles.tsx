import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Card } from "#components/ui/card.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { displayRoubles } from "#components/ui/money.tsx";
import type { Business, BusinessFigures } from "#features/back-office/overview/business.contract.ts";
import { percentText, waitText } from "#features/statistics/users/components/figure-texts.tsx";
import { formatNumber } from "#lib/i18n/formats.ts";

/** Where the days stand one by one, further down the page. */
export const daysAnchor = "days";

/** A number for the plural form, and as it is written. */
const counted = (count: number) => ({ count, shown: formatNumber(count) });

type Texts = ReturnType<typeof useTranslations<"backOffice.overview.business">>;
/** A figure of today with the same of 30 days below it, and the page that it leads to. */
type Figure = {
  readonly name: string;
  readonly href: string;
  readonly today: ReactNode;
  readonly month: ReactNode;
  readonly detail?: string | null;
};

/** Today first and the last 30 days below it, what wallets hold now, and the suppliers; each leads to what is behind it. */
export function BusinessTiles({ business }: { business: Business }) {
  const t = useTranslations("backOffice.overview.business");
  const time = useTranslations("statistics.time");
  const { medianWait } = business;
  const figures: Figure[] = [
    ...orderFigures(business, t),
    {
      name: t("wait"),
      href: "/desk/suppliers?state=active",
      today: waitText(time, medianWait.todaySeconds),
      month: waitText(time, medianWait.monthSeconds),
      detail: medianWait.todaySeconds === null ? null : t("waitHint"),
    },
    ...moneyFigures(business, t),
  ];
  return (
    <dl className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {figures.map(({ name, href, today, month, detail = null }) => (
        <Tile key={name} name={name} href={href}>
          <Value when={t("today")} detail={detail}>
            {today}
          </Value>
          <dd className="tabular wrap-anywhere text-muted text-sm">
            {t("month")}: {month}
          </dd>
        </Tile>
      ))}
      <Holds holds={business.holds} />
      <Suppliers suppliers={business.suppliers} />
    </dl>
  );
}

/** The day's last row is today's. */
function spansOf({ days, total }: Business): readonly [today: BusinessFigures, month: BusinessFigures] {
  return [days.at(-1) ?? total, total];
}

/** Today as the lists' addresses name it. */
function dayOf(days: Business["days"]): string {
  const day = days.at(-1)?.day ?? "";
  return `from=${day}&to=${day}`;
}

function orderFigures(business: Business, t: Texts): Figure[] {
  const { days } = business;
  const [today, month] = spansOf(business);
  const ended = today.delivered + today.undelivered;
  const refunds = ({ refunded, money }: BusinessFigures) =>
    money && refunded > 0
      ? `${formatNumber(refunded)} · ${displayRoubles(money.refundedKopecks)}`
      : formatNumber(refunded);
  return [
    {
      name: t("placed"),
      href: "/desk/people?only=buyers",
      today: formatNumber(today.placed),
      month: formatNumber(month.placed),
    },
    {
      name: t("delivery"),
      href: "/desk/suppliers?state=active",
      today: percentText(today.deliveryPercent),
      month: percentText(month.deliveryPercent),
      detail: today.deliveryPercent === null ? null : t("ended", counted(ended)),
    },
    {
      name: t("refunds"),
      href: `/desk/corrections?state=carried_out&kind=activation_refund&days=decided&${dayOf(days)}`,
      today: refunds(today),
      month: refunds(month),
    },
  ];
}

function moneyFigures(business: Business, t: Texts): Figure[] {
  const [today, month] = spansOf(business);
  const { moneyIn, days } = business;
  if (!today.money || !month.money || !moneyIn) return [];
  return [
    {
      name: t("moneyIn"),
      href: `/desk/payments?days=credited&${dayOf(days)}`,
      today: displayRoubles(moneyIn.todayKopecks),
      month: displayRoubles(moneyIn.monthKopecks),
    },
    {
      name: t("revenue"),
      href: `/desk#${daysAnchor}`,
      today: displayRoubles(today.money.revenueKopecks),
      month: displayRoubles(month.money.revenueKopecks),
    },
    {
      name: t("margin"),
      href: `/desk#${daysAnchor}`,
      today: displayRoubles(today.money.marginKopecks),
      month: displayRoubles(month.money.marginKopecks),
    },
  ];
}

function Holds({ holds }: { holds: Business["holds"] }) {
  const t = useTranslations("backOffice.overview.business");
  const orders = t("orders", counted(holds.orders));
  return (
    <Tile name={t("holds")} href="/desk/people?only=holding">
      <Value when={t("now")} detail={holds.kopecks === null ? null : orders}>
        {holds.kopecks === null ? orders : displayRoubles(holds.kopecks)}
      </Value>
    </Tile>
  );
}

/** How many of those that should sell can, and the way to those that cannot. */
function Suppliers({ suppliers }: { suppliers: Business["suppliers"] }) {
  const t = useTranslations("backOffice.overview");
  const meant = suppliers.filter(({ state }) => state !== "off");
  const healthy = meant.filter(({ state }) => state === "healthy");
  const isWhole = healthy.length === meant.length;
  return (
    <Tile
      name={t("suppliers.title")}
      href={isWhole ? "/desk/suppliers?state=active" : "/desk/suppliers?only=unavailable"}
    >
      <Value when={t("business.now")} detail={null}>
        <span className={isWhole ? undefined : "text-bad"}>
          {t("business.working", { shown: formatNumber(healthy.length), all: formatNumber(meant.length) })}
        </span>
      </Value>
    </Tile>
  );
}

function Tile({ name, href, children }: { name: string; href: string; children: ReactNode }) {
  return (
    // The card itself is the group: a definition list holds its terms at most one element deep. Its link reaches over all of it.
    <Card className="relative grid content-start gap-1 px-4 py-3 hover:border-line-strong">
      <dt className="text-sm">
        <LocaleLink
          href={href}
          className="inline-flex min-h-6 items-center text-muted after:absolute after:inset-0 hover:underline"
        >
          {name}
        </LocaleLink>
      </dt>
      {children}
    </Card>
  );
}

type ValueProps = { when: string; detail: string | null; children: ReactNode };

function Value({ when, detail, children }: ValueProps) {
  return (
    <dd className="grid content-start">
      <span className="text-muted text-xs">{when}</span>
      <span className="tabular wrap-anywhere font-bold text-xl">{children}</span>
      {detail === null ? null : <span className="text-muted text-xs">{detail}</span>}
    </dd>
  );
}
