import {
  StatementPage,
  statementFile,
  statementQuery,
} from "#features/ledger/statement/statement.contract.ts";
import { storeErrors } from "#features/stores/stores.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";

const store = { tag: "stores", access: "session", method: "GET" } as const;

export const listStoreStatementEndpoint = defineEndpoint({
  ...store,
  id: "listStoreStatement",
  path: "/store/statement",
  summary: "Statement of what my store earned, newest first",
  description:
    "Every movement with the balance after it, as `GET /balance/history` tells a wallet's. A sale brings the store's share, which waits " +
    "(`wait`, held until `dueAt`): `release` makes it available when the warranty has ended, `reverse` takes away what a refunded account " +
    "brought. Withdrawals are held and then paid or cancelled. `availableKopecks` is what can be withdrawn. `from` and `to` are days of " +
    "`timeZone` (UTC), both included. Go on with `cursor` = `nextCursor`.",
  query: statementQuery,
  response: StatementPage,
  errors: [storeErrors.STORE_NOT_FOUND],
});

export const exportStoreStatementEndpoint = defineEndpoint({
  ...store,
  id: "exportStoreStatement",
  path: "/store/statement/export",
  summary: "Statement of what my store earned in a period as a file (CSV, JSON or PDF)",
  description:
    "As `GET /balance/history/export`: days of `timeZone` (UTC), both included, at most 366 of them; oldest first, with the balance " +
    "before and after.",
  ...statementFile,
  errors: [...statementFile.errors, storeErrors.STORE_NOT_FOUND],
});
