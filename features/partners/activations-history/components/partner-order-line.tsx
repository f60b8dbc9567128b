import { CircleCheck, CircleX, Hourglass, MessageSquareText } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import { cx } from "#components/ui/class-names.ts";
import { Moment } from "#components/ui/moment.island.tsx";
import { RatedMoney } from "#components/ui/rated-money.island.tsx";
import { OrderGoods, OrderLine } from "#features/catalogue/order-lists/components/order-line.tsx";
import type { PartnerOrder } from "#features/partners/activations-history/activations-history.contract.ts";
import type { SuppliedStatus } from "#features/statistics/supplied/supplied.rules.ts";
import { waitText } from "#features/statistics/users/components/figure-texts.tsx";
import { formatNumber } from "#lib/i18n/formats.ts";

const looks: Readonly<Record<SuppliedStatus, { tone: Tone; Icon: typeof CircleX }>> = {
  waiting: { tone: "info", Icon: Hourglass },
  activation: { tone: "good", Icon: MessageSquareText },
  completed: { tone: "neutral", Icon: CircleCheck },
  cancelled: { tone: "warn", Icon: CircleX },
};

/** One order is one grid on wide screens; on phones its parts stand in two columns. */
export const partnerOrderGrid =
  "lg:grid-cols-[10rem_minmax(0,1fr)_minmax(0,12rem)_9rem_6.5rem] lg:gap-x-4 lg:items-center";

/** An order on one of the partner's numbers: number, what for, status, when, and what it earned. */
export function PartnerOrderLine({ order }: { order: PartnerOrder }) {
  const t = useTranslations("partners.history");
  const { number, service, country, operator } = order;
  return (
    <OrderLine grid={partnerOrderGrid}>
      <span className="tabular select-all font-semibold" translate="no">
        +{number}
      </span>
      <OrderGoods service={service} country={country} operator={operator} />
      <span className="max-lg:order-4">
        <Status order={order} />
      </span>
      <Moment at={order.at} zone="UTC" className="tabular text-muted text-xs max-lg:order-5 lg:text-sm" />
      <span
        className={cx("text-right font-semibold max-lg:order-2", order.earnedKopecks === 0 && "text-muted")}
      >
        <span className="sr-only">{t("columns.earned")} </span>
        {order.earnedKopecks === 0 ? (
          "—"
        ) : (
          <RatedMoney
            kopecks={order.earnedKopecks}
            className="justify-end max-lg:flex-col max-lg:items-end"
          />
        )}
      </span>
    </OrderLine>
  );
}

function Status({ order }: { order: PartnerOrder }) {
  const t = useTranslations("partners.history");
  const time = useTranslations("statistics.time");
  const { status, reason, sms, waitSeconds } = order;
  const { tone, Icon } = looks[status];
  const detail =
    reason === null
      ? sms > 0
        ? t("smsDetail", { count: sms, shown: formatNumber(sms), time: waitText(time, waitSeconds) })
        : null
      : t(`reason.${reason}`);
  return (
    <>
      <Badge tone={tone} icon={<Icon aria-hidden="true" className="size-3.5" />}>
        {t(`status.${status}`)}
      </Badge>
      {detail ? <span className="mt-0.5 block text-muted text-xs">{detail}</span> : null}
    </>
  );
}
