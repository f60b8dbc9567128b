import { z } from "zod";
import { before, Id, instant, pageOf, Reason } from "#features/back-office/back-office.contract.ts";
import { readyAccountErrors } from "#features/ready-accounts/ready-accounts.errors.ts";
import { orderCountMax } from "#features/ready-accounts/ready-accounts.rules.ts";
import {
  accountOfferEvents,
  accountOfferStates,
  stockLimits,
} from "#features/ready-accounts/stock/stock.rules.ts";
import { lineProblems } from "#features/ready-accounts/stock/template.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { kopecks } from "#lib/money/kopecks.ts";

const CatalogueId = z.number().int().min(0).max(999_999);
const Words = (max: number) => z.string().trim().min(1).max(max);
const count = z.number().int();

/** What an offer of accounts says. */
const OfferTerms = z.strictObject({
  serviceId: CatalogueId,
  countryId: CatalogueId,
  groupName: Words(80),
  name: Words(120),
  registrationType: z.string().trim().max(80).default(""),
  format: Words(80),
  cloudPass: z.boolean().default(false),
  /** A few bare tags stay; everything else is shown as text. */
  description: z.string().max(5_000).default(""),
  /** Names of a line's fields with their separator, the account's own name first: `login:password`. */
  template: Words(200),
  /** Of one account. */
  priceKopecks: z.number().int().min(1).max(1_000_000_000).transform(kopecks),
  minCount: z.number().int().min(1).max(orderCountMax).default(1),
  warrantyHours: z.number().int().min(0).max(8_760).default(24),
});
const OfferTermsInput = OfferTerms.extend({ reason: Reason });

export const AccountOfferView = OfferTerms.extend({
  id: count,
  service: z.strictObject({ code: z.string(), name: z.string(), icon: z.string().nullable() }),
  country: z.strictObject({ name: z.string(), icon: z.string() }),
  state: z.enum(accountOfferStates),
  priceKopecks: count,
  registrationType: z.string(),
  cloudPass: z.boolean(),
  description: z.string(),
  minCount: count,
  warrantyHours: count,
  /** Units by what has become of them. */
  stock: z.strictObject({ available: count, held: count, sold: count, withdrawn: count }),
  /** Claims under the warranty: those that wait, and those that were accepted. */
  claims: z.strictObject({ open: count, accepted: count }),
  createdAt: instant,
});
export type AccountOfferView = z.infer<typeof AccountOfferView>;

const StockReport = z.strictObject({
  addedCount: count,
  refusedCount: count,
  /** The first hundred, in their order: where and why, and none of their words. */
  refused: z.array(z.strictObject({ line: count, problem: z.enum(lineProblems) })),
});
export type StockReportView = z.infer<typeof StockReport>;

const staff = { tag: "desk", access: "staff" } as const;
const write = { ...staff, method: "POST", permission: "money", stepUp: true, keyed: true } as const;
const params = z.object({ id: Id });
const { ACCOUNT_OFFER_NOT_FOUND, STOCK_TEMPLATE_WRONG, SERVICE_NOT_FOUND } = readyAccountErrors;

export const listDeskOffersEndpoint = defineEndpoint({
  ...staff,
  id: "deskListAccountOffers",
  method: "GET",
  path: "/desk/ready-accounts/offers",
  summary: "Offers of accounts with their stock in numbers, newest first",
  permission: "support",
  query: z.object({
    state: z.enum(accountOfferStates).optional(),
    /** On sale, with too little left to be bought. */
    only: z.enum(["empty"]).optional(),
    before,
  }),
  response: pageOf(AccountOfferView),
  errors: [],
});

export const addDeskOfferEndpoint = defineEndpoint({
  ...write,
  id: "deskAddAccountOffer",
  path: "/desk/ready-accounts/offers",
  summary: "Write an offer of accounts; it is a draft",
  body: OfferTermsInput,
  status: 201,
  response: z.strictObject({ id: count }),
  errors: [SERVICE_NOT_FOUND, readyAccountErrors.COUNTRY_NOT_FOUND, STOCK_TEMPLATE_WRONG],
});

export const editDeskOfferEndpoint = defineEndpoint({
  ...write,
  id: "deskEditAccountOffer",
  path: "/desk/ready-accounts/offers/{id}/edit",
  summary: "Change what an offer of accounts says",
  description: "Orders keep the price and the warranty that they were bought with.",
  params,
  body: OfferTermsInput,
  response: z.strictObject({ id: count }),
  errors: [
    ACCOUNT_OFFER_NOT_FOUND,
    SERVICE_NOT_FOUND,
    readyAccountErrors.COUNTRY_NOT_FOUND,
    STOCK_TEMPLATE_WRONG,
    readyAccountErrors.STOCK_TEMPLATE_KEPT,
  ],
});

export const stepDeskOfferEndpoint = defineEndpoint({
  ...write,
  id: "deskStepAccountOffer",
  path: "/desk/ready-accounts/offers/{id}/step",
  summary: "Put an offer of accounts on sale, or stop it",
  params,
  body: z.strictObject({ step: z.enum(accountOfferEvents), reason: Reason }),
  response: z.strictObject({ id: count }),
  errors: [ACCOUNT_OFFER_NOT_FOUND, readyAccountErrors.OFFER_STATE_REFUSED],
});

export const addDeskStockEndpoint = defineEndpoint({
  ...write,
  id: "deskAddAccountStock",
  path: "/desk/ready-accounts/offers/{id}/stock",
  summary: "Take accounts into an offer's stock, from a list",
  description:
    "Lines of the offer's template. A list with a wrong line changes nothing unless `skipsRefused` is set. Accounts that are in " +
    "stock or sold already are refused, whoever brought them.",
  params,
  body: z.strictObject({
    text: z.string().min(1).max(stockLimits.text),
    /** Not sold from then on. */
    expiresAt: instant.nullable().default(null),
    skipsRefused: z.boolean().default(false),
    reason: Reason,
  }),
  response: StockReport,
  errors: [ACCOUNT_OFFER_NOT_FOUND, readyAccountErrors.STOCK_LINES_WRONG],
});

export const withdrawDeskStockEndpoint = defineEndpoint({
  ...write,
  id: "deskWithdrawAccountStock",
  path: "/desk/ready-accounts/offers/{id}/withdraw-stock",
  summary: "Take what is free of an offer's stock off sale for good",
  description: "What the accounts say is removed. Orders stay as they are.",
  params,
  body: z.strictObject({ reason: Reason }),
  response: z.strictObject({ withdrawnCount: count }),
  errors: [ACCOUNT_OFFER_NOT_FOUND],
});
