import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type KnownSearch,
  mergedSearches,
  withSearch,
} from "#features/activations/search/known-search.rules.ts";
import type { SearchInput, SearchView } from "#features/activations/search/search.contract.ts";
import { useFallbackPolling } from "#features/site/polling.client.ts";
import { api, getJson } from "#lib/api/browser-client.ts";
import { callOnce, unanswered } from "#lib/api/call-once.ts";
import { monotonicMs } from "#lib/clock.ts";

export const searchesKey = ["searches"] as const;

/** How often a search that runs is read: events tell how it ends, not each attempt. */
const ATTEMPTS_EVERY_MS = 2_000;

function stamped(view: SearchView): KnownSearch {
  return { ...view, receivedAtMs: monotonicMs() };
}

const searchesQuery = queryOptions({
  queryKey: searchesKey,
  queryFn: async ({ client }): Promise<KnownSearch[]> => {
    const beganMs = monotonicMs();
    const { searches } = await getJson<{ searches: SearchView[] }>("searches");
    const known = client.getQueryData<KnownSearch[]>(searchesKey) ?? [];
    return mergedSearches(searches.map(stamped), known, beganMs);
  },
  staleTime: 10_000,
});

/** Whether it tries for a number, as against having one or having ended. */
export function isRunning({ state }: SearchView): boolean {
  return state === "searching" || state === "asking" || state === "stopping";
}

/** The signed-in user's searches: those that run, and those that ended a moment ago. */
export function useSearches() {
  const fallback = useFallbackPolling();
  return useQuery({
    ...searchesQuery,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? ATTEMPTS_EVERY_MS : fallback()),
  });
}

/** The searches for what stands on every page: asked for once where they are wanted, polled only while live events do not reach the page. */
export function useShellSearches(isWanted: boolean) {
  return useQuery({ ...searchesQuery, enabled: isWanted, refetchInterval: useFallbackPolling() });
}

/** The same without asking for them: what another part of the page reads. */
export function useKnownSearches() {
  return useQuery({ ...searchesQuery, enabled: false });
}

/** Puts a search, as an answer or a live event told it, on the screen. What has ended stays ended. */
export function putSearch(client: QueryClient, told: SearchView): void {
  client.setQueryData<KnownSearch[]>(searchesKey, (list = []) => withSearch(list, stamped(told)));
}

/** What the site asks for; the server fills in the rest. */
export type Wanted = Pick<SearchInput, "service" | "country" | "seconds"> & {
  readonly operator?: string;
  readonly maxPriceKopecks?: number;
  readonly raises: readonly { afterSeconds: number; maxPriceKopecks: number }[];
  readonly replace?: { readonly afterSeconds: number; readonly times: number };
};

/** Begins a search; one whose answer was lost is asked for again as it was. Throws the ApiProblem of a refusal. */
export async function beginSearch(client: QueryClient, wanted: Wanted): Promise<SearchView> {
  const name = `search:${wanted.service}:${wanted.country}`;
  const asked = unanswered<Wanted>(name) ?? wanted;
  const view = await callOnce(name, asked, (headers) => api.post<SearchView>("searches", asked, { headers }));
  putSearch(client, view);
  return view;
}

/** Stops a search, whoever began it. */
export function useStopSearch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: number) => (await api.post<SearchView>(`searches/${id}/stop`, {})).data,
    onSuccess: (view) => putSearch(client, view),
    onError: () => void client.invalidateQueries({ queryKey: searchesKey }),
  });
}

/** Has a waiting number replaced when no SMS comes; what is not said is what the server takes for good. Throws the ApiProblem of a refusal. */
export async function beginReplacing(
  client: QueryClient,
  orderId: number,
  wanted: { readonly afterSeconds?: number; readonly times?: number } = {},
): Promise<void> {
  const view = await callOnce(`replace:${orderId}`, wanted, (headers) =>
    api.post<SearchView>(`activations/${orderId}/replace`, wanted, { headers }),
  );
  putSearch(client, view);
}

/** The same for a number's card. */
export function useReplace() {
  const client = useQueryClient();
  return useMutation({ mutationFn: (orderId: number) => beginReplacing(client, orderId) });
}
