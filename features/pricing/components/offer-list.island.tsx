"use client";

import { Search } from "lucide-react";
import dynamic from "next/dynamic";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { ListSkeleton } from "#components/layout/list-skeleton.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { IconInput } from "#components/ui/input.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { OfferRow, type OtherTierText } from "#features/pricing/components/offer-row.tsx";
import { SortBar } from "#features/pricing/components/sort-bar.island.tsx";
import {
  type Deliveries,
  firstSort,
  type OfferView,
  type Sort,
  searchOffers,
  sortFields,
  sortOffers,
} from "#features/pricing/offers.rules.ts";
import { pageSizes } from "#features/site/site.rules.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** Nobody loads it who finds a country. */
const NoCountries = dynamic(
  () => import("#features/pricing/components/no-countries.island.tsx").then((module) => module.NoCountries),
  { loading: () => <div className="min-h-64" /> },
);

/** Nobody else loads it than accounts of the wholesale tier. */
const WholesaleSwitch = dynamic(
  () =>
    import("#features/pricing/components/wholesale-switch.island.tsx").then(
      (module) => module.WholesaleSwitch,
    ),
  { ssr: false },
);

type OfferListProps = {
  /** Id in the catalogue; null for what is none of it (all services of a rented number). */
  serviceId: number | null;
  serviceName: string;
  heading: ReactNode;
  /** How to buy; stands above the rows. */
  options?: ReactNode;
  /** Undefined while they are being fetched. */
  offers: readonly OfferView[] | undefined;
  /** How the countries have done, where that is known. */
  deliveries?: Deliveries;
  failure: { requestId: string | null; retry: () => void } | null;
  rubPerUsd: number | null;
  /** The visitor's account is of the wholesale tier: the prices are those it pays. */
  isWholesale: boolean;
  /** What that tier needs; stands once above the rows of who is not of it. */
  tierLine?: ReactNode;
  /** Slug of a country that a link led to: its row is chosen; where it has no numbers it is searched for. */
  country?: string;
  /** Wanted before signing in: stands first, with the focus on its button. */
  chosen?: ChosenOffer | null;
  /** What helps on where nothing is found; told by `useDeadEnd` what was looked for. */
  deadEnd?: ReactNode;
  /** The row's button; `isMain` on the chosen row. The same function as long as it draws the same: rows are drawn anew with another. */
  renderAction: (offer: OfferView, isMain: boolean) => ReactNode;
};

/** The row that somebody comes back to, and what it cost when it was chosen (null where only a total was told). */
type ChosenOffer = { countryId: number; priceKopecks: number | null };

/** The countries that sell a service: search, sorting, what the other tier pays, and a button on each row. */
export function OfferList(props: OfferListProps) {
  const t = useTranslations("pricing.list");
  const languageTag = useLocale();
  const [typed, setSearch] = useState<string | null>(null);
  const [chosenSort, setSort] = useState<Sort | null>(null);
  const [isRetailBeside, setRetailBeside] = useState(false);
  const { deliveries = {}, country = "", isWholesale } = props;
  const retailBeside = isRetailBeside ? "besideRetail" : null;
  const linked = country === "" ? undefined : props.offers?.find(({ slug }) => slug === country);
  const search = typed ?? (props.offers && !linked ? country : "");
  const chosen = props.chosen ?? (linked ? { countryId: linked.countryId, priceKopecks: null } : null);
  const first = firstSort(props.offers ?? [], deliveries);
  const sort = chosenSort ?? first;
  const fields = first === "price" ? sortFields.filter((field) => field !== "delivery") : sortFields;
  const sorted = sortOffers(searchOffers(props.offers ?? [], search), sort, languageTag, deliveries);
  const isChosen = (offer: OfferView) => offer.countryId === chosen?.countryId;
  const shown = [...sorted.filter(isChosen), ...sorted.filter((offer) => !isChosen(offer))];
  return (
    <section aria-label={t("title", { service: props.serviceName })} className="min-w-0">
      <div className="flex min-h-14 items-center justify-between gap-4 border-line border-b px-4 py-2">
        {props.heading}
        {isWholesale ? <WholesaleSwitch onRetailBeside={setRetailBeside} /> : null}
      </div>
      {isWholesale ? null : props.tierLine}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b px-4 py-2">
        <IconInput
          type="search"
          icon={<Search className="size-4" />}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          placeholder={t("search")}
          aria-label={t("search")}
          maxLength={60}
          frameClassName="grow max-w-full sm:max-w-xs"
        />
        <SortBar sort={sort} onSort={setSort} fields={fields} />
      </div>
      {props.options}
      <Rows
        {...props}
        chosen={chosen}
        shown={shown}
        beside={isWholesale ? retailBeside : "besideWholesale"}
        search={search}
        onClearSearch={() => setSearch("")}
      />
    </section>
  );
}

type RowsProps = OfferListProps & {
  shown: OfferView[];
  beside: OtherTierText | null;
  search: string;
  onClearSearch: () => void;
};

function Rows({
  offers,
  failure,
  shown,
  search,
  onClearSearch,
  rubPerUsd,
  renderAction,
  serviceId,
  serviceName,
  deadEnd,
  chosen,
  deliveries,
  beside,
}: RowsProps) {
  const t = useTranslations("pricing.list");
  const tUi = useTranslations("ui");
  const [isWhole, setIsWhole] = useState(false);
  if (failure) {
    return (
      <ErrorState
        title={t("failed")}
        requestIdLabel={tUi("requestId")}
        requestId={failure.requestId}
        retry={<Button onClick={failure.retry}>{tUi("retry")}</Button>}
      />
    );
  }
  if (!offers) return <ListSkeleton rows={pageSizes.countryPlaceholders} label={tUi("loading")} />;
  if (shown.length === 0) {
    return (
      <NoCountries
        serviceId={serviceId}
        serviceName={serviceName}
        search={offers.length === 0 ? "" : search.trim()}
        onClearSearch={onClearSearch}
      >
        {deadEnd}
      </NoCountries>
    );
  }
  const hidden = shown.length - pageSizes.countriesShown;
  const isChosen = (offer: OfferView) => offer.countryId === chosen?.countryId;
  const isGone = chosen && !offers.some(isChosen);
  return (
    <>
      {isGone ? (
        <Notice tone="warn" live className="m-4">
          {t("chosenGone", { service: serviceName })}
        </Notice>
      ) : null}
      <ul data-rows={isWhole ? "all" : "first"}>
        {shown.map((offer, index) => (
          <OfferRow
            key={offer.countryId}
            offer={offer}
            delivery={deliveries?.[offer.countryId] ?? null}
            rubPerUsd={rubPerUsd}
            beside={beside}
            isBeyond={index >= pageSizes.countriesShown}
            chosen={(isChosen(offer) && chosen) || null}
            renderAction={renderAction}
          />
        ))}
      </ul>
      {hidden > 0 && !isWhole ? (
        <div className="border-line border-t p-3 text-center min-[993px]:hidden">
          <Button tone="quiet" className="w-full" onClick={() => setIsWhole(true)}>
            {t("showAll", { count: shown.length, shown: formatNumber(shown.length) })}
          </Button>
        </div>
      ) : null}
    </>
  );
}
