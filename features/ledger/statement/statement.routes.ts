import { makeExportRoutes } from "#features/ledger/statement/exports/exports.routes.ts";
import { listHistoryEndpoint } from "#features/ledger/statement/statement.contract.ts";
import { readStatement, type StatementSources } from "#features/ledger/statement/statement.reads.ts";
import { type Route, route } from "#lib/api/route.ts";

/** The history and its downloads; `sources` tell what lines are about (the ledger knows none of it). */
export function makeStatementRoutes(sources: StatementSources): Route[] {
  return [
    route(listHistoryEndpoint, ({ db, actor, query, locale }) =>
      readStatement(db, sources, {
        userId: actor.userId,
        key: actor.key,
        balance: "user",
        locale,
        period: { from: query.from ?? null, to: query.to ?? null, timeZone: query.timeZone },
        filter: {
          direction: query.direction,
          kind: query.kind ?? null,
          service: query.service ?? null,
          capturesInside: query.captures === "inside",
        },
        before: query.cursor ?? null,
        limit: query.limit,
      }),
    ),
    ...makeExportRoutes(sources),
  ];
}
