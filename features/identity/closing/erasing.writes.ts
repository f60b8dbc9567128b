import sql from "sql-template-tag";
import { endAllKeys } from "#features/identity/api-keys/api-keys.writes.ts";
import { endArchive } from "#features/identity/archive/archive.writes.ts";
import { closedAddress } from "#features/identity/closing.rules.ts";
import { forgetDevices } from "#features/identity/devices/devices.writes.ts";
import { endOtherSessions } from "#features/identity/sessions/sessions.writes.ts";
import { endBegunWaysIn, endPasskeysAndLinks } from "#features/identity/ways-in/ways-in.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Tx } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";

/**
 * Removes who a person was from identity: the address, which is free again, the name, and all that opened the account or told of its use.
 * The account stays, suspended, for what the ledger keeps of it. `passwordHash` is of a password that nobody knows.
 */
export async function erasePerson(tx: Tx, userId: UserId, passwordHash: string): Promise<void> {
  await endAllKeys(tx, userId);
  await endOtherSessions(tx, userId, null);
  await forgetDevices(tx, userId);
  await endBegunWaysIn(tx, userId);
  await endPasskeysAndLinks(tx, userId);
  await endArchive(tx, userId);
  const own = sql`select email_key from identity_users where id = ${userId}`;
  await execute(tx, sql`delete from identity_registrations where email_key = (${own})`);
  await execute(tx, sql`delete from identity_password_resets where email_key = (${own})`);
  await execute(tx, sql`delete from identity_promised_partners where email_key = (${own})`);
  await execute(tx, sql`delete from identity_factor_recoveries where user_id = ${userId}`);
  await execute(tx, sql`delete from identity_second_factors where user_id = ${userId}`);
  await execute(tx, sql`delete from identity_email_changes where user_id = ${userId}`);
  await execute(tx, sql`delete from identity_arrivals where user_id = ${userId}`);
  await execute(
    tx,
    sql`update identity_settings set telegram = null, phone = null, lower_balance_kopecks = null,
          low_balance_armed = false, low_balance_mailed_at = null where user_id = ${userId}`,
  );
  const address = closedAddress(userId);
  await execute(
    tx,
    sql`update identity_users set email = ${address}, email_key = ${address}, name = '', password_hash = ${passwordHash},
          has_password = false, external_id = gen_random_uuid(), country_iso2 = null, is_agent = false, is_store = false, has_custom_price = false,
          suspended_at = coalesce(suspended_at, app_now())
        where id = ${userId}`,
  );
  // Last: what ended above has left lines there.
  await execute(tx, sql`delete from identity_security_events where user_id = ${userId}`);
}
