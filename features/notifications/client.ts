import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { activeNumbersKey, putActivation } from "#features/activations/client.ts";
import type {
  ActivationEvent,
  BalanceEvent,
  ReadyEvent,
  RentalEvent,
} from "#features/notifications/contract.ts";
import { putRental, rentalsKey } from "#features/rentals/client.ts";
import { balanceKey, putWallet } from "#features/site/visitor/client.ts";
import { setLive } from "#lib/api/live-state.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

type Handlers = {
  onReady: (event: ReadyEvent) => void;
  onActivation: (event: ActivationEvent) => void;
  onRental: (event: RentalEvent) => void;
  onBalance: (event: BalanceEvent) => void;
  onLost: () => void;
};

/**
 * Opens the stream and keeps it open: EventSource comes back by itself after a cut, but gives up for good on an answer
 * such as 503; then a new one is opened, from the last event on. Returns what closes it.
 */
export function openLiveStream(locale: string, handlers: Handlers): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = FIRST_WAIT_MS;
  let lastEventId = "";

  const on = <T>(name: string, handle: (data: T) => void) => {
    source?.addEventListener(name, (event) => {
      lastEventId = event.lastEventId || lastEventId;
      handle(JSON.parse(event.data as string) as T);
    });
  };
  const open = () => {
    const query = new URLSearchParams({ locale, ...(lastEventId ? { "Last-Event-ID": lastEventId } : {}) });
    source = new EventSource(`/api/stream?${query}`, { withCredentials: true });
    on<ReadyEvent>("ready", (event) => {
      waitMs = FIRST_WAIT_MS;
      handlers.onReady(event);
    });
    on<ActivationEvent>("activation", handlers.onActivation);
    on<RentalEvent>("rental", handlers.onRental);
    on<BalanceEvent>("balance", handlers.onBalance);
    source.onerror = () => {
      handlers.onLost();
      if (source?.readyState !== EventSource.CLOSED) return;
      clearTimeout(timer);
      timer = setTimeout(open, waitMs);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    };
  };

  open();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}

/** Brings live events onto the page: codes and states of numbers, rentals, and the balance. Without them lists poll. */
export function useLiveStream(): void {
  const client = useQueryClient();
  useEffect(() => {
    if (typeof EventSource === "undefined") return;
    const close = openLiveStream(localeFromTag(document.documentElement.lang), {
      onReady: ({ resumed }) => {
        setLive(true);
        // Something may have happened between the page's own data and the first word of the stream.
        if (!resumed) {
          void client.invalidateQueries({ queryKey: activeNumbersKey });
          void client.invalidateQueries({ queryKey: rentalsKey });
          void client.invalidateQueries({ queryKey: balanceKey });
        }
      },
      onActivation: ({ activation }) => putActivation(client, activation),
      onRental: ({ rental }) => putRental(client, rental),
      onBalance: ({ balance: _roubles, ...wallet }) => putWallet(client, wallet),
      onLost: () => setLive(false),
    });
    return () => {
      close();
      setLive(false);
    };
  }, [client]);
}
