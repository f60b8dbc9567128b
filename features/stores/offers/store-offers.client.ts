import { infiniteQueryOptions } from "@tanstack/react-query";
import type { AccountOfferView } from "#features/ready-accounts/stock/stock.contract.ts";
import { storeKey } from "#features/stores/store-step.client.ts";
import { getJson } from "#lib/api/browser-client.ts";

type OfferPage = { readonly items: AccountOfferView[]; readonly hasMore: boolean };

/** The store's offers, newest first. */
export const storeOffersQuery = infiniteQueryOptions({
  queryKey: [...storeKey, "offers"],
  queryFn: ({ pageParam }) => getJson<OfferPage>("store/offers", { params: { before: pageParam } }),
  initialPageParam: null as number | null,
  getNextPageParam: ({ items, hasMore }) => (hasMore ? (items.at(-1)?.id ?? null) : null),
});
