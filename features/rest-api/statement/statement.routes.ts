import { askedOf, readStatement, type StatementSources } from "#features/ledger/statement/statement.reads.ts";
import { makeCursor, restCurrency } from "#features/rest-api/rest-api.rules.ts";
import { restGetStatement } from "#features/rest-api/statement/statement.contract.ts";
import { type Route, route } from "#lib/api/route.ts";

/** The statement; `sources` tell what its lines are about. */
export function makeRestStatementRoutes(sources: StatementSources): Route[] {
  return [
    route(restGetStatement, async ({ db, actor: { userId, key }, query, locale }) => {
      const ask = { userId, key, balance: "user" as const, locale, ...askedOf(query) };
      const { lines, nextCursor, opening, closing } = await readStatement(db, sources, ask);
      return {
        data: lines.map(({ page: _page, dueAt: _dueAt, ...line }) => line),
        nextCursor: nextCursor === null ? null : makeCursor("statement", Number(nextCursor)),
        opening,
        closing,
        currency: restCurrency,
      };
    }),
  ];
}
