import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import { create } from "zustand";
import type { RentalDetails, RentalView } from "#features/rentals/rentals.contract.ts";
import type { RentalCounts, RentalTab } from "#features/rentals/rentals.rules.ts";
import { api, getJson } from "#lib/api/browser-client.ts";
import { monotonicMs } from "#lib/clock.ts";

export const rentalsKey = ["rentals"] as const;
const listKey = [...rentalsKey, "list"] as const;
const detailsKey = (id: number) => [...rentalsKey, "one", id] as const;

/** A rental on the screen and when (monotonic clock of this page) it was received: its seconds count from there. */
export type ShownRental = RentalView & { readonly receivedAtMs: number };
type RentalPage = { rentals: ShownRental[]; counts: RentalCounts; page: number; pageCount: number };

function stamped<T extends RentalView>(rental: T): T & { readonly receivedAtMs: number } {
  return { ...rental, receivedAtMs: monotonicMs() };
}

/** The own rentals of a tab, page by page. */
export function rentalsQuery(tab: RentalTab) {
  return infiniteQueryOptions({
    queryKey: [...listKey, tab],
    queryFn: async ({ pageParam }): Promise<RentalPage> => {
      const { data, headers } = await api.get<{ rentals: RentalView[]; counts: RentalCounts }>("rentals", {
        params: { tab, page: pageParam },
      });
      return {
        rentals: data.rentals.map(stamped),
        counts: data.counts,
        page: pageParam,
        pageCount: Number(headers.get("x-pagination-page-count") ?? 1),
      };
    },
    initialPageParam: 1,
    getNextPageParam: (last) => (last.page < last.pageCount ? last.page + 1 : undefined),
    staleTime: 10_000,
  });
}

/** One rental with its messages and calls. */
export function rentalQuery(id: number) {
  return queryOptions({
    queryKey: detailsKey(id),
    queryFn: async ({ client }) => {
      const rental = await getJson<RentalDetails>(`rentals/${id}`);
      // Looked at after the answer: an event may have told of more meanwhile.
      return withMore(client.getQueryData<RentalDetails>(detailsKey(id)), rental);
    },
    staleTime: 10_000,
  });
}

/** The rental that got something last while the page was open. */
export const useNewestArrival = create<{ rental: RentalView | null }>(() => ({ rental: null }));

const arrivalsOf = (rental: RentalView) => rental.messagesCount + rental.callsCount;

/** A state that was overtaken on the way takes no message away. */
function withMore(known: RentalDetails | undefined, rental: RentalDetails): RentalDetails {
  return known && arrivalsOf(known) > arrivalsOf(rental) ? known : rental;
}

/** The rental as any list on the screen or in memory has it. */
function findKnown(client: QueryClient, id: number): RentalView | undefined {
  const lists = client.getQueriesData<InfiniteData<RentalPage>>({ queryKey: listKey });
  return lists
    .flatMap(([, list]) => list?.pages ?? [])
    .flatMap((page) => page.rentals)
    .find((rental) => rental.id === id);
}

/**
 * Puts a rental, as an answer or a live event told it, on the screen, and has the lists read again: it may belong to another
 * tab now.
 */
export function putRental(client: QueryClient, rental: RentalDetails): void {
  const before = findKnown(client, rental.id);
  if (before && arrivalsOf(rental) > arrivalsOf(before)) useNewestArrival.setState({ rental });
  client.setQueryData<RentalDetails>(detailsKey(rental.id), (known) => withMore(known, rental));
  client.setQueriesData<InfiniteData<RentalPage>>({ queryKey: listKey }, (list) =>
    list
      ? {
          ...list,
          pages: list.pages.map((page) => ({
            ...page,
            rentals: page.rentals.map((known) =>
              known.id === rental.id && arrivalsOf(known) <= arrivalsOf(rental) ? stamped(rental) : known,
            ),
          })),
        }
      : list,
  );
  void client.invalidateQueries({ queryKey: listKey });
}
