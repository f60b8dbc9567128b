import { z } from "zod";
import { ServiceCode } from "#features/catalogue/catalogue.contract.ts";
import { policyErrors } from "#features/policy/policy.errors.ts";
import { readyAccountErrors } from "#features/ready-accounts/ready-accounts.errors.ts";
import {
  accountOrderPage,
  accountOrderStates,
  deliveryPartCount,
  orderCountMax,
  warrantyHoursMax,
} from "#features/ready-accounts/ready-accounts.rules.ts";
import { accountClaimStates, warrantyLimits } from "#features/ready-accounts/warranty/warranty.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { idParams } from "#lib/api/ids.ts";
import { cursorQuery } from "#lib/api/page-query.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { kopecks } from "#lib/money/kopecks.ts";

const instant = z.iso.datetime();
const count = z.number().int();
const kopeckAmount = z.number().int();

/** A service whose accounts are sold. */
const ReadyService = z.strictObject({
  id: z.number().int(),
  name: z.string(),
  /** Path of the picture that stands for the service, else of its mark; null = show a letter tile. */
  icon: z.string().nullable(),
  external_id: z.string(),
});
export type ReadyService = z.infer<typeof ReadyService>;

/** Offers that stand together. `price` is of one account, a RUB number with at most two decimals. */
const OfferSection = z.strictObject({
  group_name: z.string(),
  offers: z.array(
    z.strictObject({
      id: z.number().int(),
      name: z.string(),
      count,
      price: z.number(),
      min_count: count,
      /** Of the picture that stands for the service, which is at `/api/storage/image/{service_image_id}`; null when there is none. */
      service_image_id: z.string().nullable(),
      /** Of the store that sells it; null = our own stock. */
      store_name: z.string().nullable(),
    }),
  ),
});
export type OfferSection = z.infer<typeof OfferSection>;

/** A large order while it is being prepared in parts; with the last one it is delivered. */
const PreparingOrder = z.strictObject({
  orderId: z.number().int(),
  count,
  /** How many of them are ready. */
  preparedCount: count,
});
export type PreparingOrder = z.infer<typeof PreparingOrder>;

const OfferInfo = z.strictObject({
  id: z.number().int(),
  offerId: z.number().int(),
  name: z.string(),
  /** Harmless HTML: a few bare tags. */
  description: z.string(),
  price: z.number(),
  count,
  min_count: count,
  registration_type: z.string(),
  format: z.string(),
  /** The account has a password of its own beside the codes. */
  cloud_pass: z.boolean(),
  warranty_hours: count,
  service: z.strictObject({ name: z.string(), icon: z.string().nullable() }),
  country: z.strictObject({ name: z.string() }),
  /** Of the store that sells it; null = our own stock. */
  store_name: z.string().nullable(),
  /** What the caller's newest purchase of the offer delivered; null for everybody else. */
  result: z.array(z.string()).nullable(),
  /** The caller's order of the offer that is being prepared. */
  preparing: PreparingOrder.nullable(),
});
export type OfferInfo = z.infer<typeof OfferInfo>;

/** An order as its buyer sees it in lists. */
const AccountOrder = z.strictObject({
  id: z.number().int(),
  state: z.enum(accountOrderStates),
  offerId: z.number().int(),
  name: z.string(),
  service: z.strictObject({ code: z.string(), name: z.string(), icon: z.string().nullable() }),
  country: z.strictObject({ id: count, iso2: z.string(), name: z.string(), icon: z.string() }),
  count,
  /** How many are ready: all of them once it is delivered. */
  preparedCount: count,
  priceKopecks: kopeckAmount,
  totalKopecks: kopeckAmount,
  orderedAt: instant,
  deliveredAt: instant.nullable(),
  /** Null where nothing was delivered or there is no warranty. */
  warrantyUntil: instant.nullable(),
  /** Claims under the warranty that wait for a decision. */
  openClaims: count,
});
export type AccountOrder = z.infer<typeof AccountOrder>;

/** A claim under the warranty. `refunded`: the price of the account came back, since no other one was there. */
const AccountClaim = z.strictObject({
  id: z.number().int(),
  state: z.enum(accountClaimStates),
  /** What its buyer said. */
  text: z.string(),
  claimedAt: instant,
  /** Decided by then; if not, for the buyer where nobody has objected. */
  dueAt: instant,
  decidedAt: instant.nullable(),
  /** What whoever decided has said. */
  reason: z.string().nullable(),
  refundKopecks: kopeckAmount.nullable(),
  /** What the store has said against it; our team decides then, or it stands from `dueAt` on. */
  objection: z.string().nullable(),
});
export type AccountClaim = z.infer<typeof AccountClaim>;

/** A place of an order: the account that is there now, and the claims about it and those before it, oldest first. */
const AccountPlace = z.strictObject({
  /** From 1. */
  place: count,
  /** Null where it has been removed. Of an account that is files, JSON with their bytes in base64 (`unit-files.rules.ts`). */
  text: z.string().nullable(),
  /** Its price came back. */
  isRefunded: z.boolean(),
  /** Until when it may be claimed; null where it may not, or has been. */
  claimableUntil: instant.nullable(),
  claims: z.array(AccountClaim),
});
export type AccountPlace = z.infer<typeof AccountPlace>;

/** The same with what was delivered; `items` is null where nothing was, or it has been removed. */
const AccountOrderDetails = AccountOrder.extend({
  /** What the buyer has of it now: with replacements, without accounts whose price came back. */
  items: z.array(z.string()).nullable(),
  places: z.array(AccountPlace),
});
export type AccountOrderDetails = z.infer<typeof AccountOrderDetails>;

const tag = "ready-accounts";

export const listReadyServicesEndpoint = defineEndpoint({
  id: "listReadyServices",
  method: "GET",
  path: "/ready-accounts/services-list",
  summary: "Services whose accounts are on sale, popular ones first",
  tag,
  access: "public",
  response: z.array(ReadyService),
  errors: [],
});

export const listReadyOffersEndpoint = defineEndpoint({
  id: "listReadyOffers",
  method: "GET",
  path: "/ready-accounts/offers-list",
  summary: "A service's offers of accounts, by group, cheapest first",
  tag,
  access: "public",
  query: z.object({ service: ServiceCode }),
  response: z.array(OfferSection),
  errors: [readyAccountErrors.SERVICE_NOT_FOUND],
});

export const readyOfferInfoEndpoint = defineEndpoint({
  id: "readyOfferInfo",
  method: "GET",
  path: "/ready-accounts/offer-info/{id}",
  summary: "One offer of accounts",
  tag,
  access: "public",
  params: idParams,
  response: OfferInfo,
  errors: [readyAccountErrors.ACCOUNT_OFFER_NOT_FOUND],
});

export const buyReadyAccountsEndpoint = defineEndpoint({
  id: "buyReadyAccounts",
  method: "POST",
  path: "/ready-accounts/buy-offer",
  summary: "Buy accounts; answers what each of them says",
  description:
    "What was bought stays in `GET /ready-accounts/orders`. Without a key every call buys anew: send one that you keep until there is an " +
    `answer. An order of more than ${deliveryPartCount} is prepared in parts: its answer says how many are ready, and the order has all of ` +
    "them in the end, or its whole price comes back.",
  tag,
  access: "session",
  keyed: "optional",
  body: z.strictObject({
    id: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
    count: z.number().int().min(1).max(orderCountMax),
    /** Highest total that the buyer agrees to. */
    maxTotalKopecks: z
      .number()
      .int()
      .min(0)
      .max(1_000_000_000_000)
      .transform(kopecks)
      .nullable()
      .default(null),
    /** Shortest warranty that the buyer agrees to. */
    minWarrantyHours: z.number().int().min(0).max(warrantyHoursMax).optional(),
  }),
  response: z.union([z.array(z.string()), PreparingOrder]),
  errors: [
    readyAccountErrors.ACCOUNT_OFFER_NOT_FOUND,
    readyAccountErrors.ACCOUNT_OFFER_OWN,
    readyAccountErrors.NO_ACCOUNTS,
    readyAccountErrors.TOO_FEW_ACCOUNTS,
    readyAccountErrors.NO_BALANCE,
    readyAccountErrors.WRONG_MAX_PRICE,
    readyAccountErrors.WARRANTY_TOO_SHORT,
    readyAccountErrors.KEY_NOT_FOR_THIS,
    readyAccountErrors.KEY_SPENT,
    readyAccountErrors.NOT_DELIVERED,
    policyErrors.NOT_FOR_SALE,
    policyErrors.RUSSIAN_NUMBERS_UNAVAILABLE,
    policyErrors.API_ONLY,
    policyErrors.SALES_STOPPED,
  ],
});

export const listAccountOrdersEndpoint = defineEndpoint({
  id: "listAccountOrders",
  method: "GET",
  path: "/ready-accounts/orders",
  summary: "My paid accounts, newest first",
  description: "Go on with `cursor` = `nextCursor`.",
  tag,
  access: "session",
  query: z.object(cursorQuery(accountOrderPage)),
  response: z.strictObject({ orders: z.array(AccountOrder), nextCursor: z.string().nullable() }),
  errors: [],
});

export const getAccountOrderEndpoint = defineEndpoint({
  id: "getAccountOrder",
  method: "GET",
  path: "/ready-accounts/orders/{id}",
  summary: "One order of accounts with what was delivered",
  tag,
  access: "session",
  params: idParams,
  response: AccountOrderDetails,
  errors: [readyAccountErrors.ACCOUNT_ORDER_NOT_FOUND],
});

export const downloadAccountOrderEndpoint = defineEndpoint({
  id: "downloadAccountOrder",
  method: "GET",
  path: "/ready-accounts/orders/{id}/file",
  summary: "What an order delivered, as a file: a JSON list",
  tag,
  access: "session",
  params: idParams,
  response: z.string(),
  produces: "text/plain",
  errors: [readyAccountErrors.ACCOUNT_ORDER_NOT_FOUND, apiErrors.FOREIGN_ORIGIN],
});

export const downloadAccountFileEndpoint = defineEndpoint({
  id: "downloadAccountFile",
  method: "GET",
  path: "/ready-accounts/orders/{id}/files/{place}",
  summary: "The file of an account in an order; a folder as a zip archive",
  tag,
  access: "session",
  params: idParams.extend({
    place: z
      .string()
      .regex(/^[1-9]\d{0,8}$/)
      .transform(Number),
  }),
  response: z.string(),
  produces: "application/octet-stream",
  errors: [readyAccountErrors.ACCOUNT_PLACE_UNKNOWN, apiErrors.FOREIGN_ORIGIN],
});

export const claimAccountEndpoint = defineEndpoint({
  id: "claimAccount",
  method: "POST",
  path: "/ready-accounts/orders/{id}/claims",
  summary: "Say that an account does not work, within its warranty",
  description:
    "Once per account. It is answered within 24 hours, or decided for the buyer: another account of the offer takes its place while there " +
    "are some, else its price comes back. Where a store objects, our team may overrule it within 72 hours.",
  tag,
  access: "session",
  keyed: true,
  params: idParams,
  body: z.strictObject({
    /** Of the account in the order, from 1. */
    place: z.number().int().min(1).max(orderCountMax),
    text: z.string().trim().min(3).max(warrantyLimits.textCharacters),
  }),
  response: AccountOrderDetails,
  errors: [
    readyAccountErrors.ACCOUNT_ORDER_NOT_FOUND,
    readyAccountErrors.ACCOUNT_PLACE_UNKNOWN,
    readyAccountErrors.WARRANTY_ENDED,
    readyAccountErrors.ACCOUNT_CLAIMED,
  ],
});
