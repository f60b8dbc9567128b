import { z } from "zod";
import { before, Person, pageOf, Reason } from "#features/back-office/back-office.contract.ts";
import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import { readyAccountErrors } from "#features/ready-accounts/ready-accounts.errors.ts";
import {
  AccountOfferTerms,
  AccountOfferView,
  StockReportBody,
  StockUploadBody,
} from "#features/ready-accounts/stock/stock.contract.ts";
import {
  accountOfferEvents,
  accountOfferStates,
  stockLimits,
} from "#features/ready-accounts/stock/stock.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { idParams } from "#lib/api/ids.ts";

const count = z.number().int();
const OfferTermsInput = AccountOfferTerms.extend({ reason: Reason });

/** An offer as the staff see it. */
export const DeskOfferView = AccountOfferView.extend({
  /** The owner of the store; null = the house's own. */
  seller: Person.nullable(),
});
export type DeskOfferView = z.infer<typeof DeskOfferView>;

const staff = { tag: "desk", access: "staff" } as const;
const write = { ...staff, method: "POST", permission: "money", stepUp: true, keyed: true } as const;
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
  response: pageOf(DeskOfferView),
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
  params: idParams,
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
  params: idParams,
  body: z.strictObject({ step: z.enum(accountOfferEvents), reason: Reason }),
  response: z.strictObject({ id: count }),
  errors: [
    ACCOUNT_OFFER_NOT_FOUND,
    readyAccountErrors.OFFER_STATE_REFUSED,
    readyAccountErrors.OFFER_TAKEN_DOWN,
    backOfficeErrors.OWN_ACCOUNT,
  ],
});

export const addDeskStockEndpoint = defineEndpoint({
  ...write,
  id: "deskAddAccountStock",
  path: "/desk/ready-accounts/offers/{id}/stock",
  summary: "Take accounts into an offer's stock, from a list or an archive",
  bodyBytes: stockLimits.bodyBytes,
  description:
    "Lines of the offer's template, or a JSON list of objects with its names. A list with a wrong line changes nothing unless `skipsRefused` is set. Accounts that are in " +
    "stock or sold already are refused, whoever brought them.",
  params: idParams,
  body: StockUploadBody.extend({ reason: Reason }),
  response: StockReportBody,
  errors: [
    ACCOUNT_OFFER_NOT_FOUND,
    readyAccountErrors.STOCK_LINES_WRONG,
    readyAccountErrors.STOCK_JSON_WRONG,
    readyAccountErrors.STOCK_ARCHIVE_WRONG,
    readyAccountErrors.STOCK_ARCHIVE_NEEDED,
    readyAccountErrors.OFFER_TAKEN_DOWN,
  ],
});

export const withdrawDeskStockEndpoint = defineEndpoint({
  ...write,
  id: "deskWithdrawAccountStock",
  path: "/desk/ready-accounts/offers/{id}/withdraw-stock",
  summary: "Take what is free of an offer's stock off sale for good",
  description: "What the accounts say is removed. Orders stay as they are.",
  params: idParams,
  body: z.strictObject({ reason: Reason }),
  response: z.strictObject({ withdrawnCount: count }),
  errors: [ACCOUNT_OFFER_NOT_FOUND],
});
