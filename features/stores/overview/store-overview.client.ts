import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { StoreOverview, StoreSale } from "#features/stores/overview/store-overview.contract.ts";
import { storeKey, storeLiveMs } from "#features/stores/store-step.client.ts";
import { getJson } from "#lib/api/browser-client.ts";

/** The store with its sums. */
export const storeQuery = queryOptions({
  queryKey: [...storeKey, "overview"],
  queryFn: () => getJson<StoreOverview>("store"),
  refetchInterval: storeLiveMs,
});

type SalesPage = { readonly sales: StoreSale[]; readonly nextCursor: string | null };

/** What the store has sold, newest first. */
export const storeSalesQuery = infiniteQueryOptions({
  queryKey: [...storeKey, "sales"],
  queryFn: ({ pageParam }) => getJson<SalesPage>("store/sales", { params: { cursor: pageParam } }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
});
