import { hashKey, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useRef, useState } from "react";
import { reportPurchases } from "#features/payments/commerce/commerce.client.ts";
import type { PaymentView } from "#features/payments/payments.contract.ts";
import type { ReturnContext } from "#features/payments/payments.rules.ts";
import { balanceKey } from "#features/site/visitor.client.ts";
import { type ApiProblem, api, getJson } from "#lib/api/browser-client.ts";
import { callOnce, judgeProblem, type Verdict } from "#lib/api/call-once.ts";

const POLL_MS = 2_000;
const SLOW_POLL_MS = 10_000;
/** After this a payment counts as slow: it is asked for less often and the page says so. */
const SLOW_AFTER_MS = 90_000;

export type TopUp = { method: string; amountKopecks: number; context: ReturnContext };
type Started = { id: number; redirectUrl: string };

/** A provider that is away now is asked again by the next press, with the same key. */
export const judgeTopUp = (problem: ApiProblem): Verdict =>
  problem.code === "PROVIDER_UNAVAILABLE" ? "later" : judgeProblem(problem);

/** Posts something that must happen once; `name` is where its key is held meanwhile. Throws ApiProblem. */
export function postOnce<Answer>(name: string, path: string, body: object): Promise<Answer> {
  return callOnce(name, body, (headers) => api.post<Answer>(path, body, { headers }), judgeTopUp);
}

/** Begins a top-up. Throws ApiProblem. */
export function startTopUp({ method, amountKopecks, context }: TopUp): Promise<Started> {
  return postOnce<Started>("top-up", "payments", { method, amountKopecks, ...context });
}

/** What the pay page has chosen so far, for parts that other features put on it. Null while there is no amount. */
export type TopUpDraft = { readonly method: string; readonly amountKopecks: number | null };

/** Provided by the pay form around what it is handed. */
export const TopUpDraftContext = createContext<TopUpDraft>({ method: "", amountKopecks: null });

/** The amount and method on the pay page, as they change. */
export function useTopUpDraft(): TopUpDraft {
  return useContext(TopUpDraftContext);
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
  useMoneyNews(isOpen, () => {
    void client.invalidateQueries({ queryKey: paymentQuery(initial.id).queryKey });
  });
  useEffect(() => {
    if (state !== "credited") return;
    void client.invalidateQueries({ queryKey: balanceKey });
    void reportPurchases();
  }, [client, state]);
  return { payment: query.data, isFailed: query.isError, isSlow };
}

/** Calls back whenever the balance is read anew, which live events about the user's money bring about. */
export function useMoneyNews(enabled: boolean, onNews: () => void): void {
  const client = useQueryClient();
  const told = useRef(onNews);
  told.current = onNews;
  useEffect(() => {
    if (!enabled) return;
    return client.getQueryCache().subscribe((event) => {
      const isBalance = event.type === "updated" && hashKey(event.query.queryKey) === hashKey(balanceKey);
      if (isBalance && event.action.type === "success") told.current();
    });
  }, [client, enabled]);
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
