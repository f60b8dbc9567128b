"use client";

import { CalendarClock } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { buttonClasses } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ListTail } from "#components/ui/list-tail.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { QueryFailure } from "#components/ui/query-failure.tsx";
import { Segment, segmentedClasses } from "#components/ui/segmented.tsx";
import { showToast } from "#components/ui/toasts.ts";
import { NumberCardSkeleton } from "#features/activations/components/number-card.island.tsx";
import { phoneTexts } from "#features/activations/phone.rules.ts";
import { RentalCard } from "#features/rentals/components/rental-card.island.tsx";
import { useFreshRental } from "#features/rentals/fresh-rental.client.ts";
import { useRentalNews, useRentals } from "#features/rentals/my-rentals/my-rentals.client.ts";
import { isRunning } from "#features/rentals/my-rentals/my-rentals.rules.ts";
import type { RentalCounts } from "#features/rentals/rentals.rules.ts";
import { type RentalTab, rentalTabs } from "#features/rentals/rentals.rules.ts";
import { useRentShown } from "#features/site/site.client.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** So many running rentals show what came without being asked. */
const OPEN_INBOXES = 3;

type MyRentalsProps = {
  rubPerUsd: number | null;
  isRentOpen: boolean;
  /** The one that a link led to. */
  firstTab?: RentalTab;
};

/** The own rentals by tab: silent ones, those that got something, those that ended without. */
export function MyRentals({ rubPerUsd, isRentOpen, firstTab = "active" }: MyRentalsProps) {
  const t = useTranslations("rentals.mine");
  const ui = useTranslations("ui");
  const isShown = useRentShown(isRentOpen);
  const [tab, setTab] = useState<RentalTab>(firstTab);
  const [counts, setCounts] = useState<RentalCounts | null>(null);
  const [spoken, setSpoken] = useState("");
  const tabs = useRef<HTMLDivElement>(null);
  const query = useRentals(tab);
  const { data, error } = query;
  const told = data?.pages[0]?.counts;
  useEffect(() => {
    if (told) setCounts(told);
  }, [told]);
  const all = data?.pages.flatMap((page) => page.rentals);
  // While pages move on, one rental can stand on two of them.
  const rentals = all ? [...new Map(all.map((rental) => [rental.id, rental])).values()] : undefined;
  const { rentalId } = useFreshRental();
  const isFreshShown = rentals?.some(({ id }) => id === rentalId) ?? false;
  // Whoever rents by keyboard goes on where the number is; a screen reader says which one it is.
  useEffect(() => {
    if (!isFreshShown) return;
    document.getElementById(`rental-${rentalId}`)?.focus();
    useFreshRental.setState({ rentalId: null });
  }, [isFreshShown, rentalId]);
  const choose = (next: RentalTab) => {
    setTab(next);
    // Whoever looks elsewhere is not called away by a card that is late.
    useFreshRental.setState({ rentalId: null });
  };

  useRentalNews(({ service, number }) => {
    const text = t("news", { service: service.name, number: number ? phoneTexts(number).shown : "" });
    setSpoken(text);
    showToast({ type: "info", text });
  });

  const inboxes = new Set(
    rentals
      ?.filter((rental) => isRunning(rental) && rental.messagesCount + rental.callsCount > 0)
      .slice(0, OPEN_INBOXES)
      .map(({ id }) => id),
  );
  const shop = isShown ? (
    <LocaleLink href="/?type=rent" className={buttonClasses("accent")}>
      {t("rent")}
    </LocaleLink>
  ) : null;
  return (
    <div className="grid gap-4">
      <p role="status" aria-live="assertive" className="sr-only">
        {spoken}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        {/* biome-ignore lint/a11y/useSemanticElements: a choice of lists, no form */}
        <div
          ref={tabs}
          role="group"
          aria-label={t("tabs.label")}
          className={`${segmentedClasses} w-fit max-w-full max-sm:flex-wrap`}
        >
          {rentalTabs.map((each) => (
            <Segment key={each} chosen={each === tab} onClick={() => choose(each)} className="px-2 sm:px-3">
              {t(`tabs.${each}`)}{" "}
              {counts ? <span className="tabular text-muted">{formatNumber(counts[each])}</span> : null}
            </Segment>
          ))}
        </div>
        {rentals?.length ? shop : null}
      </div>
      {error && data ? <Notice tone="warn" live title={t("stale")} /> : null}
      {query.isPending ? (
        <div role="status" aria-label={ui("loading")} className="grid gap-4">
          <NumberCardSkeleton />
          <NumberCardSkeleton />
        </div>
      ) : null}
      {error && !data ? (
        <Card>
          <QueryFailure query={query} title={t("failed")} />
        </Card>
      ) : null}
      {rentals?.length === 0 ? (
        <Card>
          <EmptyState
            icon={<CalendarClock className="size-6" />}
            title={t(`empty.${tab}`)}
            action={tab === "active" ? shop : null}
          >
            {t(`empty.${tab}Hint`)}
          </EmptyState>
        </Card>
      ) : null}
      {rentals?.map((rental) => (
        <RentalCard
          key={rental.id}
          rental={rental}
          rubPerUsd={rubPerUsd}
          isInboxOpen={inboxes.has(rental.id)}
          isRentShown={isShown}
          onCancelled={() =>
            tabs.current?.querySelector<HTMLElement>("[aria-pressed=true]")?.focus({ preventScroll: true })
          }
        />
      ))}
      <ListTail pages={query} more={t("more")} wide />
    </div>
  );
}
