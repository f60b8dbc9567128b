import { z } from "zod";
import { pricingErrors } from "#features/pricing/pricing.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { locales } from "#lib/i18n/locales.ts";

const Text = z.string().max(100).optional();

/** A table of prices as a file. */
export const exportPricesEndpoint = defineEndpoint({
  id: "exportPrices",
  method: "GET",
  path: "/prices/export",
  summary: "All prices of a service or in a country as a CSV file",
  description:
    "What the page of prices shows, all its rows in its order. UTF-8 with a byte order mark, separator and decimal sign as " +
    "spreadsheets of the language expect them. Prices are roubles.",
  tag: "catalogue",
  access: "public",
  query: z.object({
    /** The slug of one of the two; the default service without. */
    service: Text,
    country: Text,
    q: Text,
    sort: Text,
    /** A link cannot send headers, so the language may stand here. */
    locale: z.enum(locales).optional(),
  }),
  response: z.string(),
  produces: "text/csv",
  errors: [pricingErrors.SERVICE_NOT_FOUND, pricingErrors.COUNTRY_NOT_FOUND],
  cacheSeconds: 0,
});
