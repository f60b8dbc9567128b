import { queryOptions } from "@tanstack/react-query";
import { kopecksOnWire } from "#features/pricing/offers.rules.ts";
import type { WireStock } from "#features/pricing/pricing.contract.ts";
import type { StockById } from "#features/rentals/shop/rent-stock.rules.ts";
import { getJson } from "#lib/api/browser-client.ts";

/** What can be rented of each service now, by id. The choice waits for it, so it is not asked for again and again. */
export const rentStockQuery = queryOptions({
  queryKey: ["rent", "stock"],
  queryFn: async (): Promise<StockById> => {
    const found = await getJson<WireStock[]>("rent/stock");
    return new Map(found.map(({ id, price, count }) => [id, { fromKopecks: kopecksOnWire(price), count }]));
  },
  staleTime: 30_000,
  retry: false,
});
