import { queryOptions } from "@tanstack/react-query";
import { kopecksOnWire } from "#features/pricing/offers.rules.ts";
import type { WireStock } from "#features/pricing/pricing.contract.ts";
import type { Stock } from "#features/pricing/stock/stock.rules.ts";
import { getJson } from "#lib/api/browser-client.ts";

/** What can be bought of each service now, by id. */
export const stockQuery = queryOptions({
  queryKey: ["stock"],
  queryFn: async (): Promise<ReadonlyMap<number, Stock>> => {
    const found = await getJson<WireStock[]>("service/stock");
    return new Map(found.map(({ id, price, count }) => [id, { fromKopecks: kopecksOnWire(price), count }]));
  },
  staleTime: 30_000,
});
