import sql from "sql-template-tag";
import type { ClosingPart } from "#features/identity/closing/closing-part.reads.ts";
import { execute } from "#lib/db/query.ts";

/** Answers that were kept for an account's repeated calls. */
export const idempotencyClosing: ClosingPart = {
  forget: async (tx, userId) => {
    await execute(tx, sql`delete from idempotency_answers where user_id = ${userId}`);
  },
};
