import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type {
  AccountOrder,
  AccountOrderDetails,
  OfferInfo,
  OfferSection,
  ReadyService,
} from "#features/ready-accounts/ready-accounts.contract.ts";
import { getJson } from "#lib/api/browser-client.ts";

const shopKey = ["ready-accounts", "shop"] as const;
export const accountOrdersKey = ["ready-accounts", "orders"] as const;

/** Services whose accounts are on sale. */
export const readyServicesQuery = queryOptions({
  queryKey: [...shopKey, "services"],
  queryFn: () => getJson<ReadyService[]>("ready-accounts/services-list"),
  staleTime: 30_000,
});

/** A service's offers, by group. */
export function readyOffersQuery(service: string) {
  return queryOptions({
    queryKey: [...shopKey, "offers", service],
    queryFn: () => getJson<OfferSection[]>("ready-accounts/offers-list", { params: { service } }),
    staleTime: 10_000,
  });
}

/** One offer in full. */
export function readyOfferQuery(id: number) {
  return queryOptions({
    queryKey: [...shopKey, "offer", id],
    queryFn: () => getJson<OfferInfo>(`ready-accounts/offer-info/${id}`),
    staleTime: 10_000,
  });
}

/** So often an order is asked for while it is being prepared. */
const PREPARING_MS = 2_000;

type OrderPage = { orders: AccountOrder[]; nextCursor: string | null };

/** The own orders, page by page. */
export const accountOrdersQuery = infiniteQueryOptions({
  queryKey: [...accountOrdersKey, "list"],
  queryFn: ({ pageParam }) => getJson<OrderPage>("ready-accounts/orders", { params: { cursor: pageParam } }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
  staleTime: 10_000,
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ orders }) => orders.some((order) => order.state === "held"))
      ? PREPARING_MS
      : false,
});

/** One order with what was delivered. */
export function accountOrderQuery(id: number) {
  return queryOptions({
    queryKey: [...accountOrdersKey, "one", id],
    queryFn: () => getJson<AccountOrderDetails>(`ready-accounts/orders/${id}`),
    staleTime: 60_000,
    refetchInterval: ({ state }) => (state.data?.state === "held" ? PREPARING_MS : false),
  });
}

/** Saves delivered accounts as the file that `GET ready-accounts/orders/{id}/file` is. */
export function saveAccounts(items: readonly string[], fileName: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([`${JSON.stringify(items, null, 2)}\n`], { type: "text/plain" }));
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
