import sql from "sql-template-tag";
import type { ClosingPart } from "#features/identity/closing/closing-part.reads.ts";
import { execute } from "#lib/db/query.ts";

/** Forgets what the person called the devices. What was sold stays, and keys that programs have stay good. */
export const licenceClosing: ClosingPart = {
  forget: async (tx, userId) => {
    await execute(
      tx,
      sql`update licences_devices set name = null
          where name is not null and licence_id in (select id from licences where user_id = ${userId})`,
    );
  },
};
