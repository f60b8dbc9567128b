import sql from "sql-template-tag";
import type { ClosingPart } from "#features/identity/closing/closing-part.reads.ts";
import { execute } from "#lib/db/query.ts";

/** In place of what an applicant wrote. */
const GONE = "---";
/** No account has this address, and none can be made for it. */
const NOBODY = "nobody@closed.invalid";

/** Applications lose who applied; one that still waits goes. A partner's account is not closed: its cabinet is ended first. */
export const partnerClosing: ClosingPart = {
  forget: async (tx, userId) => {
    const own = sql`(user_id = ${userId} or partner_user_id = ${userId})`;
    await execute(tx, sql`delete from partners_applications where ${own} and state = 'waiting'`);
    await execute(
      tx,
      sql`update partners_applications set email = ${NOBODY}, email_key = ${NOBODY},
            contact = ${GONE}, about = ${GONE}, modems = ${GONE}
          where ${own} and contact <> ${GONE}`,
    );
  },
};
