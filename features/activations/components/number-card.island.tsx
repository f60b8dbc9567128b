"use client";

import { useTranslations } from "next-intl";
import { memo } from "react";
import { Card } from "#components/ui/card.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { type ActiveNumber, isOpen } from "#features/activations/active-list.rules.ts";
import { actionsOf } from "#features/activations/card-actions.rules.ts";
import { BuyAgain } from "#features/activations/components/buy-again.tsx";
import { MessageList } from "#features/activations/components/message-list.island.tsx";
import { MoneyLine, StateBadge } from "#features/activations/components/number-state.tsx";
import { NumberSteps } from "#features/activations/components/number-steps.island.tsx";
import { OrderHeading } from "#features/activations/components/order-heading.tsx";
import { PhoneLine } from "#features/activations/components/phone-line.island.tsx";
import { TimeLeft } from "#features/activations/components/time-left.island.tsx";
import { ReplaceToggle } from "#features/activations/search/components/replace-toggle.island.tsx";
import { AskForHelp } from "#features/site/components/support.island.tsx";

type CardProps = { number: ActiveNumber; rubPerUsd: number | null };

/** One bought number with its clock, codes and actions. Only its clock is drawn anew each second. */
export const NumberCard = memo(function NumberCard({ number, rubPerUsd }: CardProps) {
  const t = useTranslations("activations.profile");
  const open = isOpen(number);
  const actions = actionsOf(number);
  return (
    <Card className="[contain-intrinsic-size:auto_12rem] [content-visibility:auto]">
      <article
        id={`number-${number.id}`}
        tabIndex={-1}
        aria-label={`${number.service.name}, ${number.country.name}`}
        className="grid gap-4 p-4 sm:p-5"
      >
        <OrderHeading order={number} badge={<StateBadge number={number} />} />
        {number.number && actions.includes("copy-number") ? (
          <PhoneLine number={number.number} />
        ) : open ? (
          <Skeleton className="h-10 w-56" />
        ) : null}
        {open && number.state === "waiting" ? (
          <p className="flex min-h-13.5 w-fit items-center rounded-md border border-line-strong border-dashed px-4 text-muted text-sm">
            {t("waitingHint")}
          </p>
        ) : null}
        <MessageList number={number} />
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          {open && number.number ? <TimeLeft number={number} /> : null}
          <MoneyLine number={number} rubPerUsd={rubPerUsd} />
        </div>
        {actions.includes("replace") ? <ReplaceToggle orderId={number.id} /> : null}
        <NumberSteps number={number} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {open ? null : <BuyAgain number={number} />}
          <AskForHelp
            subject={t("helpSubject", {
              id: String(number.id),
              service: number.service.name,
              country: number.country.name,
            })}
          >
            {t("help")}
          </AskForHelp>
        </div>
      </article>
    </Card>
  );
});

/** Keeps the place of a card that is loading. */
export function NumberCardSkeleton() {
  return (
    <Card className="grid gap-4 p-4 sm:p-5">
      <div className="flex items-center gap-3">
        <Skeleton className="size-8" />
        <Skeleton className="h-5 w-32" />
        <Skeleton className="ml-auto h-5 w-28" />
      </div>
      <Skeleton className="h-10 w-56" />
      <Skeleton className="h-10 w-64" />
      <Skeleton className="h-10 w-72 max-w-full" />
    </Card>
  );
}
