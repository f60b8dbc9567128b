import sql from "sql-template-tag";
import type { ClosingPart } from "#features/identity/closing/closing-part.reads.ts";
import { one } from "#lib/db/query.ts";

/** What of an account that is to be closed still goes on here. What SMS said is gone a day after an order's end anyway. */
export const activationClosing: ClosingPart = {
  findHindrances: async (db, userId) => {
    const { hasOrders, hasSearches } = await one<{ hasOrders: boolean; hasSearches: boolean }>(
      db,
      sql`select exists (select from activations where user_id = ${userId} and closed_at is null) as "hasOrders",
            exists (select from activations_searches where user_id = ${userId} and closed_at is null) as "hasSearches"`,
    );
    return [...(hasOrders ? (["orders"] as const) : []), ...(hasSearches ? (["searches"] as const) : [])];
  },
};
