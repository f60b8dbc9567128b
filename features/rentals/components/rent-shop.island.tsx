"use client";

import { useQuery } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ListSkeleton } from "#components/layout/list-skeleton.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Money, rublesText } from "#components/ui/money.tsx";
import { countriesQuery } from "#features/catalogue/client.ts";
import { ServiceMark } from "#features/catalogue/components/service-mark.tsx";
import { ServicePicker } from "#features/catalogue/components/service-picker.island.tsx";
import type { PickableService } from "#features/catalogue/rules.ts";
import { OfferList } from "#features/pricing/components/offer-list.island.tsx";
import { payableKopecks } from "#features/pricing/offers/rules.ts";
import {
  rememberedRentService,
  rememberRentService,
  rentPricesQuery,
  rentServicesQuery,
} from "#features/rentals/shop/client.ts";
import { type RentOffer, rentOfferFromWire } from "#features/rentals/shop/rules.ts";
import { defaultRentServiceCode, pageSizes } from "#features/site/rules.ts";
import { useVisitor } from "#features/site/visitor/client.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";

const RentDialog = dynamic(
  () => import("#features/rentals/components/rent-dialog.island.tsx").then((module) => module.RentDialog),
  { ssr: false },
);

type RentShopProps = { rubPerUsd: number | null; wholesaleTurnoverKopecks: number };

/** The choice of a number to rent: the services that can be rented, the whole number first, then a country. */
export function RentShop(props: RentShopProps) {
  const t = useTranslations("rentals.shop");
  const ui = useTranslations("ui");
  const { data, error, refetch, isFetching } = useQuery(rentServicesQuery);
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
  if (!data) {
    return (
      <Card>
        <ListSkeleton rows={pageSizes.countryPlaceholders} label={ui("loading")} />
      </Card>
    );
  }
  const services = [...(data.whole ? [data.whole] : []), ...data.popular];
  if (services.length === 0) {
    return (
      <Card>
        <EmptyState icon={<CalendarClock className="size-6" />} title={t("nothing")}>
          {t("nothingHint")}
        </EmptyState>
      </Card>
    );
  }
  return <RentChoice {...props} services={services} />;
}

/** Rows of a service; undefined while they are being fetched. */
function useRentOffers(service: PickableService, wholesale: boolean) {
  const { visitor } = useVisitor();
  const user = visitor?.dynamicFields?.custom_price ? visitor.id : "guest";
  const query = useQuery(rentPricesQuery({ code: service.code, wholesale, user }));
  const countries = useQuery(countriesQuery);
  const icons = new Map(countries.data?.map((country) => [country.external_id, country.icon]));
  const offers = query.data?.map((offer) => rentOfferFromWire(offer, (id) => icons.get(id) ?? null));
  const failure =
    query.isError && !offers
      ? { requestId: toApiProblem(query.error).requestId, retry: () => void query.refetch() }
      : null;
  return { offers, failure };
}

type ChoiceProps = RentShopProps & { services: readonly PickableService[] };

function RentChoice({ services, rubPerUsd, wholesaleTurnoverKopecks }: ChoiceProps) {
  const t = useTranslations("rentals.shop");
  const tBuy = useTranslations("activations.shop");
  const [chosen, setChosen] = useState<PickableService | null>(null);
  const [wholesale, setWholesale] = useState(false);
  const [opened, setOpened] = useState<RentOffer | null>(null);
  const byCode = (code: string | undefined) => services.find((each) => each.code === code);
  const service = chosen ?? byCode(rememberedRentService()) ?? byCode(defaultRentServiceCode) ?? services[0]!;
  const { offers, failure } = useRentOffers(service, wholesale);
  const offerOf = (countryId: number) => offers?.find((offer) => offer.countryId === countryId) ?? null;
  const select = (next: PickableService) => {
    setChosen(next);
    rememberRentService(next);
  };
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[19rem_minmax(0,1fr)] lg:gap-6">
      <Card className="min-w-0 max-lg:border-0 max-lg:bg-transparent lg:sticky lg:top-20 lg:p-4">
        <ServicePicker
          list="rent"
          popular={services}
          selectedId={service.id}
          serviceCount={services.length}
          onSelect={select}
        />
      </Card>
      <Card className="min-w-0 overflow-hidden max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
        <OfferList
          key={service.code}
          serviceName={service.name}
          heading={
            <h2 aria-live="polite" className="flex min-w-0 items-center gap-3 font-semibold text-lg">
              <ServiceMark icon={service.icon} name={service.name} />
              <span className="truncate">{service.name}</span>
            </h2>
          }
          offers={offers}
          failure={failure}
          rubPerUsd={rubPerUsd}
          wholesale={wholesale}
          onWholesale={setWholesale}
          wholesaleHint={
            <p className="text-muted text-sm">
              {tBuy.rich("wholesaleHint", {
                amount: () => <Money kopecks={wholesaleTurnoverKopecks} rubPerUsd={rubPerUsd} show="one" />,
              })}
            </p>
          }
          renderAction={(offer) => {
            const price = payableKopecks(offer);
            const isSoldOut = offer.count === 0;
            return (
              <Button
                tone="soft"
                disabled={isSoldOut}
                onClick={() => setOpened(offerOf(offer.countryId))}
                aria-haspopup="dialog"
                aria-label={
                  isSoldOut
                    ? tBuy("soldOut")
                    : t("rentLabel", { service: service.name, country: offer.name, price: rublesText(price) })
                }
                className="min-w-36 lg:min-w-42"
              >
                {isSoldOut ? (
                  tBuy("soldOut")
                ) : (
                  <span>
                    {t.rich("rentFrom", {
                      price: () => <Money kopecks={price} rubPerUsd={rubPerUsd} show="one" />,
                    })}
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
          offer={opened}
          wholesale={wholesale}
          rubPerUsd={rubPerUsd}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </div>
  );
}
