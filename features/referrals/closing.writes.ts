import sql from "sql-template-tag";
import type { ClosingPart } from "#features/identity/closing/closing-part.reads.ts";
import { execute } from "#lib/db/query.ts";

/** Links lose what their owner called them; they stay, since people came by them. */
export const referralClosing: ClosingPart = {
  forget: async (tx, userId) => {
    await execute(
      tx,
      sql`update referrals_links set name = id::text where user_id = ${userId} and name not in ('', id::text)`,
    );
  },
};
