import sql from "sql-template-tag";
import type { ClosingPart } from "#features/identity/closing/closing-part.reads.ts";
import { execute } from "#lib/db/query.ts";

/** In place of what an applicant wrote. */
const GONE = "---";
/** No account has this address, and none can be made for it. */
const NOBODY = "nobody@closed.invalid";

/**
 * Applications lose who applied, also those that were sent with the account's address by a guest; one that still waits goes. A partner's
 * account is not closed: its cabinet is ended first.
 */
export const partnerClosing: ClosingPart = {
  forget: async (tx, userId) => {
    // The account still has its address: identity erases the person last.
    const address = sql`select email_key from identity_people where id = ${userId}`;
    const own = sql`(user_id = ${userId} or partner_user_id = ${userId} or (user_id is null and email_key = (${address})))`;
    await execute(tx, sql`delete from partners_applications where ${own} and state = 'waiting'`);
    await execute(
      tx,
      sql`update partners_applications set email = ${NOBODY}, email_key = ${NOBODY},
            contact = ${GONE}, about = ${GONE}, modems = ${GONE}
          where ${own} and contact <> ${GONE}`,
    );
  },
};
