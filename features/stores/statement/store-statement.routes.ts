import { answerExport } from "#features/ledger/statement/exports/exports.routes.ts";
import { askedOf, readStatement } from "#features/ledger/statement/statement.reads.ts";
import {
  exportStoreStatementEndpoint,
  listStoreStatementEndpoint,
} from "#features/stores/statement/store-statement.contract.ts";
import { storeStatementSources } from "#features/stores/statement/store-statement.reads.ts";
import { requireSeller } from "#features/stores/store.gate.ts";
import { route } from "#lib/api/route.ts";

/** What a store earned, line by line and as a file: each call proves its owner and reads the caller's own balance. */
export const storeStatementRoutes = [
  route(listStoreStatementEndpoint, async ({ db, actor, query, locale }) => {
    const userId = await requireSeller(db, actor);
    const ask = { userId, balance: "store" as const, locale, ...askedOf(query) };
    return readStatement(db, storeStatementSources, ask);
  }),
  route(exportStoreStatementEndpoint, async (call) => {
    await requireSeller(call.db, call.actor);
    return answerExport(call, "store", storeStatementSources);
  }),
];
