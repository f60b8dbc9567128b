import {
  listServicesEndpoint,
  paginationHeaders,
  toServiceWire,
} from "#features/catalogue/catalogue.contract.ts";
import { listServicesForSale, saleVersion } from "#features/policy/policy.reads.ts";
import { sharedPricesMs } from "#features/pricing/pricing.rules.ts";
import { readStock } from "#features/pricing/stock/stock.reads.ts";
import { reply } from "#lib/api/route.ts";
import { sharedRoute } from "#lib/api/shared-answers.ts";

const SITE = { mode: "activation", channel: "site" } as const;

/** The catalogue's services are answered here, because those that can be bought come first. */
export const serviceListRoutes = [
  sharedRoute(
    listServicesEndpoint,
    async ({ db, query, locale }) => {
      const { byService } = await readStock(db);
      const found = await listServicesForSale(db, SITE, {
        ...query,
        perPage: query["per-page"],
        isFirst: ({ id }) => byService.has(id),
      });
      const services = found.items.map((service) => toServiceWire(service, locale));
      return reply(services, { headers: paginationHeaders(found) });
    },
    {
      keyOf: ({ query: { search, ids, page, "per-page": size } }) =>
        search === "" && ids === undefined ? `${page}:${size}` : null,
      versionOf: saleVersion,
      keptMs: sharedPricesMs,
    },
  ),
];
