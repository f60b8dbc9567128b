import sql from "sql-template-tag";
import { claimAccount } from "#features/identity/account-lock.writes.ts";
import { endClosing } from "#features/identity/closing/closing.writes.ts";
import { setAddress } from "#features/identity/email-change/email-change.writes.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { hashPassword } from "#features/identity/passwords/passwords.gateway.ts";
import { wrongLink } from "#features/identity/registration/registration.writes.ts";
import { recordSecurityEvent } from "#features/identity/security-log/recording.writes.ts";
import { secureAccount } from "#features/identity/security-page/disowning.writes.ts";
import { tokenHash } from "#features/identity/sessions/sessions.reads.ts";
import { newToken } from "#features/identity/sessions/sessions.writes.ts";
import { endPasskeysAndLinks } from "#features/identity/ways-in/ways-in.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";

/**
 * Takes an account back to the address that a change took it from, whatever has changed since: that change and all later ones are undone,
 * so that a second change shuts nobody out. Whoever changed it may still be there: sessions, keys, webhooks, passkeys, linked accounts, a
 * second factor turned on since and the password end, withdrawals that wait are cancelled, the account is closed no longer, and a link
 * for a new password goes to the old address. Answers whose account it is. Throws LINK_INVALID, EMAIL_TAKEN.
 */
export async function takeEmailBack(db: Db, token: string, ip: string): Promise<UserId> {
  const hashed = tokenHash(token);
  const known = await maybeOne<{ userId: UserId }>(
    db,
    sql`select user_id as "userId" from identity_email_changes
        where back_hash = ${hashed} and taken_back_at is null and back_until > app_now()`,
  );
  if (!known) throw await wrongLink(db, ip);
  const { userId } = known;
  const passwordHash = await hashPassword(newToken());
  await withTransaction(db, async (tx) => {
    await claimAccount(tx, userId);
    const undone = await undoFrom(tx, userId, hashed);
    await setAddress(tx, userId, undone);
    await endWhatWasAdded(tx, userId, passwordHash, undone.createdAt);
    await recordSecurityEvent(tx, userId, { kind: "emailTakenBack", what: undone.email });
    // Whoever changed the address may have asked for the end of the account, too.
    await endClosing(tx, userId);
    await secureAccount(tx, userId, null);
  });
  return userId;
}

type Undone = {
  readonly id: number;
  readonly email: string;
  readonly emailKey: string;
  readonly createdAt: Date;
};

/** The change of this token and all later ones; a wish ends with what else was begun. Throws LINK_INVALID where somebody was faster. */
async function undoFrom(tx: Tx, userId: UserId, hashed: Buffer): Promise<Undone> {
  const undone = await maybeOne<Undone>(
    tx,
    sql`update identity_email_changes set taken_back_at = app_now()
        where back_hash = ${hashed} and taken_back_at is null and back_until > app_now()
        returning id, old_email as email, old_email_key as "emailKey", created_at as "createdAt"`,
  );
  if (!undone) throw new AppError(identityErrors.LINK_INVALID);
  await execute(
    tx,
    sql`update identity_email_changes set taken_back_at = app_now()
        where user_id = ${userId} and id > ${undone.id} and confirmed_at is not null and taken_back_at is null`,
  );
  return undone;
}

/** Ways in that a stranger may have added or learnt. A second factor from before the wish was its owner's, and stays. */
async function endWhatWasAdded(tx: Tx, userId: UserId, passwordHash: string, since: Date): Promise<void> {
  await execute(
    tx,
    sql`update identity_users set password_hash = ${passwordHash}, has_password = false where id = ${userId}`,
  );
  await execute(
    tx,
    sql`delete from identity_second_factors where user_id = ${userId} and (enabled_at is null or enabled_at >= ${since})`,
  );
  await endPasskeysAndLinks(tx, userId);
}
