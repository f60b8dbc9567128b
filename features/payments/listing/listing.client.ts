import { infiniteQueryOptions } from "@tanstack/react-query";
import type { PaymentPage } from "#features/payments/listing/listing.contract.ts";
import { getJson } from "#lib/api/browser-client.ts";

export const paymentListKey = ["payments", "list"] as const;

/** The own payments, page by page; `initial` came with the page. */
export function paymentListQuery(initial: PaymentPage) {
  return infiniteQueryOptions({
    queryKey: paymentListKey,
    queryFn: ({ pageParam }) =>
      getJson<PaymentPage>("payments", pageParam === null ? {} : { params: { before: pageParam } }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ isMore, payments }) => (isMore ? (payments.at(-1)?.id ?? null) : null),
    initialData: { pages: [initial], pageParams: [null] },
    staleTime: 5_000,
  });
}
