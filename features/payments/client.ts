import { hashKey, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { PaymentView } from "#features/payments/contract.ts";
import type { ReturnContext } from "#features/payments/rules.ts";
import { balanceKey } from "#features/site/visitor/client.ts";
import { api, getJson, toApiProblem } from "#lib/api/browser-client.ts";

const POLL_MS = 2_000;
const SLOW_POLL_MS = 10_000;
/** After this a payment counts as slow: it is asked for less often and the page says so. */
const SLOW_AFTER_MS = 90_000;

export type TopUp = { method: string; amountKopecks: number; context: ReturnContext };
type Started = { id: number; redirectUrl: string };
type Intent = { key: string; of: string };

const INTENT_KEY = "top-up";

/** The key of a top-up that never got a definite answer, else a new one; another amount or method is another top-up. */
function intentOf(topUp: TopUp): Intent {
  const of = JSON.stringify(topUp);
  const kept = readIntent();
  if (kept?.of === of) return kept;
  const intent = { key: crypto.randomUUID(), of };
  sessionStorage.setItem(INTENT_KEY, JSON.stringify(intent));
  return intent;
}

function readIntent(): Intent | null {
  try {
    return JSON.parse(sessionStorage.getItem(INTENT_KEY) ?? "null") as Intent | null;
  } catch {
    return null;
  }
}

/**
 * Begins a top-up. A call whose answer was lost is repeated with the same key by the next press of the button, so
 * nothing is begun twice. Throws ApiProblem.
 */
export async function startTopUp(topUp: TopUp): Promise<Started> {
  const { method, amountKopecks, context } = topUp;
  const headers = { "Idempotency-Key": intentOf(topUp).key };
  try {
    const { data } = await api.post<Started>("payments", { method, amountKopecks, ...context }, { headers });
    sessionStorage.removeItem(INTENT_KEY);
    return data;
  } catch (error) {
    const problem = toApiProblem(error);
    if (problem.status >= 400 && problem.status < 500) sessionStorage.removeItem(INTENT_KEY);
    throw problem;
  }
}

function paymentQuery(id: number) {
  return queryOptions({
    queryKey: ["payments", id],
    queryFn: () => getJson<PaymentView>(`payments/${id}`),
    staleTime: 1_000,
  });
}

/**
 * A payment that is watched until nothing more is expected of it: polled, and looked at at once when a live event says
 * that something about the user's money has changed. A failure keeps what was known.
 */
export function useWatchedPayment(initial: PaymentView) {
  const client = useQueryClient();
  const query = useQuery({
    ...paymentQuery(initial.id),
    initialData: initial,
    refetchInterval: ({ state }) => {
      if (state.data && !state.data.isOpen) return false;
      const polls = state.dataUpdateCount + state.errorUpdateCount;
      return polls * POLL_MS > SLOW_AFTER_MS ? SLOW_POLL_MS : POLL_MS;
    },
    refetchIntervalInBackground: true,
  });
  const { isOpen, state } = query.data;
  const isSlow = useIsSlow(isOpen);
  useEffect(() => {
    if (!isOpen) return;
    return client.getQueryCache().subscribe((event) => {
      const isBalance = event.type === "updated" && hashKey(event.query.queryKey) === hashKey(balanceKey);
      if (!isBalance || event.action.type !== "success") return;
      void client.invalidateQueries({ queryKey: paymentQuery(initial.id).queryKey });
    });
  }, [client, initial.id, isOpen]);
  useEffect(() => {
    if (state === "credited") void client.invalidateQueries({ queryKey: balanceKey });
  }, [client, state]);
  return { payment: query.data, isFailed: query.isError, isSlow };
}

function useIsSlow(isOpen: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isOpen]);
  return isSlow;
}
