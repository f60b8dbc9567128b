import sql from "sql-template-tag";
import { endWhatOpens } from "#features/identity/end-what-opens.writes.ts";
import { mailOwner } from "#features/identity/mail/mail.writes.ts";
import { MONEY_REST_DAYS } from "#features/identity/running-recovery/running-recovery.rules.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Tx } from "#lib/db/pool.ts";
import { execute, one } from "#lib/db/query.ts";

/**
 * Removes a second factor without its code, and what was opened with it: all sessions, API keys, webhooks, known browsers and begun logins
 * end, withdrawals that wait are cancelled, and the owner is told. The account is claimed. Passkeys and linked accounts stay: whoever asked
 * had none of them. `recoveryId` is the row of a recovery that is done, by which withdrawals rest.
 */
export async function removeLostFactor(tx: Tx, userId: UserId, recoveryId: number): Promise<void> {
  await execute(tx, sql`delete from identity_second_factors where user_id = ${userId}`);
  await endWhatOpens(tx, userId, null);
  await mailOwner(tx, userId, { name: "recoveryDone" }, String(recoveryId));
}

/**
 * The same by two people of the staff, without waiting; a recovery that waits is closed with it. The account is claimed. Returns the id of
 * the row by which withdrawals rest.
 */
export async function removeFactorByStaff(tx: Tx, userId: UserId): Promise<number> {
  await execute(
    tx,
    sql`update identity_factor_recoveries set state = 'cancelled', decided_at = app_now(), tell_next_at = null
        where user_id = ${userId} and state = 'waiting'`,
  );
  const { id } = await one<{ id: number }>(
    tx,
    sql`insert into identity_factor_recoveries (user_id, state, ends_at, told, decided_at, money_rests_until)
        values (${userId}, 'done', app_now(), 0, app_now(), app_now() + make_interval(days => ${MONEY_REST_DAYS})) returning id`,
  );
  await removeLostFactor(tx, userId, id);
  return id;
}
