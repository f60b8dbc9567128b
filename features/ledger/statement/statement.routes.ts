import { makeExportRoutes } from "#features/ledger/statement/exports/exports.routes.ts";
import { listHistoryEndpoint } from "#features/ledger/statement/statement.contract.ts";
import { askedOf, readStatement, type StatementSources } from "#features/ledger/statement/statement.reads.ts";
import { type Route, route } from "#lib/api/route.ts";

/** The history and its downloads; `sources` tell what lines are about (the ledger knows none of it). */
export function makeStatementRoutes(sources: StatementSources): Route[] {
  return [
    route(listHistoryEndpoint, ({ db, actor: { userId, key }, query, locale }) =>
      readStatement(db, sources, { userId, key, balance: "user", locale, ...askedOf(query) }),
    ),
    ...makeExportRoutes(sources),
  ];
}
