"use client";

import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.island.tsx";
import { limitReason } from "#features/activations/limits/limit-refusals.rules.ts";
import { SearchAgain } from "#features/activations/search/components/search-again.island.tsx";
import { SearchProgress } from "#features/activations/search/components/search-progress.tsx";
import { isRunning, useSearches, useStopSearch } from "#features/activations/search/search.client.ts";
import type { SearchView } from "#features/activations/search/search.contract.ts";
import { useWatchedSearch } from "#features/activations/search/search-news.client.ts";
import { Flag } from "#features/catalogue/components/flag.tsx";
import { type Deliveries, firstSort, type OfferView, sortOffers } from "#features/pricing/offers.rules.ts";

/** So many other countries are named when a search has found nothing. */
const OTHERS = 3;

type PopupProps = {
  id: number;
  what: string;
  rubPerUsd: number | null;
  /** The countries that sell the service, with the button that buys in one. */
  others: {
    readonly offers: readonly OfferView[];
    readonly deliveries: Deliveries | undefined;
    readonly renderAction: (offer: OfferView, isMain: boolean) => ReactNode;
  };
  /** It was begun again under this id. */
  onAgain: (id: number) => void;
  /** The search has ended, or has its number. */
  onEnd: (view: SearchView) => void;
  /** The buyer closes the popup and the search goes on. */
  onLeave: () => void;
  /** The buyer has read that nothing was found. */
  onClose: () => void;
};

/** Shown while the server searches, and when it has found nothing in time. Closing it stops the search; it can be left to run, too. */
export function SearchPopup(props: PopupProps) {
  const { id, onEnd } = props;
  const { data } = useSearches();
  const view = data?.find((search) => search.id === id);
  const tell = useRef(onEnd);
  tell.current = onEnd;
  useEffect(() => {
    if (view && !isRunning(view)) tell.current(view);
  }, [view]);
  useEffect(() => {
    useWatchedSearch.setState({ id });
    return () => useWatchedSearch.setState({ id: null });
  }, [id]);
  return view?.state === "over" ? (
    <NothingFound {...props} view={view} />
  ) : (
    <Searching {...props} view={view} />
  );
}

function Searching({ id, what, rubPerUsd, onLeave, view }: PopupProps & { view: SearchView | undefined }) {
  const t = useTranslations("activations.search");
  const { mutate, isPending } = useStopSearch();
  const stop = () => mutate(id);
  return (
    <Dialog
      open
      onOpenChange={(open) => open || stop()}
      title={t("title")}
      description={what}
      closeLabel={t("stop")}
      actions={
        <>
          <Button busy={isPending || view?.state === "stopping"} onClick={stop}>
            {t("stop")}
          </Button>
          <Button tone="accent" onClick={onLeave}>
            {t("leave")}
          </Button>
        </>
      }
    >
      {view ? (
        <div className="grid gap-3">
          <SearchProgress search={view} rubPerUsd={rubPerUsd} />
          <p className="text-muted text-sm">{t("hint")}</p>
        </div>
      ) : null}
    </Dialog>
  );
}

/** What to do when there was no number: once more, for more money, or in another country. A limit of the account's is the same in each of them. */
function NothingFound({
  what,
  rubPerUsd,
  others,
  onAgain,
  onClose,
  view,
}: PopupProps & { view: SearchView }) {
  const t = useTranslations("activations.search");
  const tShop = useTranslations("activations.shop");
  const languageTag = useLocale();
  const limit = limitReason(view.refusal);
  const { offers, deliveries = {}, renderAction } = others;
  const elsewhere =
    limit !== null ? [] : offers.filter(({ countryId, count }) => countryId !== view.country.id && count > 0);
  const best = sortOffers(elsewhere, firstSort(elsewhere, deliveries), languageTag, deliveries).slice(
    0,
    OTHERS,
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t("overTitle")}
      description={what}
      closeLabel={t("close")}
      actions={<SearchAgain search={view} rubPerUsd={rubPerUsd} onBegun={onAgain} />}
    >
      <div className="grid gap-4">
        <p role="status">
          {limit === null
            ? t("overHint", { seconds: view.seconds })
            : tShop("noNumbersSince", { reason: limit })}
        </p>
        {best.length > 0 ? (
          <section aria-label={t("others")}>
            <h3 className="font-semibold text-sm">{t("others")}</h3>
            <ul className="mt-1">
              {best.map((offer) => (
                <li
                  key={offer.countryId}
                  className="flex min-h-13 items-center gap-3 border-line border-b py-1.5 last:border-b-0"
                >
                  {offer.icon ? <Flag src={offer.icon} /> : null}
                  <span className="mr-auto min-w-0 truncate font-medium">{offer.name}</span>
                  {renderAction(offer, false)}
                </li>
              ))}
            </ul>
          </section>
        ) : null}
      </div>
    </Dialog>
  );
}
