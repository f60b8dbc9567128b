import { readStatement, type StatementSources } from "#features/ledger/statement/statement.reads.ts";
import { makeCursor, restCurrency } from "#features/rest-api/rest-api.rules.ts";
import { restGetStatement } from "#features/rest-api/statement/statement.contract.ts";
import { type Route, route } from "#lib/api/route.ts";

/** The statement; `sources` tell what its lines are about. */
export function makeRestStatementRoutes(sources: StatementSources): Route[] {
  return [
    route(restGetStatement, async ({ db, actor, query, locale }) => {
      const { lines, nextCursor, opening, closing } = await readStatement(db, sources, {
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
      });
      return {
        data: lines.map(({ page: _, ...line }) => line),
        nextCursor: nextCursor === null ? null : makeCursor("statement", Number(nextCursor)),
        opening,
        closing,
        currency: restCurrency,
      };
    }),
  ];
}
