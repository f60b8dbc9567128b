import { z } from "zod";
import { ServiceCode } from "#features/catalogue/catalogue.contract.ts";
import { rentalErrors } from "#features/rentals/rentals.errors.ts";
import { fullRentCode, rentHours } from "#features/rentals/rentals.rules.ts";
import { Currency, countryQuery, defineRest } from "#features/rest-api/rest-api.contract.ts";

export const RestRentOffer = z
  .strictObject({
    service: z.string().describe(`Code of the service; \`${fullRentCode}\`: the whole number`),
    country: z.number().int().describe("Id of the country"),
    hours: z.number().int(),
    priceKopecks: z.number().int().describe("For these hours"),
    retailPriceKopecks: z
      .number()
      .int()
      .describe(
        "What anyone pays for these hours, to hold against one's own price; equal to it where the account has none of its own",
      ),
    hourKopecks: z.number().int().describe("An hour at its full price; many hours cost less each"),
    currency: Currency,
    count: z.number().int().describe("Numbers that are free now"),
    operators: z.array(z.string()),
  })
  .meta({ id: "RentOffer" });
export type RestRentOffer = z.infer<typeof RestRentOffer>;

export const restListRentOffers = defineRest({
  id: "restListRentOffers",
  method: "GET",
  path: "/rentals/offers",
  tag: "rentals",
  summary: "What can be rented, at what price",
  description:
    "Name `service` or `country` or both. With a key the prices are those that its account pays, without one those that anyone " +
    "pays. Cheapest first.",
  access: "public",
  scope: "read",
  query: z
    .object({
      service: ServiceCode.optional().describe(`Code of a service, or \`${fullRentCode}\``),
      country: countryQuery,
      hours: z
        .string()
        .regex(/^\d{1,6}$/)
        .transform(Number)
        .default(rentHours.min)
        .meta({
          type: "integer",
          minimum: rentHours.min,
          maximum: rentHours.max,
          default: rentHours.min,
          description: "For how long; a day is 24",
        }),
    })
    .refine(({ service, country }) => service !== undefined || country !== undefined, {
      path: ["service"],
      message: "name a service or a country",
    }),
  response: z.strictObject({ data: z.array(RestRentOffer) }),
  errors: [rentalErrors.SERVICE_NOT_FOUND, rentalErrors.COUNTRY_NOT_FOUND, rentalErrors.INVALID_TIME],
  examples: {
    day: {
      summary: "A day for Telegram in Indonesia",
      query: { service: "tg", country: "6", hours: "24" },
      answer: {
        data: [
          {
            service: "tg",
            country: 6,
            hours: 24,
            priceKopecks: 3_360,
            retailPriceKopecks: 3_360,
            hourKopecks: 140,
            currency: "RUB",
            count: 37,
            operators: ["any"],
          },
        ],
      },
    },
  },
});
