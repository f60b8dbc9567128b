import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { BulkView, PriceRow, PriceRows } from "#features/partners/prices/prices.contract.ts";
import type { PriceState } from "#features/partners/prices/prices.rules.ts";
import { api, getJson } from "#lib/api/browser-client.ts";
import { callOnce } from "#lib/api/call-once.ts";
import { saidBeside } from "#lib/api/said-beside.ts";

const PRICES = "cabinet-prices";

/** What the list is narrowed to. */
export type ShownPrices = { readonly search: string; readonly state: PriceState };

const paramsOf = ({ search, state }: ShownPrices) => ({ state, ...(search === "" ? {} : { search }) });

/** The partner's prices page by page. */
export function usePrices(shown: ShownPrices) {
  return useInfiniteQuery({
    queryKey: [PRICES, shown],
    initialPageParam: 0,
    queryFn: ({ pageParam }) =>
      getJson<PriceRows>("cabinet/prices", { params: { ...paramsOf(shown), offset: pageParam } }),
    getNextPageParam: ({ total }, pages) => {
      const shownCount = pages.reduce((sum, { items }) => sum + items.length, 0);
      return shownCount < total ? shownCount : null;
    },
    placeholderData: keepPreviousData,
  });
}

/** Sets one price, once however often its answer is lost. Throws ApiProblem. */
export function useSetPrice({ service, country }: PriceRow) {
  const client = useQueryClient();
  return useMutation({
    meta: saidBeside,
    mutationFn: (costKopecks: number) => {
      const body = { prices: [{ serviceId: service.id, countryId: country.id, costKopecks }] };
      return callOnce(`cabinet-price:${service.id}:${country.id}`, body, (headers) =>
        api.post<{ changed: number }>("cabinet/prices", body, { headers }),
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: [PRICES] }),
  });
}

/** What a change of all shown prices by so many percent would do; not asked while `percent` is null. */
export function useBulkPreview(shown: ShownPrices, percent: number | null) {
  return useQuery({
    queryKey: [PRICES, "bulk", shown, percent],
    queryFn: () => getJson<BulkView>("cabinet/prices/bulk", { params: { ...paramsOf(shown), percent } }),
    enabled: percent !== null,
    staleTime: 0,
  });
}

type BulkDone = { changed: number; atLimit: number; tooOften: number };

/** Changes all shown prices by so many percent, once. Throws ApiProblem. */
export function useBulkChange(shown: ShownPrices) {
  const client = useQueryClient();
  return useMutation({
    meta: saidBeside,
    mutationFn: (percent: number) => {
      const body = { ...paramsOf(shown), percent };
      return callOnce("cabinet-prices-bulk", body, (headers) =>
        api.post<BulkDone>("cabinet/prices/bulk", body, { headers }),
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: [PRICES] }),
  });
}
