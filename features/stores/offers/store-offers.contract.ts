import { z } from "zod";
import { policyErrors } from "#features/policy/policy.errors.ts";
import { readyAccountErrors } from "#features/ready-accounts/ready-accounts.errors.ts";
import { warrantyHoursMax } from "#features/ready-accounts/ready-accounts.rules.ts";
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
import { storeOfferLimits } from "#features/stores/offers/store-offers.rules.ts";
import { storeErrors } from "#features/stores/stores.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { Id, idParams } from "#lib/api/ids.ts";
import { kopecks } from "#lib/money/kopecks.ts";

const count = z.number().int();

/** What an offer of a store says. */
const StoreOfferTerms = AccountOfferTerms.extend({
  priceKopecks: z.number().int().min(storeOfferLimits.priceKopecksMin).max(1_000_000_000).transform(kopecks),
  warrantyHours: z.number().int().min(storeOfferLimits.warrantyHoursMin).max(warrantyHoursMax),
  /** Where the accounts come from; the staff read it. */
  provenance: z
    .string()
    .trim()
    .min(storeOfferLimits.provenanceCharactersMin)
    .max(storeOfferLimits.provenanceCharacters),
});

const store = { tag: "stores", access: "session" } as const;
const write = { ...store, method: "POST", keyed: true } as const;
const { ACCOUNT_OFFER_NOT_FOUND, STOCK_TEMPLATE_WRONG, SERVICE_NOT_FOUND, COUNTRY_NOT_FOUND } =
  readyAccountErrors;
const { STORE_NOT_FOUND, STORE_RULES_CHANGED } = storeErrors;
const ofGoods = [
  STORE_NOT_FOUND,
  STORE_RULES_CHANGED,
  SERVICE_NOT_FOUND,
  COUNTRY_NOT_FOUND,
  STOCK_TEMPLATE_WRONG,
  policyErrors.NOT_FOR_SALE,
  policyErrors.RUSSIAN_NUMBERS_UNAVAILABLE,
  policyErrors.API_ONLY,
  policyErrors.SALES_STOPPED,
] as const;

export const listStoreOffersEndpoint = defineEndpoint({
  ...store,
  id: "listStoreOffers",
  method: "GET",
  path: "/store/offers",
  summary: "Offers of my store with their stock in numbers, newest first",
  query: z.object({ state: z.enum(accountOfferStates).optional(), before: Id.optional() }),
  response: z.strictObject({ items: z.array(AccountOfferView), hasMore: z.boolean() }),
  errors: [STORE_NOT_FOUND],
});

export const addStoreOfferEndpoint = defineEndpoint({
  ...write,
  id: "addStoreOffer",
  path: "/store/offers",
  summary: "Write an offer of my store; it is a draft",
  body: StoreOfferTerms,
  status: 201,
  response: z.strictObject({ id: count }),
  errors: ofGoods,
});

export const editStoreOfferEndpoint = defineEndpoint({
  ...write,
  id: "editStoreOffer",
  path: "/store/offers/{id}/edit",
  summary: "Change what an offer of my store says, and its price",
  description: "Orders keep the price and the warranty that they were bought with.",
  params: idParams,
  body: StoreOfferTerms,
  response: z.strictObject({ id: count }),
  errors: [...ofGoods, ACCOUNT_OFFER_NOT_FOUND, readyAccountErrors.STOCK_TEMPLATE_KEPT],
});

export const stepStoreOfferEndpoint = defineEndpoint({
  ...write,
  id: "stepStoreOffer",
  path: "/store/offers/{id}/step",
  summary: "Put an offer of my store on sale, or stop it",
  description: "One that the staff or too many claims have stopped is put on sale by the staff alone.",
  params: idParams,
  body: z.strictObject({ step: z.enum(accountOfferEvents) }),
  response: z.strictObject({ id: count }),
  errors: [
    STORE_NOT_FOUND,
    STORE_RULES_CHANGED,
    ACCOUNT_OFFER_NOT_FOUND,
    readyAccountErrors.OFFER_STATE_REFUSED,
    readyAccountErrors.OFFER_BARRED,
    readyAccountErrors.OFFER_TAKEN_DOWN,
  ],
});

export const addStoreStockEndpoint = defineEndpoint({
  ...write,
  id: "addStoreStock",
  path: "/store/offers/{id}/stock",
  summary: "Take accounts into the stock of an offer of my store, from a list or an archive",
  bodyBytes: stockLimits.bodyBytes,
  description:
    "Lines of the offer's template, or a JSON list of objects with its names. A list with a wrong line changes nothing unless `skipsRefused` is set. Accounts that are in " +
    "stock or sold already are refused, whoever brought them.",
  params: idParams,
  body: StockUploadBody,
  response: StockReportBody,
  errors: [
    STORE_NOT_FOUND,
    STORE_RULES_CHANGED,
    ACCOUNT_OFFER_NOT_FOUND,
    readyAccountErrors.STOCK_LINES_WRONG,
    readyAccountErrors.STOCK_JSON_WRONG,
    readyAccountErrors.STOCK_ARCHIVE_WRONG,
    readyAccountErrors.STOCK_ARCHIVE_NEEDED,
    readyAccountErrors.OFFER_TAKEN_DOWN,
  ],
});

export const withdrawStoreStockEndpoint = defineEndpoint({
  ...write,
  id: "withdrawStoreStock",
  path: "/store/offers/{id}/withdraw-stock",
  summary: "Take what is free of the stock of an offer of my store off sale for good",
  description: "What the accounts say is removed. Orders stay as they are.",
  params: idParams,
  body: z.strictObject({}),
  response: z.strictObject({ withdrawnCount: count }),
  errors: [STORE_NOT_FOUND, ACCOUNT_OFFER_NOT_FOUND],
});
