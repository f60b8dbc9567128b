import { z } from "zod";
import { defineEndpoint } from "#lib/api/endpoint.ts";

/** What a user can spend, in RUB (spec, section 7: a bare number). A failing call answers an error, never a false 0. */
export const getBalanceEndpoint = defineEndpoint({
  id: "getBalance",
  method: "GET",
  path: "/sms-users/balance",
  summary: "Balance in roubles",
  tag: "balance",
  access: "user",
  scope: "read",
  response: z.number(),
  errors: [],
});

const Amount = z.number().int();

/** A user's money: what is posted, what of it is reserved, what can be spent, and what is owed beside it. */
export const WalletView = z.strictObject({
  postedKopecks: Amount,
  heldKopecks: Amount,
  availableKopecks: Amount,
  debtKopecks: Amount,
  /** Grows with every movement: of two answers the one with the higher version is newer. */
  version: z.number().int(),
});
export type WalletView = z.infer<typeof WalletView>;

export const getWalletEndpoint = defineEndpoint({
  id: "getWallet",
  method: "GET",
  path: "/balance",
  summary: "Balance in whole kopecks: available, held and owed apart",
  tag: "balance",
  access: "user",
  scope: "read",
  response: WalletView,
  errors: [],
});
