import { z } from "zod";
import { ServiceCode } from "#features/catalogue/catalogue.contract.ts";
import {
  extendRentalEndpoint,
  extensionErrors,
  rentNumberEndpoint,
} from "#features/rentals/rentals.contract.ts";
import { rentalErrors } from "#features/rentals/rentals.errors.ts";
import { cancelMinutes, fullRentCode, rentalStates, rentHours } from "#features/rentals/rentals.rules.ts";
import { restExampleRental } from "#features/rest-api/rentals/rental-examples.rules.ts";
import {
  Currency,
  defineRest,
  Instant,
  idParams,
  PageOf,
  pageQuery,
  purchaseRates,
  seen,
  statesQuery,
  wait,
} from "#features/rest-api/rest-api.contract.ts";
import { kopecks } from "#lib/money/kopecks.ts";

const Kopecks = z.number().int();

export const RestRental = z
  .strictObject({
    id: z.number().int(),
    state: z
      .enum(rentalStates)
      .describe(
        "`active`: nothing has come yet; `received`: something has; `expired` and `canceled` are over",
      ),
    service: z
      .strictObject({ code: z.string(), name: z.string() })
      .describe(`\`${fullRentCode}\`: the whole number, every SMS of every service`),
    country: z.strictObject({ id: z.number().int(), iso2: z.string(), name: z.string() }),
    operator: z.string(),
    number: z.string().nullable().describe("International digits without a plus sign"),
    hours: z.number().int().describe("All that was bought, with extensions"),
    priceKopecks: Kopecks.describe("Of the first time; what extensions cost stands beside them"),
    currency: Currency,
    money: z.enum(["held", "captured", "given-back"]),
    closeReason: z.string().nullable(),
    createdAt: Instant,
    expiresAt: Instant,
    closedAt: Instant.nullable(),
    expiresIn: z.number().int().describe("Seconds left by the server's clock; 0 when it is closed"),
    cancellableFor: z
      .number()
      .int()
      .nullable()
      .describe("Seconds in which it can still be cancelled with a full refund; null = it cannot"),
    extendableHours: z.number().int().describe("Hours that an extension can have at most now; 0 = none"),
    messagesCount: z.number().int(),
    callsCount: z.number().int(),
    revision: z.string().describe("Changes with state, hours, messages and calls; what `seen` takes"),
    extensions: z
      .array(z.strictObject({ at: Instant, priceKopecks: Kopecks, hours: z.number().int() }))
      .describe("Newest first"),
  })
  .meta({ id: "Rental" });
export type RestRental = z.infer<typeof RestRental>;

const RestRentalMessage = z
  .strictObject({
    id: z.number().int(),
    sender: z.string(),
    text: z.string(),
    code: z.string().nullable().describe("Null where none was recognised"),
    receivedAt: Instant,
  })
  .meta({ id: "RentalMessage" });

const RestRentalCall = z
  .strictObject({ id: z.number().int(), caller: z.string(), calledAt: Instant })
  .meta({ id: "RentalCall" });

const hours = z.number().int().min(rentHours.min).max(rentHours.max);
const maxPriceKopecks = z
  .number()
  .int()
  .min(1)
  .max(1_000_000_000)
  .transform(kopecks)
  .optional()
  .describe("Highest total to pay; no limit when left out");

const common = { tag: "rentals", access: "user" } as const;
const params = { id: String(restExampleRental.id) };
const shown = { params, answer: restExampleRental };

const names = { of: "rental", notFound: rentalErrors.RENTAL_NOT_FOUND } as const;

export const restRent = defineRest({
  ...common,
  id: "restRent",
  method: "POST",
  path: "/rentals",
  summary: "Rent a number for hours or weeks",
  description:
    `The price is held for ${cancelMinutes} minutes, in which it comes back in full as long as nothing has come. The same ` +
    "`Idempotency-Key` answers the same rental again, as it is by then.",
  scope: "rent",
  rates: purchaseRates,
  body: z.strictObject({
    service: ServiceCode.describe(`Code of a service, or \`${fullRentCode}\` for the whole number`),
    country: z.number().int().min(0).max(999_999).describe("Id of a country"),
    operator: z
      .string()
      .regex(/^[a-z0-9_]{1,40}$/)
      .default("any")
      .describe("An operator, or any; never silently another one"),
    hours: hours.describe("A day is 24"),
    maxPriceKopecks,
  }),
  status: 201,
  response: RestRental,
  errors: rentNumberEndpoint.errors,
  examples: {
    day: {
      summary: "A day for Telegram",
      body: { service: "tg", country: 6, hours: 24, maxPriceKopecks: 5_000 },
      answer: restExampleRental,
    },
  },
});

export const restListRentals = defineRest({
  ...common,
  scope: "read",
  id: "restListRentals",
  method: "GET",
  path: "/rentals",
  summary: "Rentals, newest first",
  query: z.object({
    state: statesQuery(rentalStates),
    ...pageQuery("rentals"),
  }),
  response: PageOf(RestRental),
  errors: [],
  examples: {
    running: {
      query: { state: "active,received", limit: "20" },
      answer: { data: [restExampleRental], nextCursor: null },
    },
  },
});

export const restGetRental = defineRest({
  ...common,
  scope: "read",
  id: "restGetRental",
  method: "GET",
  path: "/rentals/{id}",
  summary: "One rental",
  description:
    "With `wait=25` the answer comes with the first SMS or call, or after 25 seconds as the rental is then. Ask again with `seen` " +
    "to wait for what comes after it.",
  params: idParams,
  names,
  query: z.object({ wait, seen }),
  response: RestRental,
  errors: [rentalErrors.RENTAL_NOT_FOUND],
  examples: { active: shown },
});

export const restListRentalMessages = defineRest({
  ...common,
  scope: "read",
  id: "restListRentalMessages",
  method: "GET",
  path: "/rentals/{id}/messages",
  summary: "SMS of a rental, newest first",
  description: "Removed a week after its end.",
  params: idParams,
  names,
  query: z.object(pageQuery("rental-messages")),
  response: PageOf(RestRentalMessage),
  errors: [rentalErrors.RENTAL_NOT_FOUND],
  examples: {
    code: {
      params,
      query: { limit: "50" },
      answer: {
        data: [
          {
            id: 7_001,
            sender: "Telegram",
            text: "Telegram code 04711",
            code: "04711",
            receivedAt: "2026-11-21T12:05:09.000Z",
          },
        ],
        nextCursor: null,
      },
    },
  },
});

export const restListRentalCalls = defineRest({
  ...common,
  scope: "read",
  id: "restListRentalCalls",
  method: "GET",
  path: "/rentals/{id}/calls",
  summary: "Calls that rang on a rental, newest first",
  description: "Removed a week after its end.",
  params: idParams,
  names,
  query: z.object(pageQuery("rental-calls")),
  response: PageOf(RestRentalCall),
  errors: [rentalErrors.RENTAL_NOT_FOUND],
  examples: {
    call: {
      params,
      answer: {
        data: [{ id: 801, caller: "4930555", calledAt: "2026-11-21T12:06:00.000Z" }],
        nextCursor: null,
      },
    },
  },
});

export const restCancelRental = defineRest({
  ...common,
  id: "restCancelRental",
  method: "POST",
  path: "/rentals/{id}/cancel",
  summary: "Cancel with full refund",
  description: `Within ${cancelMinutes} minutes, while nothing has come. Cancelling what is cancelled changes nothing and answers the rental.`,
  scope: "rent",
  params: idParams,
  names,
  response: RestRental,
  errors: [rentalErrors.RENTAL_NOT_FOUND, rentalErrors.CANNOT_CANCEL, rentalErrors.RENTAL_OVER],
  examples: {
    cancelled: {
      params,
      answer: {
        ...restExampleRental,
        state: "canceled",
        money: "given-back",
        closeReason: "canceled",
        closedAt: "2026-11-21T12:04:00.000Z",
        expiresIn: 0,
        cancellableFor: null,
        extendableHours: 0,
      },
    },
  },
});

export const restFinishRental = defineRest({
  ...common,
  id: "restFinishRental",
  method: "POST",
  path: "/rentals/{id}/finish",
  summary: "End early, without money back",
  scope: "rent",
  params: idParams,
  names,
  response: RestRental,
  errors: [rentalErrors.RENTAL_NOT_FOUND, rentalErrors.RENTAL_OVER],
  examples: {
    finished: {
      params,
      answer: {
        ...restExampleRental,
        state: "expired",
        money: "captured",
        closeReason: "finished",
        closedAt: "2026-11-21T18:00:00.000Z",
        expiresIn: 0,
        cancellableFor: null,
        extendableHours: 0,
      },
    },
  },
});

const RestExtensionPrice = z
  .strictObject({
    hours: z.number().int(),
    priceKopecks: Kopecks,
    currency: Currency,
    expiresAt: Instant.describe("When the rental would end"),
    maxHours: z.number().int().describe("Hours that fit at most now"),
  })
  .meta({ id: "ExtensionPrice" });

export const restGetExtensionPrice = defineRest({
  ...common,
  scope: "read",
  id: "restGetExtensionPrice",
  method: "GET",
  path: "/rentals/{id}/extensions/price",
  summary: "What an extension would cost now",
  params: idParams,
  names,
  query: z.object({
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
        description: "How much longer; a day is 24",
      }),
  }),
  response: RestExtensionPrice,
  errors: extensionErrors,
  examples: {
    day: {
      params,
      query: { hours: "24" },
      answer: {
        hours: 24,
        priceKopecks: 3_360,
        currency: "RUB",
        expiresAt: "2026-11-23T12:00:00.000Z",
        maxHours: 648,
      },
    },
  },
});

export const restExtendRental = defineRest({
  ...common,
  id: "restExtendRental",
  method: "POST",
  path: "/rentals/{id}/extensions",
  summary: "Extend a running rental",
  description:
    "At once and for money at once. A price that is still held is taken with it: afterwards the rental cannot be cancelled. Name " +
    "the listed price as `maxPriceKopecks`.",
  scope: "rent",
  rates: purchaseRates,
  params: idParams,
  names,
  body: z.strictObject({ hours: hours.describe("How much longer; a day is 24"), maxPriceKopecks }),
  status: 201,
  response: RestRental,
  errors: extendRentalEndpoint.errors,
  examples: {
    day: {
      params,
      body: { hours: 24, maxPriceKopecks: 3_360 },
      answer: {
        ...restExampleRental,
        hours: 48,
        money: "captured",
        expiresAt: "2026-11-23T12:00:00.000Z",
        expiresIn: 172_380,
        cancellableFor: null,
        extendableHours: 624,
        extensions: [{ at: "2026-11-21T12:07:00.000Z", priceKopecks: 3_360, hours: 24 }],
      },
    },
  },
});
