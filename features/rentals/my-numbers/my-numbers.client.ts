import { useOrderPages } from "#features/catalogue/order-lists/order-lists.client.ts";
import type { MyNumbersPage } from "#features/rentals/my-numbers/my-numbers.contract.ts";
import { type NumberFilters, numbersFileName } from "#features/rentals/my-numbers/my-numbers.rules.ts";
import { downloadFile } from "#lib/api/download-file.ts";
import { setFilters } from "#lib/http/address-filters.ts";

/** The numbers page by page; `initial` is the first page of `initialFilters` as the page was rendered. */
export function useMyNumbers(filters: NumberFilters, initialFilters: NumberFilters, initial: MyNumbersPage) {
  return useOrderPages({ path: "numbers", filters, params: setFilters(filters), initialFilters, initial });
}

/** Fetches what the filters find as a file. Throws ApiProblem. */
export function downloadNumbers(filters: NumberFilters): Promise<void> {
  return downloadFile("numbers/export", setFilters(filters), numbersFileName(filters));
}
