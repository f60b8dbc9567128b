import { z } from "zod";
import { ServiceCode } from "#features/catalogue/catalogue.contract.ts";
import { pricingErrors } from "#features/pricing/pricing.errors.ts";
import { Currency, countryQuery, defineRest, Instant } from "#features/rest-api/rest-api.contract.ts";
import { ratedPurchases } from "#features/statistics/delivery/delivery.rules.ts";
import { metricDays } from "#features/statistics/statistics.rules.ts";

const LadderStep = z.strictObject({
  priceKopecks: z.number().int(),
  count: z.number().int().describe("Numbers at this price"),
  operators: z.array(z.string()).describe("Whose they are; `any`: the supplier does not tell"),
  changedAt: Instant.describe("When price or stock of this step last changed"),
});

export const RestOffer = z
  .strictObject({
    service: z.string().describe("Code of the service"),
    country: z.number().int().describe("Id of the country"),
    priceKopecks: z.number().int().describe("The lowest price; what a purchase without a limit pays"),
    retailPriceKopecks: z
      .number()
      .int()
      .describe(
        "The lowest price that anyone pays, to hold against one's own; equal to it where the account has none of its own",
      ),
    currency: Currency,
    count: z.number().int().describe("Numbers that can be on air now"),
    deliveryPercent: z
      .number()
      .nullable()
      .describe(
        `Of a hundred purchases so many got a code, within ${metricDays} days; null below ${ratedPurchases} purchases`,
      ),
    ladder: z.array(LadderStep).describe("Every price, lowest first; counts are not added up"),
  })
  .meta({ id: "Offer" });
export type RestOffer = z.infer<typeof RestOffer>;

export const restListOffers = defineRest({
  id: "restListOffers",
  method: "GET",
  path: "/offers",
  tag: "offers",
  summary: "Prices and stock of a service, of a country, or of both",
  description:
    "Name `service` or `country` or both. With a key the prices are those that its account pays, without one those that anyone " +
    "pays. What is out of stock is not listed. Cheapest first.",
  access: "public",
  scope: "read",
  query: z
    .object({
      service: ServiceCode.optional().describe("Code of a service"),
      country: countryQuery,
    })
    .refine(({ service, country }) => service !== undefined || country !== undefined, {
      path: ["service"],
      message: "name a service or a country",
    }),
  response: z.strictObject({ data: z.array(RestOffer) }),
  errors: [pricingErrors.SERVICE_NOT_FOUND, pricingErrors.COUNTRY_NOT_FOUND],
  examples: {
    telegram: {
      summary: "Telegram in Indonesia",
      query: { service: "tg", country: "6" },
      answer: {
        data: [
          {
            service: "tg",
            country: 6,
            priceKopecks: 1_400,
            retailPriceKopecks: 1_400,
            currency: "RUB",
            count: 158,
            deliveryPercent: 87.5,
            ladder: [
              {
                priceKopecks: 1_400,
                count: 100,
                operators: ["axis", "telkomsel"],
                changedAt: "2026-11-21T11:58:40.000Z",
              },
              {
                priceKopecks: 1_550,
                count: 58,
                operators: ["any"],
                changedAt: "2026-11-21T11:59:10.000Z",
              },
            ],
          },
        ],
      },
    },
    nothing: { summary: "Out of stock", query: { service: "tg", country: "8" }, answer: { data: [] } },
  },
});
