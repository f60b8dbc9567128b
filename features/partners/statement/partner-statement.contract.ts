import { z } from "zod";
import {
  StatementPage,
  statementFile,
  statementQuery,
} from "#features/ledger/statement/statement.contract.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";

const Amount = z.number().int();
const partner = { tag: "partners", access: "partner", method: "GET" } as const;

/** A partner's money in whole kopecks. */
export const EarningSums = z.strictObject({
  availableKopecks: Amount,
  /** Earned; it may still be refunded. */
  pendingKopecks: Amount,
  /** Reserved for withdrawals. */
  heldKopecks: Amount,
  /** Of refunded orders: what will be kept of the next earnings. */
  owedKopecks: Amount,
  /** When the next of what is pending becomes available; null = nothing is. */
  nextAvailableAt: z.iso.datetime().nullable(),
  /** Of the balance: grows by one with every movement of it. */
  version: z.number().int(),
});
export type EarningSums = z.infer<typeof EarningSums>;

export const readEarningSumsEndpoint = defineEndpoint({
  ...partner,
  id: "readEarningSums",
  path: "/cabinet/earnings",
  summary: "What a partner has earned: available, pending, held and owed",
  response: EarningSums,
  errors: [],
});

export const listEarningsStatementEndpoint = defineEndpoint({
  ...partner,
  id: "listEarningsStatement",
  path: "/cabinet/earnings/statement",
  summary: "Statement of a partner's earnings, newest first",
  description:
    "Every movement of what can be withdrawn, with the balance after it, as `GET /balance/history` tells a wallet's: earnings that " +
    "became available, shares of refunded orders that were reversed, withdrawals. `from` and `to` are days of `timeZone` (UTC), both " +
    "included. Go on with `cursor` = `nextCursor`.",
  query: statementQuery,
  response: StatementPage,
  errors: [],
});

export const exportEarningsStatementEndpoint = defineEndpoint({
  ...partner,
  id: "exportEarningsStatement",
  path: "/cabinet/earnings/statement/export",
  summary: "Statement of a partner's earnings of a period as a file (CSV, JSON or PDF)",
  description:
    "As `GET /balance/history/export`: days of `timeZone` (UTC), both included, at most 366 of them; oldest first, with the balance " +
    "before and after.",
  ...statementFile,
});
