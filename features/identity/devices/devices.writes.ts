import sql from "sql-template-tag";
import { DEVICE_DAYS, DEVICES_MAX } from "#features/identity/devices/devices.rules.ts";
import { tokenHash } from "#features/identity/sessions/sessions.reads.ts";
import { newToken } from "#features/identity/sessions/sessions.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Tx } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";

/**
 * Remembers that somebody has logged in with a browser and answers its new token. The new one takes over the accounts
 * of the old one, so that a token which somebody planted in the browser before is worth nothing afterwards.
 */
export async function rememberDevice(tx: Tx, userId: UserId, oldToken: string | null): Promise<string> {
  const token = newToken();
  if (oldToken !== null) {
    await execute(
      tx,
      sql`update identity_known_devices set token_hash = ${tokenHash(token)} where token_hash = ${tokenHash(oldToken)}`,
    );
  }
  await execute(
    tx,
    sql`insert into identity_known_devices (token_hash, user_id, expires_at)
        values (${tokenHash(token)}, ${userId}, app_now() + make_interval(days => ${DEVICE_DAYS}))
        on conflict (token_hash, user_id) do update set last_login_at = app_now(), expires_at = excluded.expires_at`,
  );
  await execute(
    tx,
    sql`delete from identity_known_devices where user_id = ${userId} and token_hash in (
          select token_hash from identity_known_devices where user_id = ${userId}
          order by last_login_at desc offset ${DEVICES_MAX})`,
  );
  return token;
}

/** The password has changed: who wants to be known again logs in with the new one. */
export async function forgetDevices(tx: Tx, userId: UserId): Promise<void> {
  await execute(tx, sql`delete from identity_known_devices where user_id = ${userId}`);
}
