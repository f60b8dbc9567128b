import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { Page } from "#features/back-office/back-office.rules.ts";
import { useStepUp } from "#features/identity/second-factor/second-factor.client.ts";
import { api, getJson } from "#lib/api/browser-client.ts";
import { callOnce } from "#lib/api/call-once.ts";
import { saidBeside } from "#lib/api/said-beside.ts";

/** Everything the desk has read; any action makes all of it old. */
const DESK = "desk";
const LIVE_MS = 30_000;

export type Filter = Readonly<Record<string, string | number | undefined>>;
function given(filter: Filter): Record<string, string | number> {
  const kept = Object.entries(filter).filter(([, value]) => value !== undefined && value !== "");
  return Object.fromEntries(kept) as Record<string, string | number>;
}

/** A list of the desk by pages; the next page begins behind the last item's id, or where the page itself says (`cursor`: which way the list runs). */
export function useDeskList<Item extends { id: number }>(
  path: string,
  filter: Filter = {},
  cursor: "before" | "after" = "before",
) {
  const params = given(filter);
  return useInfiniteQuery({
    queryKey: [DESK, path, params],
    initialPageParam: null as number | string | null,
    queryFn: ({ pageParam }) =>
      getJson<Page<Item>>(path, {
        params: { ...params, ...(pageParam === null ? {} : { [cursor]: pageParam }) },
      }),
    getNextPageParam: (page) => (page.hasMore ? (page.nextBefore ?? page.items.at(-1)?.id ?? null) : null),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  });
}

/** One thing of the desk. `isLive`: it is read again as often as the lists. */
export function useDeskItem<Item>(path: string, { isLive = false }: { isLive?: boolean } = {}) {
  return useQuery({
    queryKey: [DESK, path],
    queryFn: () => getJson<Item>(path),
    refetchInterval: isLive ? LIVE_MS : false,
  });
}

export type DeskCall = {
  readonly path: string;
  readonly body?: object;
  readonly method?: "post" | "put";
  /** Its endpoint takes an idempotency key. */
  readonly isKeyed?: boolean;
};

/** A call that changes something; afterwards everything on the desk is read again. */
export function useDeskAction<Answer = unknown>() {
  const client = useQueryClient();
  const stepUp = useStepUp();
  return useMutation({
    meta: saidBeside,
    mutationFn: ({ path, body = {}, method = "post", isKeyed = false }: DeskCall) =>
      stepUp(async () => {
        const send = (headers: Record<string, string>) => api[method]<Answer>(path, body, { headers });
        // Other words under the path of a lost answer go with its key: the refusal says that it was carried out.
        return isKeyed ? callOnce(`desk:${path}`, path, send) : (await send({})).data;
      }),
    onSettled: () => client.invalidateQueries({ queryKey: [DESK] }),
  });
}
