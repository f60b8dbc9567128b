import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { activeNumbersKey, putActivation } from "#features/activations/activations.client.ts";
import { putSearch, searchesKey } from "#features/activations/search/search.client.ts";
import type {
  ActivationStreamEvent,
  BalanceStreamEvent,
  ReadyStreamEvent,
  RentalStreamEvent,
  SearchStreamEvent,
} from "#features/notifications/notifications.contract.ts";
import { openSharedStream } from "#features/notifications/shared-event-stream.client.ts";
import { hearRental } from "#features/rentals/news/rental-news.client.ts";
import { putRental, rentalsKey } from "#features/rentals/rentals.client.ts";
import { balanceKey, putWallet, useVisitor } from "#features/site/visitor.client.ts";
import { setLive } from "#lib/api/live-state.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";

/** Puts an event where the lists and the header look. */
function takeIn(client: QueryClient, name: string, data: unknown): void {
  if (name === "ready") {
    setLive(true);
    // Something may have happened between the page's own data and the first word of the stream.
    if ((data as ReadyStreamEvent).resumed) return;
    for (const queryKey of [activeNumbersKey, searchesKey, rentalsKey, balanceKey])
      void client.invalidateQueries({ queryKey });
  } else if (name === "activation") putActivation(client, (data as ActivationStreamEvent).activation);
  else if (name === "search") putSearch(client, (data as SearchStreamEvent).search);
  else if (name === "rental") {
    const { rental } = data as RentalStreamEvent;
    putRental(client, rental);
    hearRental(rental);
  } else if (name === "balance") {
    const { balance: _roubles, ...wallet } = data as BalanceStreamEvent;
    putWallet(client, wallet);
  }
}

/**
 * Brings live events onto every page of a signed-in user: codes and states of numbers, rentals, and the balance. All tabs of a browser
 * that show the same user in the same language share one stream. Without it lists poll.
 */
export function useLiveStream(): void {
  const client = useQueryClient();
  const { visitor } = useVisitor();
  const visitorId = visitor?.id ?? null;
  useEffect(() => {
    if (visitorId === null || typeof EventSource === "undefined") return;
    const close = openSharedStream(visitorId, localeFromTag(document.documentElement.lang), {
      onEvent: (name, data) => takeIn(client, name, data),
      onLost: () => setLive(false),
    });
    return () => {
      close();
      setLive(false);
    };
  }, [client, visitorId]);
}
