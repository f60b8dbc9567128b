import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { InvoiceView } from "#features/payments/invoice/invoice.contract.ts";
import { useMoneyNews } from "#features/payments/payments.client.ts";
import { balanceKey } from "#features/site/visitor.client.ts";
import { getJson } from "#lib/api/browser-client.ts";
import { monotonicMs } from "#lib/clock.ts";

const POLL_MS = 5_000;
const SLOW_POLL_MS = 30_000;

/** Is something still expected: of the chain soon, of the staff some time? */
function pollMs({ payment, claims }: InvoiceView): number | false {
  if (payment.isOpen) return POLL_MS;
  return claims.some(({ state }) => state === "open") || payment.state === "expired" ? SLOW_POLL_MS : false;
}

/**
 * An invoice that is watched while something can change: polled, and looked at at once when a live event speaks of the
 * user's money. A failure keeps what was known.
 */
export function useWatchedInvoice(initial: InvoiceView) {
  const client = useQueryClient();
  const { id } = initial.payment;
  const queryKey = ["payments", id, "invoice"];
  const query = useQuery({
    queryKey,
    queryFn: () => getJson<InvoiceView>(`payments/${id}/invoice`),
    initialData: initial,
    staleTime: 1_000,
    refetchInterval: ({ state }) => (state.data ? pollMs(state.data) : POLL_MS),
    refetchIntervalInBackground: true,
  });
  const refresh = () => void client.invalidateQueries({ queryKey });
  useMoneyNews(true, refresh);
  const { state } = query.data.payment;
  useEffect(() => {
    if (state === "credited") void client.invalidateQueries({ queryKey: balanceKey });
  }, [client, state]);
  return { invoice: query.data, isFailed: query.isError, refresh };
}

/** The server's seconds counted on by the browser's own pace; a wrong clock of the browser does no harm. */
export function useSecondsLeft({ secondsLeft }: InvoiceView): number {
  const [left, setLeft] = useState(secondsLeft);
  useEffect(() => {
    const startedMs = monotonicMs();
    const count = () => setLeft(Math.max(0, secondsLeft - Math.floor((monotonicMs() - startedMs) / 1000)));
    count();
    const timer = setInterval(count, 1_000);
    return () => clearInterval(timer);
  }, [secondsLeft]);
  return left;
}
