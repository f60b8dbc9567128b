import { queryOptions } from "@tanstack/react-query";
import type { Deliveries } from "#features/pricing/offers.rules.ts";
import type { WireDelivery, WireOffer } from "#features/pricing/pricing.contract.ts";
import type { Visitor } from "#features/site/visitor.client.ts";
import { getJson } from "#lib/api/browser-client.ts";

/** By whose prices a list is asked for. */
export type PriceBuyer = {
  /** The account buys at wholesale. */
  wholesale: boolean;
  /** Id of the signed-in user who pays other prices than everybody, else "guest". */
  user: number | "guest";
};

/** By whose prices this visitor buys; by everybody's while nobody knows who it is. */
export function priceBuyerOf(visitor: Visitor | null | undefined): PriceBuyer {
  const { wholesale = false, custom_price = false } = visitor?.dynamicFields ?? {};
  return { wholesale, user: visitor && (wholesale || custom_price) ? visitor.id : "guest" };
}

/** Countries, prices and stock for a service; looked at again every half minute while it is on the screen. */
export function countryPricesQuery(serviceId: number, { wholesale, user }: PriceBuyer) {
  return queryOptions({
    queryKey: ["country", "get-prices", serviceId, wholesale, user],
    queryFn: () =>
      getJson<WireOffer[]>(`country/get-prices/${serviceId}`, {
        params: { wholesale: wholesale ? 1 : 0, user },
      }),
    staleTime: 10_000,
    refetchInterval: 30_000,
  });
}

/** How the countries that sell a service have done within 30 days. */
export function deliveriesQuery(serviceId: number) {
  return queryOptions({
    queryKey: ["country", "delivery", serviceId],
    queryFn: async (): Promise<Deliveries> => {
      const found = await getJson<WireDelivery[]>(`country/delivery/${serviceId}`);
      return Object.fromEntries(
        found.map(({ country_external_id, ...delivery }) => [country_external_id, delivery]),
      );
    },
    staleTime: 300_000,
  });
}
