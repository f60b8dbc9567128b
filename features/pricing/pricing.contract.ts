import { z } from "zod";
import { WholeNumber } from "#features/catalogue/catalogue.contract.ts";
import { servicePageSize } from "#features/catalogue/catalogue.rules.ts";
import { pricingErrors } from "#features/pricing/pricing.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";

const wireFlag = z
  .enum(["0", "1"])
  .default("0")
  .transform((value) => value === "1");
const idParam = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

/** An offer as the site's calls spell it (spec, section 3). Prices are RUB numbers with at most two decimals. */
export const WireOffer = z.strictObject({
  country_external_id: z.number().int(),
  service_external_id: z.string(),
  country_slug: z.string(),
  service_slug: z.string(),
  name: z.string(),
  /** What the tier of the answer pays. */
  price: z.number(),
  /** What the other tier pays, for comparison; null where that is the same. */
  otherTierPrice: z.number().nullable(),
  count: z.number().int(),
  /** 'Your price'; null when the account has none. */
  customPrice: z.number().nullable(),
  /** The lowest supplier has little left: the page offers to repeat the request. */
  isNeedRepeat: z.boolean(),
});
export type WireOffer = z.infer<typeof WireOffer>;

const tierQuery = {
  /** Answered at wholesale to accounts of that tier alone, at retail to everybody else: a list shows what is paid. */
  wholesale: wireFlag,
  /** `guest` or the caller's own id; another's id is read as guest. */
  user: z.string().max(40).default("guest"),
};

/** Countries that sell a service, cheapest first. */
export const listCountryPricesEndpoint = defineEndpoint({
  id: "listCountryPrices",
  method: "GET",
  path: "/country/get-prices/{serviceId}",
  summary: "Countries, prices and stock for a service",
  tag: "catalogue",
  access: "public",
  scope: "read",
  params: z.object({ serviceId: idParam }),
  query: z.object(tierQuery),
  response: z.array(WireOffer),
  errors: [pricingErrors.SERVICE_NOT_FOUND],
});

/** Services sold in a country, by popularity, paged; headers carry the page counts. */
export const listServicePricesEndpoint = defineEndpoint({
  id: "listServicePrices",
  method: "GET",
  path: "/service/get-prices/{countryId}",
  summary: "Services, prices and stock in a country",
  tag: "catalogue",
  access: "public",
  scope: "read",
  params: z.object({ countryId: idParam }),
  query: z.object({
    ...tierQuery,
    extra: z.string().max(10).optional(),
    query: z.string().max(100).optional(),
    page: WholeNumber.default(1),
    "per-page": WholeNumber.default(servicePageSize),
  }),
  response: z.array(WireOffer),
  errors: [pricingErrors.COUNTRY_NOT_FOUND],
});

/** How a country's numbers have done for a service. */
export const WireDelivery = z.strictObject({
  country_external_id: z.number().int(),
  /** Of a hundred numbers so many got a code, in whole percent, rounded down. */
  percent: z.number().int(),
  /** Half of the codes came within so many seconds; null where there were too few to say. */
  medianSeconds: z.number().int().nullable(),
});
export type WireDelivery = z.infer<typeof WireDelivery>;

/** What can be bought of a service now: its lowest retail price in RUB, and the numbers of all countries together. */
export const WireStock = z.strictObject({
  id: z.number().int(),
  external_id: z.string(),
  price: z.number(),
  count: z.number().int(),
});
export type WireStock = z.infer<typeof WireStock>;

export const listStockEndpoint = defineEndpoint({
  id: "listStock",
  method: "GET",
  path: "/service/stock",
  summary: "Services whose numbers can be bought now, with the lowest price and the stock of all countries",
  tag: "catalogue",
  access: "public",
  scope: "read",
  response: z.array(WireStock),
  errors: [],
});

/** RUB per USD, for display. */
export const getUsdRateEndpoint = defineEndpoint({
  id: "getUsdRate",
  method: "GET",
  path: "/currency/get-usd-rate",
  summary: "Roubles per US dollar (reference rate)",
  tag: "catalogue",
  access: "public",
  scope: "read",
  response: z.number().positive(),
  errors: [pricingErrors.RATE_UNAVAILABLE],
  cacheSeconds: 60,
});
