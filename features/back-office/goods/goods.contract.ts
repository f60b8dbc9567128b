import { z } from "zod";
import { Search, ServiceWire, WholeNumber } from "#features/catalogue/catalogue.contract.ts";
import { servicePageSize } from "#features/catalogue/catalogue.rules.ts";
import { pricingErrors } from "#features/pricing/pricing.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";

const Amount = z.number().int().nonnegative();

/** A country of the catalogue, and what a service's numbers cost there now. */
export const GoodsPrice = z.strictObject({
  country: z.strictObject({
    id: z.number().int(),
    name: z.string(),
    slug: z.string(),
    /** Path of the flag. */
    icon: z.string(),
  }),
  /** The lowest prices and the lowest cost of what is in stock now; null while nothing is, or where no service was named. */
  prices: z.strictObject({ retailKopecks: Amount, wholesaleKopecks: Amount, costKopecks: Amount }).nullable(),
});
export type GoodsPrice = z.infer<typeof GoodsPrice>;

const GoodsPrices = z.strictObject({ items: z.array(GoodsPrice) });
export type GoodsPrices = z.infer<typeof GoodsPrices>;

export const listDeskServicesEndpoint = defineEndpoint({
  id: "deskListServices",
  method: "GET",
  path: "/desk/services",
  tag: "desk",
  summary: "All services of the catalogue, by popularity or by how well they match a search",
  description:
    "As the public list, with what is not sold on the site too. Headers: `x-pagination-page-count`, `x-pagination-total-count`, " +
    "`x-pagination-current-page`, `x-pagination-per-page`.",
  access: "staff",
  permission: "support",
  query: z.object({
    page: WholeNumber.default(1),
    "per-page": WholeNumber.default(servicePageSize),
    search: Search.default(""),
  }),
  response: z.array(ServiceWire),
  errors: [],
});

export const listGoodsPricesEndpoint = defineEndpoint({
  id: "deskListGoodsPrices",
  method: "GET",
  path: "/desk/prices",
  tag: "desk",
  summary: "Every country with a service's retail price, wholesale price and cost now",
  description: "What is in stock comes first, cheapest first; then the other countries, popular ones first.",
  access: "staff",
  permission: "support",
  query: z.object({
    /** The protocol's code; without it the countries alone. */
    service: z.string().trim().min(1).max(20).optional(),
  }),
  response: GoodsPrices,
  errors: [pricingErrors.SERVICE_NOT_FOUND],
});
