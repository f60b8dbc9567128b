import sql from "sql-template-tag";
import { mailOwner } from "#features/identity/mail/mail.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Tx } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";

/**
 * Ends the recovery that waits, where there is one, and tells the owner: called wherever the second factor or a passkey was shown. The
 * account is held. Returns whether there was one.
 */
export async function cancelRecovery(tx: Tx, userId: UserId): Promise<boolean> {
  const cancelled = await maybeOne<{ id: number }>(
    tx,
    sql`update identity_factor_recoveries set state = 'cancelled', decided_at = app_now(), tell_next_at = null
        where user_id = ${userId} and state = 'waiting' returning id`,
  );
  if (!cancelled) return false;
  await mailOwner(tx, userId, { name: "recoveryCancelled" }, String(cancelled.id));
  return true;
}
