import { useInfiniteQuery } from "@tanstack/react-query";
import type { PaidWeeks } from "#features/loyalty/loyalty.contract.ts";
import { getJson } from "#lib/api/browser-client.ts";

/** Paid weeks, newest first: the page brings the first ones, the others come when they are asked for. */
export function usePaidWeeks(initial: PaidWeeks) {
  return useInfiniteQuery({
    queryKey: ["loyalty", "weeks", initial.weeks[0]?.week ?? null],
    queryFn: ({ pageParam }) =>
      getJson<PaidWeeks>("loyalty/weeks", { params: pageParam === null ? {} : { before: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ weeks, isMore }) => (isMore ? (weeks.at(-1)?.week ?? null) : null),
    initialData: { pages: [initial], pageParams: [null] },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
