import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useStepUp } from "#features/identity/second-factor/second-factor.client.ts";
import { postOnce, useMoneyNews } from "#features/payments/payments.client.ts";
import type {
  WithdrawalOptions,
  WithdrawalView,
} from "#features/payments/withdrawals/withdrawals.contract.ts";
import type {
  WithdrawalMethod,
  WithdrawalSource,
  WithdrawalStage,
} from "#features/payments/withdrawals.rules.ts";
import { balanceKey } from "#features/site/visitor.client.ts";
import { api, getJson } from "#lib/api/browser-client.ts";
import { saidBeside } from "#lib/api/said-beside.ts";

export type WithdrawalsPage = { readonly withdrawals: WithdrawalView[]; readonly hasMore: boolean };

const listKey = (source: WithdrawalSource, stage: WithdrawalStage | null) =>
  ["withdrawals", source, "list", stage] as const;
const optionsKey = (source: WithdrawalSource) => ["withdrawals", source, "options"] as const;

const optionsQuery = (source: WithdrawalSource) => ({
  queryKey: optionsKey(source),
  queryFn: () => getJson<WithdrawalOptions>("withdrawals/options", { params: { source } }),
});

/** What can be taken out now; the page brings the first answer. A failure keeps what was known. */
export function useWithdrawalOptions(initial: WithdrawalOptions) {
  return useQuery({ ...optionsQuery(initial.source), initialData: initial, staleTime: 10_000 });
}

/** Asks how much can be taken out, in kopecks. A failure answers what was `known`: the API judges in the end. */
export function useLatestAvailable(source: WithdrawalSource): (known: number) => Promise<number> {
  const client = useQueryClient();
  return (known) =>
    client.fetchQuery(optionsQuery(source)).then(
      ({ availableKopecks }) => availableKopecks,
      () => known,
    );
}

/** Own withdrawals, newest first, all (the page brings the first of them) or those of a stage; read again whenever something about the user's money changes. */
export function useWithdrawals(
  source: WithdrawalSource,
  initial: WithdrawalsPage,
  stage: WithdrawalStage | null = null,
) {
  const client = useQueryClient();
  useMoneyNews(true, () => void client.invalidateQueries({ queryKey: ["withdrawals", source] }));
  return useInfiniteQuery({
    queryKey: listKey(source, stage),
    queryFn: ({ pageParam }) =>
      getJson<WithdrawalsPage>("withdrawals", {
        params: { source, ...(stage ? { stage } : {}), ...(pageParam === null ? {} : { before: pageParam }) },
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ withdrawals, hasMore }) => (hasMore ? (withdrawals.at(-1)?.id ?? null) : null),
    ...(stage ? {} : { initialData: { pages: [initial], pageParams: [null] } }),
    staleTime: 10_000,
  });
}

export type WithdrawalInput = {
  readonly source: WithdrawalSource;
  readonly method: WithdrawalMethod;
  readonly amountKopecks: number;
  readonly paymentId?: number;
  readonly requisites?: string;
  readonly comment?: string;
};

/** Asks for a withdrawal, once however often the button is pressed while the answer is away. */
export function useRequestWithdrawal(source: WithdrawalSource) {
  const stepUp = useStepUp();
  const refresh = useRefresh(source);
  return useMutation({
    meta: saidBeside,
    mutationFn: (wish: WithdrawalInput) =>
      stepUp(() => postOnce<WithdrawalView>(`withdraw-${source}`, "withdrawals", wish)),
    onSettled: refresh,
  });
}

/** Confirms a new card or address with the mailed code. */
export function useConfirmDestination(source: WithdrawalSource) {
  const stepUp = useStepUp();
  const refresh = useRefresh(source);
  return useMutation({
    meta: saidBeside,
    mutationFn: ({ id, code }: { id: number; code: string }) =>
      stepUp(async () => (await api.post<WithdrawalView>(`withdrawals/${id}/confirm`, { code })).data),
    onSettled: refresh,
  });
}

/** Takes a request back. */
export function useCancelWithdrawal(source: WithdrawalSource) {
  const refresh = useRefresh(source);
  return useMutation({
    meta: saidBeside,
    mutationFn: async (id: number) => (await api.post<WithdrawalView>(`withdrawals/${id}/cancel`, {})).data,
    onSettled: refresh,
  });
}

function useRefresh(source: WithdrawalSource) {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ["withdrawals", source] }),
      client.invalidateQueries({ queryKey: ["referrals"] }),
      client.invalidateQueries({ queryKey: balanceKey }),
    ]);
}
