import sql from "sql-template-tag";
import type { ClosingPart } from "#features/identity/closing/closing-part.reads.ts";
import { execute } from "#lib/db/query.ts";

/** Prices of an account's own end with it. */
export const pricingClosing: ClosingPart = {
  forget: async (tx, userId) => {
    await execute(tx, sql`delete from pricing_personal_prices where user_id = ${userId}`);
    await execute(tx, sql`delete from pricing_rent_personal_prices where user_id = ${userId}`);
    await execute(tx, sql`delete from pricing_wholesale_accounts where user_id = ${userId}`);
  },
};
