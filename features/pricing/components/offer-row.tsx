import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo, type ReactNode, useEffect, useRef } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { Money } from "#components/ui/money.tsx";
import { Flag } from "#features/catalogue/components/flag.tsx";
import { type Delivery, type OfferView, payableKopecks } from "#features/pricing/offers.rules.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** How the price of the other tier is called that stands beside the buyer's own. */
export type OtherTierText = "besideWholesale" | "besideRetail";

type OfferRowProps = {
  offer: OfferView;
  /** How the country's numbers have done; null where too little is known. */
  delivery: Delivery | null;
  rubPerUsd: number | null;
  /** Null: the other tier's price is not shown. */
  beside: OtherTierText | null;
  /** Hidden on narrow screens until all rows are asked for. */
  isBeyond: boolean;
  /** Somebody comes back to this row; with what it cost then, where that is known. */
  chosen: { priceKopecks: number | null } | null;
  /** The buy button; `isMain` on the chosen row. */
  renderAction: (offer: OfferView, isMain: boolean) => ReactNode;
};

/**
 * A country in the list: name, stock, price in the other currency, and the button with the price on it. It is drawn anew only
 * when something of it has changed: lists of hundreds of rows learn of visitors, services and options that change none of them.
 */
export const OfferRow = memo(function OfferRow({
  offer,
  delivery,
  rubPerUsd,
  beside,
  isBeyond,
  chosen,
  renderAction,
}: OfferRowProps) {
  const t = useTranslations("pricing.list");
  const row = useRef<HTMLLIElement>(null);
  const isChosen = chosen !== null;
  useEffect(() => {
    // A search that lets the row in again is still being typed: a space would buy.
    if (isChosen && document.activeElement === document.body) row.current?.querySelector("button")?.focus();
  }, [isChosen]);
  const formerKopecks =
    chosen?.priceKopecks === payableKopecks(offer) ? null : (chosen?.priceKopecks ?? null);
  const count = t("count", { count: offer.count, shown: formatNumber(offer.count) });
  // An agreed price is paid whatever the tier.
  const otherTierKopecks = offer.personalKopecks === null ? offer.otherTierKopecks : null;
  const otherPrice = rubPerUsd ? (
    <Money kopecks={payableKopecks(offer)} rubPerUsd={rubPerUsd} show="other" />
  ) : null;
  return (
    <li
      ref={row}
      data-chosen={isChosen || undefined}
      data-beyond={isBeyond || undefined}
      className="group grid min-h-16 grid-cols-[auto_1fr_auto] items-center [contain-intrinsic-size:auto_4.8rem] [content-visibility:auto] lg:[contain-intrinsic-size:auto_3.6rem] gap-x-3 border-line border-b px-4 py-2 last:border-b-0 hover:bg-sunken/60 data-chosen:bg-accent-soft lg:min-h-13 lg:grid-cols-[auto_1fr_auto_8rem_6rem_auto]"
    >
      {offer.icon ? <Flag src={offer.icon} /> : <span className="h-4.5 w-6" />}
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="truncate font-medium">{offer.name}</span>
          {offer.personalKopecks === null ? null : <Badge tone="good">{t("yourPrice")}</Badge>}
          {offer.personalKopecks === null || offer.personalKopecks === offer.priceKopecks ? null : (
            <span className="text-muted text-sm">
              {t.rich("everybodysPrice", {
                price: () => <Money kopecks={offer.priceKopecks} rubPerUsd={rubPerUsd} />,
              })}
            </span>
          )}
          {isChosen ? (
            <Badge tone="accent" icon={<Check aria-hidden="true" className="size-3" />}>
              {t("chosen")}
            </Badge>
          ) : null}
        </p>
        {formerKopecks === null ? null : (
          <p className="text-sm text-warn">
            {t.rich("chosenAt", {
              price: () => <Money kopecks={formerKopecks} rubPerUsd={rubPerUsd} />,
            })}
          </p>
        )}
        {/* One line whatever the prices become while somebody reads: a second one would push all rows below it down. Beside a wide button
            the stock stays whole, and the price in the other currency is what goes out of sight. */}
        <p className="tabular flex h-5 flex-wrap overflow-hidden text-muted text-sm lg:hidden">
          <span className="max-w-full truncate">{count}</span>
          {otherPrice ? <span className="shrink-0 whitespace-pre"> · {otherPrice}</span> : null}
        </p>
        {delivery ? (
          <p className="tabular text-muted text-xs lg:hidden">
            <DeliveryText delivery={delivery} isShort />
          </p>
        ) : null}
        {beside && otherTierKopecks !== null ? (
          <p className="text-muted text-xs">
            {t.rich(beside, {
              price: () => <Money kopecks={otherTierKopecks} rubPerUsd={rubPerUsd} show="one" />,
            })}
          </p>
        ) : null}
      </div>
      <p className="tabular text-right text-muted text-sm max-lg:hidden">
        {delivery ? <DeliveryText delivery={delivery} /> : null}
      </p>
      <p className="tabular text-right text-muted text-sm max-lg:hidden">{count}</p>
      <p className="text-right text-muted text-sm max-lg:hidden">{otherPrice}</p>
      {renderAction(offer, isChosen)}
    </li>
  );
});

/** "92% with a code · half in 14 s" of the last 30 days; on a phone in one line. */
function DeliveryText({
  delivery: { percent, medianSeconds },
  isShort = false,
}: {
  delivery: Delivery;
  isShort?: boolean;
}) {
  const t = useTranslations("pricing.list");
  return (
    <span title={t("deliveryDays")}>
      {medianSeconds === null
        ? t("delivery", { percent })
        : t(isShort ? "deliveryShort" : "deliveryTime", { percent, seconds: medianSeconds })}
    </span>
  );
}
