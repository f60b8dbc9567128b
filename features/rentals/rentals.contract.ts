import { z } from "zod";
import { activationErrors } from "#features/activations/activations.errors.ts";
import {
  OrderedCountry,
  OrderedService,
  Search,
  ServiceCode,
  ServiceWire,
  WholeNumber,
} from "#features/catalogue/catalogue.contract.ts";
import { servicePageSize } from "#features/catalogue/catalogue.rules.ts";
import { policyErrors } from "#features/policy/policy.errors.ts";
import { WireStock } from "#features/pricing/pricing.contract.ts";
import { rentalErrors } from "#features/rentals/rentals.errors.ts";
import {
  rentalStates,
  rentalsPerPage,
  rentalTabs,
  rentHours,
  rentUnits,
} from "#features/rentals/rentals.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { idParams } from "#lib/api/ids.ts";
import { kopecks } from "#lib/money/kopecks.ts";

const instant = z.iso.datetime();
const kopeckAmount = z.number().int();

/** One SMS of a rental. `code` is null where none was recognised. */
export const RentalMessage = z.strictObject({
  id: z.number().int(),
  sender: z.string(),
  text: z.string(),
  code: z.string().nullable(),
  receivedAt: instant,
});
export type RentalMessage = z.infer<typeof RentalMessage>;

/** A call that rang on the number. */
export const RentalCall = z.strictObject({ id: z.number().int(), caller: z.string(), calledAt: instant });
export type RentalCall = z.infer<typeof RentalCall>;

/** An extension: when it was bought, for how much and for how long. */
export const RentalExtension = z.strictObject({
  at: instant,
  priceKopecks: kopeckAmount,
  hours: z.number().int(),
});
export type RentalExtension = z.infer<typeof RentalExtension>;

/** A rental as its buyer sees it in lists. Times are UTC; seconds are counted by the server's clock. */
export const RentalView = z.strictObject({
  id: z.number().int(),
  state: z.enum(rentalStates),
  tab: z.enum(rentalTabs),
  /** The whole number is the catalogue's service `full`. */
  service: OrderedService,
  country: OrderedCountry,
  isFull: z.boolean(),
  operator: z.string(),
  /** International digits without a plus sign; null until a supplier gave one. */
  number: z.string().nullable(),
  /** All that was bought, with extensions. */
  hours: z.number().int(),
  /** Of the first time; what extensions cost stands beside them. */
  priceKopecks: kopeckAmount,
  money: z.enum(["held", "captured", "given-back"]),
  closeReason: z.string().nullable(),
  requestedAt: instant,
  expiresAt: instant,
  closedAt: instant.nullable(),
  secondsLeft: z.number().int(),
  /** Seconds in which it can still be cancelled with a full refund; null when it cannot. */
  cancellableForSeconds: z.number().int().nullable(),
  /** Hours that an extension can have at most now; 0 when it cannot be extended. */
  extendableHours: z.number().int(),
  messagesCount: z.number().int(),
  callsCount: z.number().int(),
  /** What was written in its messages has been removed (a week after the end). */
  isForgotten: z.boolean(),
  /** Newest first. */
  extensions: z.array(RentalExtension),
});
export type RentalView = z.infer<typeof RentalView>;

/** A rental with what came in, newest first, at most 200 of each. */
export const RentalDetails = RentalView.extend({
  messages: z.array(RentalMessage),
  calls: z.array(RentalCall),
});
export type RentalDetails = z.infer<typeof RentalDetails>;

/** An offer as the site's calls spell it (spec, section 7). Prices are RUB numbers with at most two decimals. */
export const WireRentOffer = z.strictObject({
  country_external_id: z.number().int(),
  service_external_id: z.string(),
  country_slug: z.string(),
  service_slug: z.string(),
  name: z.string(),
  /** For the asked hours, at the tier of the answer. */
  price: z.number(),
  /** What the other tier pays for them, for comparison; null where that is the same. */
  otherTierPrice: z.number().nullable(),
  /** 'Your price' for the asked hours; null when the account has none. */
  customPrice: z.number().nullable(),
  /** An hour at its full price, in kopecks: with the steps of `GET /rent/terms` every total follows. */
  hourKopecks: kopeckAmount,
  customHourKopecks: kopeckAmount.nullable(),
  count: z.number().int(),
  operators: z.array(z.string()),
});
export type WireRentOffer = z.infer<typeof WireRentOffer>;

const WireHours = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number);

const names = { of: "rental", notFound: rentalErrors.RENTAL_NOT_FOUND } as const;

/** Countries where a service (or the whole number, `full`) can be rented, cheapest first. */
export const listRentPricesEndpoint = defineEndpoint({
  id: "listRentPrices",
  method: "GET",
  path: "/rent/get-prices",
  summary: "Countries, prices and free numbers for renting a service",
  description: `Prices are for \`hours\` (${rentHours.min} when left out; ${rentHours.min} to ${rentHours.max}).`,
  tag: "rentals",
  access: "public",
  scope: "read",
  query: z.object({
    service_external_id: ServiceCode,
    /** Answered at wholesale to accounts of that tier alone, at retail to everybody else: a list shows what is paid. */
    wholesale: z
      .enum(["0", "1"])
      .default("0")
      .transform((value) => value === "1"),
    /** `guest` or the caller's own id; another's id is read as guest. */
    user: z.string().max(40).default("guest"),
    hours: WireHours.default(rentHours.min),
  }),
  response: z.array(WireRentOffer),
  errors: [rentalErrors.SERVICE_NOT_FOUND, rentalErrors.INVALID_TIME],
});

/** Services that can be rented, by popularity or by how well they match a search. */
export const listRentServicesEndpoint = defineEndpoint({
  id: "listRentServices",
  method: "GET",
  path: "/rent",
  summary: "Services whose numbers can be rented",
  description:
    "Paged like `GET /service`: headers `x-pagination-page-count`, `x-pagination-total-count`, `x-pagination-current-page`, `x-pagination-per-page`. The whole number is the service `full`.",
  tag: "rentals",
  access: "public",
  scope: "read",
  query: z.object({
    page: WholeNumber.default(1),
    "per-page": WholeNumber.default(servicePageSize),
    search: Search.default(""),
  }),
  response: z.array(ServiceWire),
  errors: [],
});

/** What can be rented of each service now. */
export const listRentStockEndpoint = defineEndpoint({
  id: "listRentStock",
  method: "GET",
  path: "/rent/stock",
  summary:
    "Services whose numbers can be rented now, with the lowest price and the free numbers of all countries",
  description: `Prices are for ${rentHours.min} hours. Ten seconds old at most.`,
  tag: "rentals",
  access: "public",
  scope: "read",
  response: z.array(WireStock),
  errors: [],
});

/** How long a number can be rented and how the price of an hour falls with time. */
export const rentTermsEndpoint = defineEndpoint({
  id: "rentTerms",
  method: "GET",
  path: "/rent/terms",
  summary: "Bounds of a rental and the steps of its price",
  description:
    "`steps` work like tax brackets: each hour from `fromHours` on costs `rateBp` / 10000 of an hour; the total is rounded up to whole kopecks once.",
  tag: "rentals",
  access: "public",
  scope: "read",
  response: z.strictObject({
    minHours: z.number().int(),
    maxHours: z.number().int(),
    cancelMinutes: z.number().int(),
    steps: z.array(z.strictObject({ fromHours: z.number().int(), rateBp: z.number().int() })),
  }),
  errors: [],
  cacheSeconds: 60,
});

const saleErrors = [
  rentalErrors.NO_BALANCE,
  rentalErrors.WRONG_MAX_PRICE,
  rentalErrors.INVALID_TIME,
  policyErrors.NOT_FOR_SALE,
  policyErrors.RUSSIAN_NUMBERS_UNAVAILABLE,
  policyErrors.API_ONLY,
  policyErrors.SALES_STOPPED,
  rentalErrors.KEY_NOT_FOR_THIS,
  rentalErrors.KEY_SPENT,
];
/** How long: in hours, or in days of 24. */
const period = {
  amount: z.number().int().min(1).max(rentHours.max),
  unit: z.enum(rentUnits).default("hours"),
};
/** Highest total the buyer agrees to. */
const maxPriceKopecks = z
  .number()
  .int()
  .min(0)
  .max(1_000_000_000)
  .transform(kopecks)
  .nullable()
  .default(null);

export const rentNumberEndpoint = defineEndpoint({
  id: "rentNumber",
  method: "POST",
  path: "/rent",
  summary: "Rent a number for hours or days",
  tag: "rentals",
  access: "user",
  scope: "rent",
  keyed: true,
  body: z.strictObject({
    service_external_id: ServiceCode,
    country_external_id: z.number().int().min(0).max(999_999),
    operator: z
      .string()
      .regex(/^[a-z0-9_]{1,40}$/)
      .default("any"),
    ...period,
    maxPriceKopecks,
  }),
  response: RentalDetails,
  errors: [
    ...saleErrors,
    activationErrors.CHANNELS_LIMIT,
    activationErrors.BANNED,
    rentalErrors.NO_NUMBERS,
    rentalErrors.SERVICE_NOT_FOUND,
    rentalErrors.COUNTRY_NOT_FOUND,
    rentalErrors.OPERATOR_NOT_FOUND,
  ],
});

/** A user's rentals of one tab, newest first. */
export const listRentalsEndpoint = defineEndpoint({
  id: "listRentals",
  method: "GET",
  path: "/rentals",
  summary: "My rentals, by tab",
  description:
    "`active`: nothing has come yet; `received`: SMS or calls have come, also of ended ones; `canceled`: ended without. Paged by headers like `GET /service`.",
  tag: "rentals",
  access: "user",
  scope: "read",
  query: z.object({
    tab: z.enum(rentalTabs).default("active"),
    page: WholeNumber.default(1),
    "per-page": WholeNumber.default(rentalsPerPage),
  }),
  response: z.strictObject({
    rentals: z.array(RentalView),
    counts: z.strictObject({
      active: z.number().int(),
      received: z.number().int(),
      canceled: z.number().int(),
    }),
  }),
  errors: [],
});

export const getRentalEndpoint = defineEndpoint({
  id: "getRental",
  method: "GET",
  path: "/rentals/{id}",
  summary: "One rental with its messages and calls",
  tag: "rentals",
  access: "user",
  scope: "read",
  params: idParams,
  names,
  response: RentalDetails,
  errors: [rentalErrors.RENTAL_NOT_FOUND],
});

export const cancelRentalEndpoint = defineEndpoint({
  id: "cancelRental",
  method: "POST",
  path: "/rentals/{id}/cancel",
  summary: "Cancel within 20 minutes, with full refund while nothing has come",
  tag: "rentals",
  access: "user",
  scope: "rent",
  params: idParams,
  names,
  response: RentalDetails,
  errors: [rentalErrors.RENTAL_NOT_FOUND, rentalErrors.CANNOT_CANCEL, rentalErrors.RENTAL_OVER],
});

/** Why a running rental cannot be extended so. */
export const extensionErrors = [
  rentalErrors.RENTAL_NOT_FOUND,
  rentalErrors.RENTAL_OVER,
  rentalErrors.INVALID_TIME,
  rentalErrors.MAX_HOURS_EXCEEDED,
];

export const extensionPriceEndpoint = defineEndpoint({
  id: "rentalExtensionPrice",
  method: "GET",
  path: "/rentals/{id}/extension-price",
  summary: "What an extension would cost now",
  tag: "rentals",
  access: "user",
  scope: "read",
  params: idParams,
  names,
  query: z.object({ hours: WireHours.default(rentHours.min) }),
  response: z.strictObject({
    hours: z.number().int(),
    priceKopecks: kopeckAmount,
    /** When the rental would end. */
    expiresAt: instant,
    /** Hours that fit at most now. */
    maxHours: z.number().int(),
  }),
  errors: extensionErrors,
});

export const extendRentalEndpoint = defineEndpoint({
  id: "extendRental",
  method: "POST",
  path: "/rentals/{id}/extend",
  summary: "Extend a running rental at once",
  description: "Money that is still held for the rental is taken with it: afterwards it cannot be cancelled.",
  tag: "rentals",
  access: "user",
  scope: "rent",
  keyed: true,
  params: idParams,
  names,
  body: z.strictObject({ ...period, maxPriceKopecks }),
  response: RentalDetails,
  errors: [...extensionErrors, ...saleErrors],
});
