import sql from "sql-template-tag";
import { forgetShownFactor } from "#features/identity/passkeys/passkeys.writes.ts";
import { providerName } from "#features/identity/social/gateway/social.gateway.ts";
import type { SocialProvider } from "#features/identity/social/social.rules.ts";
import type { WaysIn } from "#features/identity/ways-in.rules.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Tx } from "#lib/db/pool.ts";
import { execute, rows } from "#lib/db/query.ts";

/**
 * Ends what was begun with the old password and would enter an account or add a way in: unfinished logins, mailed codes and
 * links, challenges of passkeys, ways to a provider that link, tickets for linking, and a wish for another address.
 */
export async function endBegunWaysIn(tx: Tx, userId: UserId): Promise<void> {
  await execute(tx, sql`delete from identity_password_resets where user_id = ${userId}`);
  // Also the code of a registration that became this account.
  await execute(
    tx,
    sql`delete from identity_mail_codes where user_id = ${userId}
          or email_key = (select email_key from identity_users where id = ${userId})`,
  );
  await execute(tx, sql`delete from identity_login_challenges where user_id = ${userId}`);
  await execute(tx, sql`delete from identity_passkey_challenges where user_id = ${userId}`);
  await execute(tx, sql`delete from identity_social_trips where user_id = ${userId}`);
  await execute(tx, sql`delete from identity_social_tickets where user_id = ${userId}`);
  await execute(
    tx,
    sql`delete from identity_email_changes where user_id = ${userId} and confirmed_at is null`,
  );
}

/**
 * Removes every passkey and linked account of a person, in the transaction that stores a new password: without a password nobody
 * would get in any more. Returns what was removed.
 */
export async function endPasskeysAndLinks(tx: Tx, userId: UserId): Promise<WaysIn> {
  const passkeys = await rows<{ id: number; name: string }>(
    tx,
    sql`delete from identity_passkeys where user_id = ${userId} returning id, name`,
  );
  const links = await rows<{ id: number; provider: SocialProvider }>(
    tx,
    sql`delete from identity_social_accounts where user_id = ${userId} returning id, provider`,
  );
  await forgetShownFactor(tx, userId);
  const inOrder = <Row extends { id: number }>(found: Row[]) => found.sort((a, b) => a.id - b.id);
  return {
    passkeys: inOrder(passkeys).map(({ name }) => name),
    accounts: inOrder(links).map(({ provider }) => providerName(provider)),
  };
}
