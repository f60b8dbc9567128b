import { useOrderPages } from "#features/catalogue/order-lists/order-lists.client.ts";
import type { PartnerOrderPage } from "#features/partners/activations-history/activations-history.contract.ts";
import {
  type HistoryFilters,
  historyFileName,
  setHistoryFilters,
} from "#features/partners/activations-history/activations-history.rules.ts";
import { downloadFile } from "#lib/api/download-file.ts";

/** The orders page by page; `initial` is the first page of `initialFilters` as the page was rendered. */
export function useActivationsHistory(
  filters: HistoryFilters,
  initialFilters: HistoryFilters,
  initial: PartnerOrderPage,
) {
  const params = setHistoryFilters(filters);
  return useOrderPages({ path: "cabinet/activations", filters, params, initialFilters, initial });
}

/** Fetches what the filters find as a file. Throws ApiProblem. */
export function downloadOrders(filters: HistoryFilters): Promise<void> {
  return downloadFile("cabinet/activations/export", setHistoryFilters(filters), historyFileName(filters));
}
