"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, Search, UserRoundCheck } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useId, useState } from "react";
import { ListSkeleton } from "#components/layout/list-skeleton.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { IconInput } from "#components/ui/input.tsx";
import { Money } from "#components/ui/money.tsx";
import { QueryFailure } from "#components/ui/query-failure.tsx";
import { showToast } from "#components/ui/toasts.ts";
import { useFocusBack } from "#components/ui/use-focus-back.ts";
import { useFocusFirst } from "#components/ui/use-focus-first.ts";
import { ServiceMark } from "#features/catalogue/components/service-mark.tsx";
import { kopecksOnWire } from "#features/pricing/offers.rules.ts";
import type { OfferSection, ReadyService } from "#features/ready-accounts/ready-accounts.contract.ts";
import { readyOffersQuery, readyServicesQuery } from "#features/ready-accounts/shop/shop.client.ts";
import { askedService, findReadyServices, shopPath } from "#features/ready-accounts/shop/shop.rules.ts";
import { visitorQuery } from "#features/site/visitor.client.ts";
import { gobackPath } from "#lib/http/goback.ts";
import { formatNumber } from "#lib/i18n/formats.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

const ConfirmDialog = dynamic(
  () =>
    import("#features/ready-accounts/components/confirm-dialog.island.tsx").then(
      (module) => module.ConfirmDialog,
    ),
  { ssr: false },
);
const OfferDialog = dynamic(
  () =>
    import("#features/ready-accounts/components/offer-dialog.island.tsx").then(
      (module) => module.OfferDialog,
    ),
  { ssr: false },
);

type ReadyShopProps = {
  rubPerUsd: number | null;
  /** What the file of a delivery is called, with `{offerId}` in it. */
  fileName: string;
};

type Offer = OfferSection["offers"][number];
type Opened = { readonly offer: Offer; readonly isConfirmed: boolean };

/** The choice of ready accounts: a service first, then one of its offers. */
export function ReadyShop({ rubPerUsd, fileName }: ReadyShopProps) {
  const { service, setService } = useService();
  const [opened, setOpened] = useState<Opened | null>(null);
  const shop = useFocusBack<HTMLDivElement>(service?.id ?? null);
  const close = () => setOpened(null);
  return (
    <Card ref={shop} data-ready-shop className="min-w-0 max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
      {service ? (
        <Offers
          service={service}
          rubPerUsd={rubPerUsd}
          onBack={() => setService(null)}
          onChoose={(offer) => setOpened({ offer, isConfirmed: false })}
        />
      ) : (
        <Services onChoose={setService} />
      )}
      {opened?.isConfirmed ? (
        <OfferDialog
          offerId={opened.offer.id}
          name={opened.offer.name}
          rubPerUsd={rubPerUsd}
          fileName={fileName}
          onClose={close}
        />
      ) : opened ? (
        <ConfirmDialog onConfirm={() => setOpened({ ...opened, isConfirmed: true })} onClose={close} />
      ) : null}
    </Card>
  );
}

/** The service that was chosen, or the one that the address asks for, until somebody goes back from it. */
function useService() {
  const [asked, setAsked] = useState(() => askedService(location.search));
  const [chosen, setChosen] = useState<ReadyService | null>(null);
  const { data } = useQuery({ ...readyServicesQuery, enabled: asked !== null });
  const found = asked === null ? undefined : data?.find(({ external_id }) => external_id === asked);
  return {
    service: chosen ?? found ?? null,
    setService: (next: ReadyService | null) => {
      setAsked(null);
      setChosen(next);
    },
  };
}

/** Step one: services, with a search. */
function Services({ onChoose }: { onChoose: (service: ReadyService) => void }) {
  const t = useTranslations("readyAccounts.shop");
  const ui = useTranslations("ui");
  const id = useId();
  const [typed, setTyped] = useState("");
  const query = useQuery(readyServicesQuery);
  if (query.isError && !query.data) return <QueryFailure query={query} />;
  if (!query.data) return <ListSkeleton rows={6} label={ui("loading")} />;
  if (query.data.length === 0)
    return (
      <EmptyState icon={<UserRoundCheck className="size-6" />} title={t("nothing")}>
        {t("nothingHint")}
      </EmptyState>
    );
  const found = findReadyServices(query.data, typed);
  return (
    <div className="grid gap-3 p-4">
      <h2 id={id} className="font-semibold text-lg">
        {t("chooseService")}
      </h2>
      <IconInput
        type="search"
        aria-label={t("search")}
        placeholder={t("search")}
        maxLength={100}
        icon={<Search className="size-4" />}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p role="status" className={found.length === 0 ? "py-4 text-center text-muted" : "sr-only"}>
        {found.length === 0 ? t("notFound") : null}
      </p>
      <ul aria-labelledby={id} className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {found.map((service) => (
          <li key={service.id}>
            <button
              type="button"
              data-focus-back={service.id}
              onClick={() => onChoose(service)}
              className="touch flex w-full items-center gap-3 rounded-md border border-line px-3 py-2.5 text-left hover:border-line-strong"
            >
              <ServiceMark icon={service.icon} name={service.name} />
              <span className="min-w-0 truncate font-medium">{service.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

type OffersProps = {
  service: ReadyService;
  rubPerUsd: number | null;
  onBack: () => void;
  onChoose: (offer: Offer) => void;
};

/** Step two: the service's offers, by group. Guests are led to signing in. */
function Offers({ service, rubPerUsd, onBack, onChoose }: OffersProps) {
  const t = useTranslations("readyAccounts.shop");
  const ui = useTranslations("ui");
  const client = useQueryClient();
  const router = useRouter();
  const locale = localeFromTag(useLocale());
  const heading = useFocusFirst<HTMLHeadingElement>();
  const query = useQuery(readyOffersQuery(service.external_id));
  const choose = async (offer: Offer) => {
    const visitor = await client.fetchQuery(visitorQuery).catch(() => null);
    if (visitor) return onChoose(offer);
    showToast({ type: "info", text: t("logIn") });
    router.push(localizedPath(locale, gobackPath("/authorization", shopPath(null))));
  };
  return (
    <div className="grid gap-3 p-4">
      <div className="flex items-center gap-3">
        <Button size="sm" icon={<ArrowLeft aria-hidden="true" className="size-4" />} onClick={onBack}>
          {t("back")}
        </Button>
        <h2
          ref={heading}
          tabIndex={-1}
          aria-live="polite"
          className="flex min-w-0 items-center gap-2.5 font-semibold text-lg outline-none"
        >
          <ServiceMark icon={service.icon} name={service.name} />
          <span className="truncate">{service.name}</span>
        </h2>
      </div>
      {query.isError && !query.data ? <QueryFailure query={query} /> : null}
      {query.isPending ? <ListSkeleton rows={4} label={ui("loading")} /> : null}
      {query.data?.length === 0 ? (
        <EmptyState icon={<UserRoundCheck className="size-6" />} title={t("soldOut")} />
      ) : null}
      {query.data?.map(({ group_name, offers }) => (
        <section key={group_name} className="grid gap-1">
          <h3 className="font-medium text-muted text-sm">{group_name}</h3>
          <ul className="divide-y divide-line">
            {offers.map((offer) => (
              <OfferLine key={offer.id} offer={offer} rubPerUsd={rubPerUsd} onChoose={choose} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

type OfferLineProps = { offer: Offer; rubPerUsd: number | null; onChoose: (offer: Offer) => unknown };

/** An offer in the list; its price is that of the least count. */
function OfferLine({ offer, rubPerUsd, onChoose }: OfferLineProps) {
  const t = useTranslations("readyAccounts.shop");
  const price = kopecksOnWire(offer.price) * offer.min_count;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-3">
      <span className="grid min-w-0 gap-0.5">
        <span className="wrap-anywhere font-medium">{offer.name}</span>
        <span className="text-muted text-sm">
          {t("left", { count: offer.count, shown: formatNumber(offer.count) })}
          {offer.min_count > 1 ? ` · ${t("from", { count: offer.min_count })}` : null}
        </span>
        {offer.store_name === null ? null : (
          <span className="wrap-anywhere text-muted text-sm">
            {t.rich("store", { name: () => <bdi>{offer.store_name}</bdi> })}
          </span>
        )}
      </span>
      <Button tone="soft" aria-haspopup="dialog" onClick={() => void onChoose(offer)}>
        <span>
          {t.rich("buyFor", { price: () => <Money kopecks={price} rubPerUsd={rubPerUsd} show="one" /> })}
          <span className="sr-only">: {offer.name}</span>
        </span>
      </Button>
    </li>
  );
}
