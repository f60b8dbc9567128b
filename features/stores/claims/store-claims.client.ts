import { infiniteQueryOptions } from "@tanstack/react-query";
import type { StoreClaim } from "#features/stores/claims/store-claims.contract.ts";
import { storeKey, storeLiveMs } from "#features/stores/store-step.client.ts";
import { getJson } from "#lib/api/browser-client.ts";

type ClaimPage = { readonly items: StoreClaim[]; readonly hasMore: boolean };

/** Claims about the store's accounts, oldest first. */
export function storeClaimsQuery(only: "open" | "decided") {
  return infiniteQueryOptions({
    queryKey: [...storeKey, "claims", only],
    queryFn: ({ pageParam }) => getJson<ClaimPage>("store/claims", { params: { only, after: pageParam } }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ items, hasMore }) => (hasMore ? (items.at(-1)?.id ?? null) : null),
    refetchInterval: storeLiveMs,
  });
}
