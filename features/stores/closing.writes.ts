import sql from "sql-template-tag";
import type { ClosingPart } from "#features/identity/closing/closing-part.reads.ts";
import { execute } from "#lib/db/query.ts";

/** In place of what an applicant wrote. */
const GONE = "---";
/** No account has this address, and none can be made for it. */
const NOBODY = "nobody@closed.invalid";

/** Applications and a former store lose their words; one that still waits goes. An owner's account is not closed: the store ends first. */
export const storeClosing: ClosingPart = {
  forget: async (tx, userId) => {
    await execute(tx, sql`delete from stores_applications where user_id = ${userId} and state = 'waiting'`);
    await execute(
      tx,
      sql`update stores_applications set name = ${GONE}, description = ${GONE}, email = ${NOBODY}
          where user_id = ${userId} and name <> ${GONE}`,
    );
    await execute(
      tx,
      sql`update stores_stores set name = ${GONE}, description = ${GONE}, email = ${NOBODY}
          where user_id = ${userId} and name <> ${GONE}`,
    );
  },
};
