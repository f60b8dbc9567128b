import { z } from "zod";
import { ServiceCode } from "#features/catalogue/catalogue.contract.ts";
import {
  buyReadyAccountsEndpoint,
  claimAccountEndpoint,
} from "#features/ready-accounts/ready-accounts.contract.ts";
import { readyAccountErrors } from "#features/ready-accounts/ready-accounts.errors.ts";
import {
  accountOrderStates,
  deliveryPartCount,
  orderCountMax,
  warrantyHoursMax,
} from "#features/ready-accounts/ready-accounts.rules.ts";
import { accountClaimStates, warrantyLimits } from "#features/ready-accounts/warranty/warranty.rules.ts";
import {
  exampleAccountOffer,
  exampleAccountOrder,
  exampleAccounts,
  exampleClaim,
  exampleFirstPart,
  exampleLargeOrder,
} from "#features/rest-api/ready-accounts/account-examples.rules.ts";
import {
  Currency,
  defineRest,
  Instant,
  idParams,
  PageOf,
  pageQuery,
  partLimit,
  purchaseRates,
  statesQuery,
} from "#features/rest-api/rest-api.contract.ts";
import { kopecks } from "#lib/money/kopecks.ts";

const Count = z.number().int();
const Kopecks = z.number().int();
const Service = z.strictObject({ code: z.string(), name: z.string() });
const Country = z.strictObject({ id: z.number().int(), iso2: z.string(), name: z.string() });

export const RestAccountOffer = z
  .strictObject({
    id: z.number().int(),
    group: z.string().describe("Offers of one group are alike"),
    name: z.string(),
    service: Service,
    country: Country,
    priceKopecks: Kopecks.describe("Of one account"),
    currency: Currency,
    count: Count.describe("How many can be bought now"),
    minCount: Count.describe("The least that is sold at once"),
    registration: z.string().describe("How the accounts were made"),
    format: z.string().describe("What an account is delivered as"),
    hasPassword: z.boolean().describe("The account has a password of its own beside the codes"),
    warrantyHours: Count.describe("How long an account that does not work can be claimed; 0 = it cannot"),
    storeName: z.string().nullable().describe("Of the store that sells it; null = our own stock"),
  })
  .meta({ id: "AccountOffer" });
export type RestAccountOffer = z.infer<typeof RestAccountOffer>;

const RestAccountOfferInfo = RestAccountOffer.extend({
  description: z.string().describe("HTML of a few bare tags"),
}).meta({ id: "AccountOfferInfo" });

export const RestAccountOrder = z
  .strictObject({
    id: z.number().int(),
    state: z
      .enum(accountOrderStates)
      .describe("`held` while the accounts are made ready; `cancelled`: the whole price came back"),
    offerId: z.number().int(),
    name: z.string().describe("Of the offer"),
    service: Service,
    country: Country,
    count: Count,
    preparedCount: Count.describe("How many of them are ready: all once it is `delivered`"),
    priceKopecks: Kopecks.describe("Of one account"),
    totalKopecks: Kopecks,
    currency: Currency,
    money: z.enum(["held", "captured", "given-back"]),
    createdAt: Instant,
    deliveredAt: Instant.nullable(),
    warrantyUntil: Instant.nullable().describe("Null: nothing was delivered, or there is no warranty"),
    openClaims: Count.describe("Claims that wait for a decision"),
  })
  .meta({ id: "AccountOrder" });
export type RestAccountOrder = z.infer<typeof RestAccountOrder>;

const RestAccount = z
  .strictObject({
    place: Count.describe("In its order, from 1; an account that replaces another takes its place"),
    text: z
      .string()
      .nullable()
      .describe(
        "The account itself, as the offer's format says; one that is a file is JSON with `file` and `base64`, a folder JSON with `folder` " +
          "and `files`; null = it was removed",
      ),
    isRefunded: z.boolean().describe("Its price came back"),
    claimableUntil: Instant.nullable().describe("Null: it cannot be claimed, or has been"),
  })
  .meta({ id: "Account" });

export const RestAccountOrderDetails = RestAccountOrder.extend({
  accounts: z.array(RestAccount).describe("As they are now; empty where nothing was delivered"),
  nextCursor: z.string().nullable().describe("Where more accounts follow; null: these were the last ones"),
}).meta({ id: "AccountOrderDetails" });
export type RestAccountOrderDetails = z.infer<typeof RestAccountOrderDetails>;

export const RestAccountClaim = z
  .strictObject({
    id: z.number().int(),
    orderId: z.number().int(),
    place: Count.describe("Of the account in its order, from 1"),
    state: z
      .enum(accountClaimStates)
      .describe(
        "`replaced`: another account took the place; `refunded`: the price came back; `refused`: `reason` says why",
      ),
    text: z.string().describe("What you said"),
    createdAt: Instant,
    dueAt: Instant.describe("Decided by then: for you, or as the store says where it has objected"),
    decidedAt: Instant.nullable(),
    reason: z.string().nullable().describe("What was said to the decision"),
    objection: z
      .string()
      .nullable()
      .describe("What the store has said against it; our team may overrule it until `dueAt`, then it stands"),
    refundKopecks: Kopecks.nullable(),
    currency: Currency,
  })
  .meta({ id: "AccountClaim" });
export type RestAccountClaim = z.infer<typeof RestAccountClaim>;

const tag = "ready-accounts";
const onSale = { tag, access: "public", scope: "accounts" } as const;
const own = { tag, access: "user", scope: "accounts" } as const;
const namedOrder = { of: "accounts", notFound: readyAccountErrors.ACCOUNT_ORDER_NOT_FOUND } as const;
const params = { id: String(exampleAccountOrder.id) };

export const restListAccountServices = defineRest({
  ...onSale,
  id: "restListAccountServices",
  method: "GET",
  path: "/ready-accounts/services",
  summary: "Services whose accounts are on sale, best known first",
  response: z.strictObject({
    data: z.array(Service.extend({ icon: z.string().nullable().describe("Path of a picture") })),
  }),
  errors: [],
  examples: {
    services: {
      answer: { data: [{ code: "tg", name: "Telegram", icon: "/icons/services/telegram.svg" }] },
    },
  },
});

export const restListAccountOffers = defineRest({
  ...onSale,
  id: "restListAccountOffers",
  method: "GET",
  path: "/ready-accounts/offers",
  summary: "Offers of a service's accounts that can be bought now, cheapest first",
  query: z.object({
    service: ServiceCode.describe("Code of a service"),
  }),
  response: z.strictObject({ data: z.array(RestAccountOffer) }),
  errors: [readyAccountErrors.SERVICE_NOT_FOUND],
  examples: { telegram: { query: { service: "tg" }, answer: { data: [exampleAccountOffer] } } },
});

export const restGetAccountOffer = defineRest({
  ...onSale,
  id: "restGetAccountOffer",
  method: "GET",
  path: "/ready-accounts/offers/{offerId}",
  summary: "One offer of accounts with its description",
  description: "Also while it is sold out.",
  // No order: its goods are nobody's.
  params: z.object({ offerId: idParams.shape.id }),
  response: RestAccountOfferInfo,
  errors: [readyAccountErrors.ACCOUNT_OFFER_NOT_FOUND],
  examples: {
    telegram: {
      params: { offerId: String(exampleAccountOffer.id) },
      answer: { ...exampleAccountOffer, description: "<p>A session file for <b>any</b> client.</p>" },
    },
  },
});

export const restBuyAccounts = defineRest({
  ...own,
  id: "restBuyAccounts",
  method: "POST",
  path: "/ready-accounts/orders",
  summary: "Buy accounts",
  description:
    "All of them or none. The answer has the accounts themselves, and so has `GET /api/v1/ready-accounts/orders/{id}` later. The same " +
    `\`Idempotency-Key\` answers the same order again, as it is by then. An order of more than ${deliveryPartCount} is prepared in parts: ` +
    "it is answered as `held`, with `preparedCount`, and the webhook `accounts.delivered` or `accounts.cancelled` tells its end.",
  rates: purchaseRates,
  query: z.object({ limit: partLimit }),
  body: z.strictObject({
    offerId: z.number().int().positive().max(Number.MAX_SAFE_INTEGER).describe("Id of an offer"),
    count: z
      .number()
      .int()
      .min(1)
      .max(orderCountMax)
      .default(1)
      .describe("How many, not below the offer's `minCount`"),
    maxTotalKopecks: z
      .number()
      .int()
      .min(1)
      .max(1_000_000_000_000)
      .transform(kopecks)
      .optional()
      .describe("Highest price to pay for all of them; the price of the moment when left out"),
    minWarrantyHours: z
      .number()
      .int()
      .min(0)
      .max(warrantyHoursMax)
      .optional()
      .describe(
        "Shortest warranty to agree to, as the offer's `warrantyHours` said; the one of the moment when left out",
      ),
  }),
  status: 201,
  response: RestAccountOrderDetails,
  errors: buyReadyAccountsEndpoint.errors,
  examples: {
    two: {
      body: { offerId: exampleAccountOffer.id, count: 2, maxTotalKopecks: 9_000 },
      answer: exampleAccounts,
    },
    inParts: {
      body: { offerId: exampleAccountOffer.id, count: 150 },
      answer: exampleLargeOrder,
    },
  },
});

export const restListAccountOrders = defineRest({
  ...own,
  id: "restListAccountOrders",
  method: "GET",
  path: "/ready-accounts/orders",
  summary: "Orders of accounts, newest first",
  description: "Without the accounts themselves.",
  query: z.object({
    state: statesQuery(accountOrderStates),
    ...pageQuery("account-orders"),
  }),
  response: PageOf(RestAccountOrder),
  errors: [],
  examples: {
    delivered: {
      query: { state: "delivered", limit: "20" },
      answer: { data: [exampleAccountOrder], nextCursor: null },
    },
  },
});

export const restGetAccountOrder = defineRest({
  ...own,
  id: "restGetAccountOrder",
  method: "GET",
  path: "/ready-accounts/orders/{id}",
  summary: "One order with its accounts",
  description: "All of them, or in parts: `limit` at a time, in the order of their places.",
  params: idParams,
  names: namedOrder,
  query: z.object({
    limit: partLimit,
    cursor: z.string().max(60).optional().describe("`nextCursor` of the part before, of this order alone"),
  }),
  response: RestAccountOrderDetails,
  errors: [readyAccountErrors.ACCOUNT_ORDER_NOT_FOUND],
  examples: {
    two: { params, answer: exampleAccounts },
    firstPart: { params, query: { limit: "1" }, answer: exampleFirstPart },
  },
});

export const restClaimAccount = defineRest({
  ...own,
  id: "restClaimAccount",
  method: "POST",
  path: "/ready-accounts/orders/{id}/claims",
  summary: "Say that an account does not work, within its warranty",
  description:
    `Once per account. It is answered within ${warrantyLimits.answerHours} hours, or decided for you: another account of the offer takes ` +
    "its place while there are some, else its price comes back. Where a store objects, our team may overrule it within " +
    `${warrantyLimits.overruleHours} hours; then the objection stands.`,
  params: idParams,
  names: namedOrder,
  body: z.strictObject({
    place: z.number().int().min(1).max(orderCountMax).describe("Of the account in the order, from 1"),
    text: z.string().trim().min(3).max(warrantyLimits.textCharacters).describe("What is wrong with it"),
  }),
  status: 201,
  response: RestAccountClaim,
  errors: claimAccountEndpoint.errors,
  examples: {
    closed: { params, body: { place: exampleClaim.place, text: exampleClaim.text }, answer: exampleClaim },
  },
});

export const restListAccountClaims = defineRest({
  ...own,
  id: "restListAccountClaims",
  method: "GET",
  path: "/ready-accounts/orders/{id}/claims",
  summary: "Claims about an order's accounts, newest first",
  params: idParams,
  names: namedOrder,
  query: z.object(pageQuery("account-claims")),
  response: PageOf(RestAccountClaim),
  errors: [readyAccountErrors.ACCOUNT_ORDER_NOT_FOUND],
  examples: {
    objected: {
      params,
      query: { limit: "50" },
      answer: {
        data: [
          { ...exampleClaim, dueAt: "2026-11-24T14:30:00.000Z", objection: "It works with our client." },
        ],
        nextCursor: null,
      },
    },
    refunded: {
      params,
      query: { limit: "50" },
      answer: {
        data: [
          {
            ...exampleClaim,
            state: "refunded",
            decidedAt: "2026-11-21T15:00:00.000Z",
            reason: "Closed by the service.",
            refundKopecks: 4_500,
          },
        ],
        nextCursor: null,
      },
    },
  },
});
