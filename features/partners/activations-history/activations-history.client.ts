import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { PartnerOrderPage } from "#features/partners/activations-history/activations-history.contract.ts";
import {
  type HistoryFilters,
  orderFileName,
  setHistoryFilters,
} from "#features/partners/activations-history/activations-history.rules.ts";
import { getJson } from "#lib/api/browser-client.ts";
import { downloadFile } from "#lib/api/download-file.ts";

/** The orders page by page; `initial` is the first page of `initialFilters` as the page was rendered. */
export function useActivationsHistory(
  filters: HistoryFilters,
  initialFilters: HistoryFilters,
  initial: PartnerOrderPage,
) {
  return useInfiniteQuery({
    queryKey: ["cabinet-activations", filters],
    queryFn: ({ pageParam }) =>
      getJson<PartnerOrderPage>("cabinet/activations", {
        params: { ...setHistoryFilters(filters), ...(pageParam && { cursor: pageParam }) },
      }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...(filters === initialFilters ? { initialData: { pages: [initial], pageParams: [""] } } : {}),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}

/** Fetches what the filters find as a file. Throws ApiProblem. */
export function downloadOrders(filters: HistoryFilters): Promise<void> {
  return downloadFile("cabinet/activations/export", setHistoryFilters(filters), orderFileName(filters));
}
