"use client";

import { Keyboard, Smartphone } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { Button, buttonClasses } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useActiveNumbers } from "#features/activations/activations.client.ts";
import type { ActivationView } from "#features/activations/activations.contract.ts";
import { inOrder, isOpen } from "#features/activations/active-list.rules.ts";
import { NumberCard, NumberCardSkeleton } from "#features/activations/components/number-card.island.tsx";
import { useFreshOrder } from "#features/activations/fresh-order.client.ts";
import { useKeyboardHelp } from "#features/site/keyboard.client.ts";
import { type ApiProblem, toApiProblem } from "#lib/api/browser-client.ts";

type Props = {
  /** What the page was rendered with; null when it could not be read. */
  initial: readonly ActivationView[] | null;
  rubPerUsd: number | null;
};

/** The user's numbers: codes appear by themselves; `CodeWatch` tells of them on every page. */
export function ActiveNumbers({ initial, rubPerUsd }: Props) {
  const t = useTranslations("activations.profile");
  const { data, error, isPending, refetch, isFetching } = useActiveNumbers(initial);
  const numbers = inOrder(data ?? []);
  const open = numbers.filter(isOpen);
  const ended = numbers.filter((number) => !isOpen(number));
  const { orderId } = useFreshOrder();
  const isFreshShown = numbers.some(({ id }) => id === orderId);
  // Whoever buys by keyboard goes on where the number is; a screen reader says which one it is.
  useEffect(() => {
    if (!isFreshShown) return;
    document.getElementById(`number-${orderId}`)?.focus();
    useFreshOrder.setState({ orderId: null });
  }, [isFreshShown, orderId]);

  return (
    <div className="grid gap-4">
      {error && data ? <Notice tone="warn" live title={t("stale")} /> : null}
      {isPending ? <Loading /> : null}
      {error && !data ? (
        <Failure problem={toApiProblem(error)} busy={isFetching} onRetry={() => void refetch()} />
      ) : null}
      {data && open.length === 0 ? <Empty /> : null}
      {open.map((number) => (
        <NumberCard key={number.id} number={number} rubPerUsd={rubPerUsd} />
      ))}
      {ended.length > 0 ? (
        <section aria-labelledby="ended-numbers" className="grid gap-4 pt-4">
          <h2 id="ended-numbers" className="font-semibold text-lg">
            {t("ended")}
          </h2>
          {ended.map((number) => (
            <NumberCard key={number.id} number={number} rubPerUsd={rubPerUsd} />
          ))}
        </section>
      ) : null}
      <KeysButton />
    </div>
  );
}

function Loading() {
  const t = useTranslations("ui");
  return (
    <div role="status" aria-label={t("loading")} className="grid gap-4">
      <NumberCardSkeleton />
      <NumberCardSkeleton />
    </div>
  );
}

function Failure({ problem, busy, onRetry }: { problem: ApiProblem; busy: boolean; onRetry: () => void }) {
  const t = useTranslations("activations.profile");
  const ui = useTranslations("ui");
  return (
    <Card>
      <ErrorState
        title={t("failed")}
        requestIdLabel={ui("requestId")}
        requestId={problem.requestId}
        retry={
          <Button tone="accent" busy={busy} onClick={onRetry}>
            {ui("retry")}
          </Button>
        }
      >
        {problem.message || (problem.code === "NETWORK" ? ui("network") : ui("error"))}
      </ErrorState>
    </Card>
  );
}

function Empty() {
  const t = useTranslations("activations.profile.empty");
  return (
    <Card>
      <EmptyState
        icon={<Smartphone className="size-6" />}
        title={t("title")}
        action={
          <LocaleLink href="/" className={buttonClasses("accent", "lg")}>
            {t("action")}
          </LocaleLink>
        }
      >
        {t("text")}
      </EmptyState>
    </Card>
  );
}

/** The way to the site's keys, of which `NumberKeys` has those for numbers. */
function KeysButton() {
  const keyboard = useTranslations("site.keyboard");
  return (
    <div className="hidden justify-end lg:flex">
      <Button
        tone="quiet"
        size="sm"
        icon={<Keyboard aria-hidden="true" className="size-4 text-muted" />}
        onClick={() => useKeyboardHelp.setState({ isOpen: true })}
      >
        {keyboard("title")}
      </Button>
    </div>
  );
}
