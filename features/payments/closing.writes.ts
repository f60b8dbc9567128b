import sql from "sql-template-tag";
import type { ClosingPart } from "#features/identity/closing/closing-part.reads.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Tx } from "#lib/db/pool.ts";
import { execute, one } from "#lib/db/query.ts";
import { seal } from "#lib/sealed-text.ts";

/** In place of a contact or an address that is gone. */
const GONE = "---";

/** Removes where money went and how its owner was reached; amounts, dates and the providers' own numbers stay for the accounts. */
async function forget(tx: Tx, userId: UserId): Promise<void> {
  await execute(
    tx,
    sql`update payments_claims set contact = ${GONE}, return_address = ${GONE} where user_id = ${userId} and state <> 'open'`,
  );
  await execute(
    tx,
    sql`update payments_withdrawals set comment = null,
          sealed_destination = case when sealed_destination is not null then ${seal(GONE)} end,
          masked_destination = case when masked_destination is not null then ${GONE} end
        where user_id = ${userId} and closed_at is not null`,
  );
  // The mark is a keyed hash of the card or address: another one in its place, so that nothing can be compared with it.
  await execute(
    tx,
    sql`update payments_payout_destinations set masked = ${GONE}, mark = sha256(('gone:' || id)::bytea) where user_id = ${userId}`,
  );
  await execute(
    tx,
    sql`update payments_transfers set receipt = case when receipt = '' then '' else ${GONE} end
        where payment_id in (select id from payments where user_id = ${userId})`,
  );
  await execute(tx, sql`update payments_guests set email_key = null where claimed_by = ${userId}`);
}

/** What payments say and do when an account is closed. */
export const paymentClosing: ClosingPart = {
  findHindrances: async (db, userId) => {
    // An underpaid payment stays open for ever; once its provider is asked no more, its payer need not wait for the rest either.
    const found = await one<{ hasWithdrawals: boolean; hasClaims: boolean; hasPayments: boolean }>(
      db,
      sql`select exists (select from payments_withdrawals where user_id = ${userId} and closed_at is null) as "hasWithdrawals",
            exists (select from payments_claims where user_id = ${userId} and state = 'open') as "hasClaims",
            exists (select from payments where user_id = ${userId} and closed_at is null and due_at is not null) as "hasPayments"`,
    );
    return [
      ...(found.hasWithdrawals ? (["withdrawals"] as const) : []),
      ...(found.hasClaims ? (["claims"] as const) : []),
      ...(found.hasPayments ? (["payments"] as const) : []),
    ];
  },
  forget,
};
