"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useLocale } from "next-intl";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Card } from "#components/ui/card.tsx";
import { BuyButton } from "#features/activations/components/buy-button.island.tsx";
import { BuyOptions } from "#features/activations/components/buy-options.island.tsx";
import { useBuyNumber } from "#features/activations/shop/buy-number.client.ts";
import {
  rememberedServiceId,
  rememberService,
  usePagePrices,
} from "#features/activations/shop/shop.client.ts";
import { countriesQuery, oneServiceQuery } from "#features/catalogue/catalogue.client.ts";
import { ServiceMark } from "#features/catalogue/components/service-mark.tsx";
import { ServicePicker } from "#features/catalogue/components/service-picker.island.tsx";
import { forgetChoice, useChoice } from "#features/pricing/choice/choice.client.ts";
import type { Choice } from "#features/pricing/choice/choice.rules.ts";
import { OfferList } from "#features/pricing/components/offer-list.island.tsx";
import {
  type Deliveries,
  type OfferView,
  offerViewFromWire,
  type ServiceView,
} from "#features/pricing/offers.rules.ts";
import { countryPricesQuery, deliveriesQuery, priceBuyerOf } from "#features/pricing/pricing.client.ts";
import { useVisitor } from "#features/site/visitor.client.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

const SearchPopup = dynamic(
  () =>
    import("#features/activations/search/components/search-popup.island.tsx").then(
      (module) => module.SearchPopup,
    ),
  { ssr: false },
);

/** Nobody loads it who searches for no service. */
const SearchedStock = dynamic(
  () =>
    import("#features/pricing/stock/components/searched-stock.island.tsx").then(
      (module) => module.SearchedStock,
    ),
  { ssr: false, loading: () => <>&nbsp;</> },
);

/** How long the prices that came with the page are good enough. */
const PAGE_PRICES_MS = 30_000;

export type NumberShopProps = {
  service: ServiceView;
  popular: readonly ServiceView[];
  /** What is told of each popular service's stock, by its id. */
  popularStock: Readonly<Record<number, ReactNode>>;
  serviceCount: number;
  offers: readonly OfferView[];
  /** How the countries have done for the page's service. */
  deliveries: Deliveries;
  rubPerUsd: number | null;
  /** What the wholesale prices need, for who has none. */
  tierLine?: ReactNode;
  /** The page of one service: that one is shown, whatever was chosen before. */
  isServicePage: boolean;
  /** What helps on where a service has no countries or a search finds none. */
  deadEnd?: ReactNode;
};

/** Rows of a service: those of the page at first, then what the API says. */
function useOffers(props: NumberShopProps, service: ServiceView) {
  const buyer = priceBuyerOf(useVisitor().visitor);
  const isOfPage = service.id === props.service.id && buyer.user === "guest";
  const [isOld, setIsOld] = useState(usePagePrices.getState().areLeft);
  useEffect(() => {
    const timer = setTimeout(() => setIsOld(true), PAGE_PRICES_MS);
    return () => clearTimeout(timer);
  }, []);
  const query = useQuery({
    ...countryPricesQuery(service.id, buyer),
    enabled: !isOfPage || isOld,
  });
  const countries = useQuery({ ...countriesQuery, enabled: query.data !== undefined });
  const { data } = query;
  const answered = useMemo(() => {
    const icons = new Map(countries.data?.map((country) => [country.external_id, country.icon]));
    const known = new Map(props.offers.map((offer) => [offer.countryId, offer.icon]));
    const iconOf = (countryId: number) => known.get(countryId) ?? icons.get(countryId) ?? null;
    return data?.map((offer) => offerViewFromWire(offer, iconOf));
  }, [data, countries.data, props.offers]);
  const offers = answered ?? (isOfPage ? props.offers : undefined);
  const failure =
    query.isError && !offers
      ? { requestId: toApiProblem(query.error).requestId, retry: () => void query.refetch() }
      : null;
  return { offers, failure, isWholesale: buyer.wholesale };
}

/** What the address says was to be bought here; what was to be rented is the other tab's. */
function useChoiceToBuy(): Choice | null {
  const choice = useChoice();
  return choice?.term === null ? choice : null;
}

/** Slug of a country out of the address (`?country=indonesia`), for links from lists of countries. */
function useCountryOfAddress(): string {
  const [country, setCountry] = useState("");
  useEffect(() => setCountry(new URLSearchParams(location.search).get("country")?.slice(0, 60) ?? ""), []);
  return country;
}

/**
 * The service to begin with: what was wanted before signing in, at home that of the last visit, else the page's. Null while
 * it is being looked up, so that nobody buys what stands there only until then.
 */
function useFirstService(props: NumberShopProps, choice: Choice | null): ServiceView | null {
  const [rememberedId, setRememberedId] = useState<number | null>(null);
  useEffect(() => {
    if (props.isServicePage) rememberService(props.service);
    else setRememberedId(rememberedServiceId());
  }, [props.isServicePage, props.service]);
  const wanted = choice ? { code: choice.serviceCode } : { id: rememberedId ?? props.service.id };
  const known = [props.service, ...props.popular].find((each) =>
    "code" in wanted ? each.code === wanted.code : each.id === wanted.id,
  );
  const { data, isPending } = useQuery({ ...oneServiceQuery(wanted, "service"), enabled: !known });
  return known ?? (isPending ? null : (data ?? props.service));
}

/** The number selection: a service, the countries that have it, and a price on every button. */
export function NumberShop(props: NumberShopProps) {
  const [chosen, setChosen] = useState<ServiceView | null>(null);
  const router = useRouter();
  const locale = localeFromTag(useLocale());
  const choice = useChoiceToBuy();
  const first = useFirstService(props, choice);
  const service = chosen ?? first ?? props.service;
  const isSettled = chosen !== null || first !== null;
  const country = useCountryOfAddress();
  const { offers, failure, isWholesale } = useOffers(props, service);
  const isOther = service.id !== props.service.id;
  const { data: deliveriesOfOther } = useQuery({ ...deliveriesQuery(service.id), enabled: isOther });
  const { buy, busyCountryId, search, follow, tellEnd, leave, close } = useBuyNumber();

  const heading = useRef<HTMLHeadingElement>(null);
  // Out of the search: a screen reader says the name, once; single keys work again, and Tab goes on to the countries.
  useEffect(() => {
    if (chosen) heading.current?.focus({ preventScroll: true });
  }, [chosen]);
  const select = (next: ServiceView) => {
    rememberService(next);
    // The page of a service is about that one alone: another has its own.
    if (props.isServicePage) return router.push(localizedPath(locale, `/${next.slug}`), { scroll: false });
    forgetChoice();
    setChosen(next);
  };
  const deliveries = isOther ? deliveriesOfOther : props.deliveries;
  const { rubPerUsd } = props;
  const renderAction = useCallback(
    (offer: OfferView, isMain: boolean) => (
      <BuyButton
        serviceName={service.name}
        offer={offer}
        isMain={isMain}
        rubPerUsd={rubPerUsd}
        isBusy={busyCountryId === offer.countryId}
        isBlocked={busyCountryId !== null && busyCountryId !== offer.countryId}
        onBuy={() => {
          close();
          void buy({ service, offer });
        }}
      />
    ),
    [service, rubPerUsd, busyCountryId, buy, close],
  );
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[19rem_minmax(0,1fr)] lg:gap-6">
      <div className="max-lg:contents lg:sticky lg:top-20 lg:-m-1 lg:grid lg:max-h-[calc(100dvh-6rem)] lg:gap-4 lg:overflow-y-auto lg:p-1 [scrollbar-width:thin]">
        <Card className="min-w-0 max-lg:border-0 max-lg:bg-transparent lg:p-4">
          <ServicePicker
            popular={props.popular}
            selectedId={service.id}
            serviceCount={props.serviceCount}
            onSelect={select}
            detailOf={({ id }) =>
              props.popularStock[id] ?? <SearchedStock id={id} rubPerUsd={props.rubPerUsd} />
            }
          />
        </Card>
      </div>
      <Card className="min-w-0 overflow-hidden max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
        <OfferList
          // Anew for a service that is chosen here. The first one may be known late, when a country has been typed already.
          key={chosen?.id}
          serviceId={service.id}
          serviceName={service.name}
          deadEnd={props.deadEnd}
          heading={
            <h2 ref={heading} tabIndex={-1} className="flex min-w-0 items-center gap-3 font-semibold text-lg">
              <ServiceMark icon={service.icon} name={service.name} />
              <span className="truncate">{service.name}</span>
            </h2>
          }
          options={<BuyOptions />}
          offers={isSettled ? offers : undefined}
          deliveries={deliveries}
          failure={failure}
          chosen={choice?.serviceCode === service.code ? choice : null}
          rubPerUsd={props.rubPerUsd}
          isWholesale={isWholesale}
          tierLine={props.tierLine}
          country={chosen ? "" : country}
          renderAction={renderAction}
        />
      </Card>
      {search ? (
        <SearchPopup
          id={search.id}
          what={`${search.row.service.name}, ${search.row.offer.name}`}
          rubPerUsd={props.rubPerUsd}
          others={{ offers: offers ?? [], deliveries, renderAction }}
          onAgain={(id) => follow({ ...search, id })}
          onEnd={(view) => tellEnd(search, view)}
          onLeave={leave}
          onClose={close}
        />
      ) : null}
    </div>
  );
}
