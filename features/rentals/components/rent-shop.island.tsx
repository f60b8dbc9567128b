"use client";

import { useQuery } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { ListSkeleton } from "#components/layout/list-skeleton.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Money } from "#components/ui/money.tsx";
import { countriesQuery, oneServiceQuery } from "#features/catalogue/catalogue.client.ts";
import type { PickableService } from "#features/catalogue/catalogue.rules.ts";
import { ServiceMark } from "#features/catalogue/components/service-mark.tsx";
import { ServicePicker } from "#features/catalogue/components/service-picker.island.tsx";
import { forgetChoice, useChoice } from "#features/pricing/choice/choice.client.ts";
import type { RentChoice } from "#features/pricing/choice/choice.rules.ts";
import { OfferList } from "#features/pricing/components/offer-list.island.tsx";
import { payableKopecks } from "#features/pricing/offers.rules.ts";
import { priceBuyerOf } from "#features/pricing/pricing.client.ts";
import { StockLine } from "#features/pricing/stock/components/stock-line.tsx";
import { fullRentCode } from "#features/rentals/rentals.rules.ts";
import { rentStockQuery } from "#features/rentals/shop/rent-stock.client.ts";
import { type StockById, withStockFirst } from "#features/rentals/shop/rent-stock.rules.ts";
import {
  rememberedRentService,
  rememberRentService,
  rentPricesQuery,
  rentServicesQuery,
} from "#features/rentals/shop/shop.client.ts";
import { type RentOffer, rentOfferFromWire } from "#features/rentals/shop/shop.rules.ts";
import { defaultRentServiceCode, pageSizes } from "#features/site/site.rules.ts";
import { useVisitor } from "#features/site/visitor.client.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

const RentDialog = dynamic(
  () => import("#features/rentals/components/rent-dialog.island.tsx").then((module) => module.RentDialog),
  { ssr: false },
);

type RentShopProps = {
  rubPerUsd: number | null;
  /** What the wholesale prices need, for who has none. */
  tierLine?: ReactNode;
  /** Code of the service whose page this is; null at home. */
  pageServiceCode: string | null;
  deadEnd?: ReactNode;
};

/** The choice of a number to rent: the services that can be rented, the whole number first, then a country. */
export function RentShop(props: RentShopProps) {
  const t = useTranslations("rentals.shop");
  const ui = useTranslations("ui");
  const { data, error, refetch, isFetching } = useQuery(rentServicesQuery);
  const stock = useQuery(rentStockQuery);
  if (error && !data) {
    return (
      <Card>
        <ErrorState
          title={toApiProblem(error).message || t("failed")}
          requestIdLabel={ui("requestId")}
          requestId={toApiProblem(error).requestId}
          retry={
            <Button busy={isFetching} onClick={() => void refetch()}>
              {ui("retry")}
            </Button>
          }
        />
      </Card>
    );
  }
  // Tiles that moved once the stock is known would be pressed by mistake; without it they are shown all the same.
  if (!data || stock.isPending) {
    return (
      <Card>
        <ListSkeleton rows={pageSizes.countryPlaceholders} label={ui("loading")} />
      </Card>
    );
  }
  const services = withStockFirst([...(data.whole ? [data.whole] : []), ...data.popular], stock.data);
  if (services.length === 0) {
    return (
      <Card>
        <EmptyState icon={<CalendarClock className="size-6" />} title={t("nothing")}>
          {t("nothingHint")}
        </EmptyState>
      </Card>
    );
  }
  return <RentServices {...props} services={services} stock={stock.data} />;
}

/** Rows of a service; undefined while they are being fetched. */
function useRentOffers(service: PickableService) {
  const buyer = priceBuyerOf(useVisitor().visitor);
  const query = useQuery(rentPricesQuery(service.code, buyer));
  const countries = useQuery(countriesQuery);
  const icons = new Map(countries.data?.map((country) => [country.external_id, country.icon]));
  const offers = query.data?.map((offer) => rentOfferFromWire(offer, (id) => icons.get(id) ?? null));
  const failure =
    query.isError && !offers
      ? { requestId: toApiProblem(query.error).requestId, retry: () => void query.refetch() }
      : null;
  return { offers, failure, isWholesale: buyer.wholesale };
}

/** What the address says was to be rented here. */
function useChoiceToRent(): RentChoice | null {
  const choice = useChoice();
  return choice?.term ? { ...choice, term: choice.term } : null;
}

type ServicesProps = RentShopProps & {
  services: readonly PickableService[];
  /** Undefined where it could not be read. */
  stock: StockById | undefined;
};

/**
 * Begins with the service that was wanted before signing in, that of the page, or at home that of the last visit; where the
 * page's own cannot be rented alone, the whole number gets its SMS too.
 */
function RentServices(props: ServicesProps) {
  const ui = useTranslations("ui");
  const { services, pageServiceCode } = props;
  const choice = useChoiceToRent();
  const code = choice?.serviceCode ?? pageServiceCode ?? rememberedRentService() ?? defaultRentServiceCode;
  const byCode = (wanted: string) => services.find((each) => each.code === wanted);
  const known = byCode(code);
  const { data, isPending } = useQuery({ ...oneServiceQuery({ code }, "rent"), enabled: !known });
  if (!known && isPending) {
    return (
      <Card>
        <ListSkeleton rows={pageSizes.countryPlaceholders} label={ui("loading")} />
      </Card>
    );
  }
  const instead = byCode(pageServiceCode ? fullRentCode : defaultRentServiceCode) ?? services[0]!;
  return <RentOffers {...props} choice={choice} first={known ?? data ?? instead} />;
}

type OffersProps = ServicesProps & { choice: RentChoice | null; first: PickableService };

function RentOffers(props: OffersProps) {
  const { services, stock, choice, rubPerUsd } = props;
  const t = useTranslations("rentals.shop");
  const tBuy = useTranslations("activations.shop");
  const router = useRouter();
  const locale = localeFromTag(useLocale());
  const [chosen, setChosen] = useState<PickableService | null>(null);
  const [opened, setOpened] = useState<RentOffer | null>(null);
  const hasOpened = useRef(false);
  const service = chosen ?? props.first;
  const { offers, failure, isWholesale } = useRentOffers(service);
  const offerOf = (countryId: number) => offers?.find((offer) => offer.countryId === countryId) ?? null;
  const chosenHere = choice?.serviceCode === service.code ? choice : null;
  const wanted = chosenHere && offerOf(chosenHere.countryId);
  const isWantedThere = wanted !== null && wanted.count > 0;
  const countryId = wanted?.countryId;
  // The window of what was wanted opens once, with the time chosen then; what it says is agreed to by a press of its button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is there, not at every new price
  useEffect(() => {
    if (!isWantedThere || hasOpened.current) return;
    hasOpened.current = true;
    setOpened(wanted);
  }, [isWantedThere, countryId]);
  const select = (next: PickableService) => {
    rememberRentService(next);
    // The page of a service is about that one alone; services for rent have none, home shows them all.
    if (props.pageServiceCode !== null) return router.push(localizedPath(locale, "/?type=rent"));
    forgetChoice();
    setChosen(next);
  };
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[19rem_minmax(0,1fr)] lg:gap-6">
      {/* As in the shop of numbers: a window lower than the services scrolls them by themselves. */}
      <div className="max-lg:contents lg:sticky lg:top-20 lg:-m-1 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto lg:p-1 [scrollbar-width:thin]">
        <Card className="min-w-0 max-lg:border-0 max-lg:bg-transparent lg:p-4">
          <ServicePicker
            list="rent"
            popular={services}
            selectedId={service.id}
            serviceCount={services.length}
            onSelect={select}
            detailOf={({ id }) =>
              stock ? <StockLine stock={stock.get(id) ?? null} of="numbers" rubPerUsd={rubPerUsd} /> : null
            }
          />
        </Card>
      </div>
      <Card className="min-w-0 overflow-hidden max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
        <OfferList
          key={service.code}
          // A request is told by what is sold for one SMS: the staff answer those for rent.
          serviceId={null}
          serviceName={service.name}
          deadEnd={props.deadEnd}
          heading={
            <h2 aria-live="polite" className="flex min-w-0 items-center gap-3 font-semibold text-lg">
              <ServiceMark icon={service.icon} name={service.name} />
              <span className="truncate">{service.name}</span>
            </h2>
          }
          offers={offers}
          failure={failure}
          chosen={chosenHere && { countryId: chosenHere.countryId, priceKopecks: null }}
          rubPerUsd={rubPerUsd}
          isWholesale={isWholesale}
          tierLine={props.tierLine}
          renderAction={(offer, isMain) => {
            const price = payableKopecks(offer);
            const isSoldOut = offer.count === 0;
            return (
              <Button
                tone={isMain ? "accent" : "soft"}
                disabled={isSoldOut}
                onClick={() => setOpened(offerOf(offer.countryId))}
                aria-haspopup="dialog"
                className="min-w-36 lg:min-w-42"
              >
                {isSoldOut ? (
                  tBuy("soldOut")
                ) : (
                  <span>
                    {t.rich("rentFrom", {
                      price: () => <Money kopecks={price} rubPerUsd={rubPerUsd} show="one" />,
                    })}
                    <span className="sr-only">
                      : {t("rentLabel", { service: service.name, country: offer.name })}
                    </span>
                  </span>
                )}
              </Button>
            );
          }}
        />
      </Card>
      {opened ? (
        <RentDialog
          key={`${service.code} ${opened.countryId}`}
          service={service}
          offer={offerOf(opened.countryId) ?? opened}
          choice={opened.countryId === chosenHere?.countryId ? chosenHere : null}
          rubPerUsd={rubPerUsd}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </div>
  );
}
