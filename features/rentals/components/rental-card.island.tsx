"use client";

import { CalendarClock } from "lucide-react";
import dynamic from "next/dynamic";
import { useLocale, useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Money } from "#components/ui/money.tsx";
import { showToast } from "#components/ui/toasts.ts";
import { useTick } from "#features/activations/activations.client.ts";
import { OrderHeading } from "#features/activations/components/order-heading.tsx";
import { PhoneLine } from "#features/activations/components/phone-line.island.tsx";
import { ExtensionHistory } from "#features/rentals/components/extension-history.tsx";
import { RentAgain } from "#features/rentals/components/rent-again.tsx";
import { RentalInbox } from "#features/rentals/components/rental-inbox.island.tsx";
import { RentalStateBadge } from "#features/rentals/components/rental-state.tsx";
import { spanText } from "#features/rentals/duration.rules.ts";
import { useCancelRental, useMomentText } from "#features/rentals/my-rentals/my-rentals.client.ts";
import { cancellableForAt, isRunning, secondsLeftAt } from "#features/rentals/my-rentals/my-rentals.rules.ts";
import type { ShownRental } from "#features/rentals/rentals.client.ts";
import { rentHours } from "#features/rentals/rentals.rules.ts";
import { AskForHelp } from "#features/site/components/support.island.tsx";
import { useMoneyText } from "#features/site/money.client.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

const ExtensionDialog = dynamic(
  () =>
    import("#features/rentals/components/extension-dialog.island.tsx").then(
      (module) => module.ExtensionDialog,
    ),
  { ssr: false },
);

/** How long it still runs in words, and until when. */
function TimeLine({ rental }: { rental: ShownRental }) {
  const t = useTranslations("rentals.mine");
  const languageTag = useLocale();
  const momentText = useMomentText();
  const tick = useTick();
  if (!isRunning(rental)) {
    return rental.closedAt ? (
      <p className="text-muted text-sm">{t("ended", { moment: momentText(rental.closedAt) })}</p>
    ) : null;
  }
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm">
      <CalendarClock aria-hidden="true" className="size-4 text-muted" />
      <span role="timer" className="font-semibold">
        {t("left", { time: spanText(languageTag, secondsLeftAt(rental, tick)) })}
      </span>
      <span className="tabular text-muted">{t("until", { moment: momentText(rental.expiresAt) })}</span>
    </p>
  );
}

type CancelLineProps = Pick<RentalCardProps, "rental" | "onCancelled">;

/** Gives the money back while nothing has come and the first 20 minutes last; says how much and how long. */
function CancelLine({ rental, onCancelled }: CancelLineProps) {
  const t = useTranslations("rentals.mine");
  const ui = useTranslations("ui");
  const languageTag = useLocale();
  const money = useMoneyText();
  const cancel = useCancelRental(rental.id);
  const seconds = cancellableForAt(rental, useTick());
  if (seconds === 0) return null;
  const amount = money.one(rental.priceKopecks);
  const take = () =>
    cancel.mutate(undefined, {
      onSuccess: () => {
        showToast({ type: "success", text: t("canceled", { amount: money.both(rental.priceKopecks) }) });
        onCancelled?.();
      },
      onError: (error) => showToast({ type: "error", text: toApiProblem(error).message || ui("error") }),
    });
  return (
    <>
      <Button tone="danger" busy={cancel.isPending} onClick={take}>
        {t("cancel", { amount })}
      </Button>
      <span className="text-muted text-sm">{t("cancelFor", { time: spanText(languageTag, seconds) })}</span>
    </>
  );
}

type RentalCardProps = {
  rental: ShownRental;
  rubPerUsd: number | null;
  /** What came is shown from the beginning. */
  isInboxOpen: boolean;
  /** Renting is offered to this visitor. */
  isRentShown: boolean;
  /** It was cancelled here: the card goes to another list, and the focus with it. */
  onCancelled?: () => void;
};

/** One rented number: its time, what came, and what can be done with it. */
export function RentalCard({ rental, rubPerUsd, isInboxOpen, isRentShown, onCancelled }: RentalCardProps) {
  const t = useTranslations("rentals.mine");
  const inboxId = useId();
  const [chosenOpen, setChosenOpen] = useState<boolean | null>(null);
  const [isExtending, setIsExtending] = useState(false);
  const hasCome = rental.messagesCount + rental.callsCount > 0;
  const isOpen = chosenOpen ?? isInboxOpen;
  return (
    <Card>
      <article
        id={`rental-${rental.id}`}
        tabIndex={-1}
        aria-label={`${rental.service.name}, ${rental.country.name}`}
        className="grid gap-4 p-4 sm:p-5"
      >
        <OrderHeading order={rental} badge={<RentalStateBadge state={rental.state} />} />
        {rental.number ? <PhoneLine number={rental.number} /> : null}
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <TimeLine rental={rental} />
          <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
            <span className={rental.money === "given-back" ? "font-medium text-good" : "text-muted"}>
              {t(`money.${rental.money}`)}
            </span>
            <Money kopecks={rental.priceKopecks} rubPerUsd={rubPerUsd} className="font-semibold" />
          </p>
        </div>
        {hasCome && !rental.isForgotten ? (
          <div className="grid gap-3">
            <Button
              className="w-fit"
              aria-expanded={isOpen}
              aria-controls={inboxId}
              onClick={() => setChosenOpen(!isOpen)}
            >
              {t("inbox", {
                messages: rental.messagesCount,
                messagesShown: formatNumber(rental.messagesCount),
                calls: rental.callsCount,
                callsShown: formatNumber(rental.callsCount),
              })}
            </Button>
            <div id={inboxId} hidden={!isOpen}>
              {isOpen ? <RentalInbox id={rental.id} /> : null}
            </div>
          </div>
        ) : null}
        {rental.isForgotten ? <p className="text-muted text-sm">{t("forgotten")}</p> : null}
        <ExtensionHistory extensions={rental.extensions} rubPerUsd={rubPerUsd} />
        {isRunning(rental) ? (
          <div className="flex flex-wrap items-center gap-2">
            {rental.extendableHours >= rentHours.min ? (
              <Button aria-haspopup="dialog" onClick={() => setIsExtending(true)}>
                {t("extend")}
              </Button>
            ) : null}
            <CancelLine rental={rental} onCancelled={onCancelled} />
          </div>
        ) : null}
        {isRentShown && !isRunning(rental) ? (
          <div className="justify-self-start">
            <RentAgain rental={rental} />
          </div>
        ) : null}
        <AskForHelp
          subject={t("helpSubject", {
            id: String(rental.id),
            service: rental.service.name,
            country: rental.country.name,
          })}
        >
          {t("help")}
        </AskForHelp>
        {isExtending ? (
          <ExtensionDialog rental={rental} rubPerUsd={rubPerUsd} onClose={() => setIsExtending(false)} />
        ) : null}
      </article>
    </Card>
  );
}
