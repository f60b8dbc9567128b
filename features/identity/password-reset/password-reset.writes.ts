import sql from "sql-template-tag";
import { z } from "zod";
import { claimAccount } from "#features/identity/account-lock.writes.ts";
import { endAllKeys } from "#features/identity/api-keys/api-keys.writes.ts";
import { forgetDevices } from "#features/identity/devices/devices.writes.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { findCredentials, getCredentials } from "#features/identity/identity.reads.ts";
import { webhooksUnwanted } from "#features/identity/identity.topics.ts";
import { mailPerson } from "#features/identity/mail/mail.writes.ts";
import { checkNewPassword } from "#features/identity/passwords/common-passwords.rules.ts";
import { hashPassword } from "#features/identity/passwords/passwords.gateway.ts";
import { proveOwnPassword } from "#features/identity/passwords/passwords.writes.ts";
import {
  type Caller,
  requireEmail,
  takeMail,
  wrongLink,
} from "#features/identity/registration/registration.writes.ts";
import { recordSecurityEvent } from "#features/identity/security-log/recording.writes.ts";
import { tokenHash } from "#features/identity/sessions/sessions.reads.ts";
import { endOtherSessions, newToken } from "#features/identity/sessions/sessions.writes.ts";
import { clearAttempts } from "#features/identity/throttle/throttle.writes.ts";
import { remindOfWayBack } from "#features/identity/way-back.writes.ts";
import { listWaysIn } from "#features/identity/ways-in/ways-in.reads.ts";
import { endBegunWaysIn, endPasskeysAndLinks } from "#features/identity/ways-in/ways-in.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { defineJob, enqueue } from "#lib/jobs/queue.ts";
import { publish } from "#lib/jobs/topics.ts";

/** How long the link of a password request works. */
const RESET_MINUTES = 60;

/** Records a request and queues the job that looks whether there is an account; the same work for any address. */
export async function requestPasswordReset(
  db: Db,
  input: { email: string; returnPath: string | null },
  caller: Caller,
): Promise<void> {
  const email = requireEmail(input.email);
  await takeMail(db, "reset", email, caller);
  await withTransaction(db, async (tx) => {
    const { id } = await one<{ id: number }>(
      tx,
      sql`insert into identity_password_resets (email_key, locale, return_path, expires_at)
          values (${email.emailKey}, ${caller.locale}, ${input.returnPath}, app_now() + make_interval(mins => ${RESET_MINUTES})) returning id`,
    );
    await enqueue(tx, passwordResetMailJob, { resetId: id }, { key: `password-reset:${id}` });
  });
}

/** The same for an account whose owner is known: the link goes to its address. The account is claimed. */
export async function openResetOf(tx: Tx, userId: UserId): Promise<void> {
  const { id } = await one<{ id: number }>(
    tx,
    sql`insert into identity_password_resets (email_key, locale, expires_at)
        select email_key, locale, app_now() + make_interval(mins => ${RESET_MINUTES}) from identity_users where id = ${userId}
        returning id`,
  );
  await enqueue(tx, passwordResetMailJob, { resetId: id }, { key: `password-reset:${id}` });
}

/**
 * Makes the link of a request for a known person and queues its mail; earlier links of that person end. Who left the address of an
 * account lately gets the link of the way back.
 */
export const passwordResetMailJob = defineJob({
  name: "identity_password_reset_mail",
  payload: z.object({ resetId: z.number().int() }),
  handler: async (db, { resetId }) => {
    const token = newToken();
    await withTransaction(db, async (tx) => {
      const due = await maybeOne<{ emailKey: string; locale: Locale }>(
        tx,
        sql`select email_key as "emailKey", locale from identity_password_resets
            where id = ${resetId} and token_hash is null and expires_at > app_now() for update`,
      );
      if (!due) return;
      const owner = await findCredentials(tx, due.emailKey);
      if (!owner) {
        await execute(tx, sql`delete from identity_password_resets where id = ${resetId}`);
        await remindOfWayBack(tx, due.emailKey, `reset:${resetId}`);
        return;
      }
      await execute(tx, sql`delete from identity_password_resets where user_id = ${owner.userId}`);
      await execute(
        tx,
        sql`update identity_password_resets set user_id = ${owner.userId}, token_hash = ${tokenHash(token)} where id = ${resetId}`,
      );
      const to = { email: owner.email, locale: due.locale };
      await mailPerson(
        tx,
        to,
        { name: "resetPassword", personName: owner.name, token },
        `password-reset:${token}`,
      );
    });
  },
});

/**
 * Sets a new password by a mailed token, once, and ends everything else that opens the account: sessions, passkeys, linked
 * accounts, and what was begun to add one. Answers where the request was made (path and query without a language). Throws
 * LINK_INVALID.
 */
export async function resetPassword(
  db: Db,
  input: { token: string; password: string },
  ip: string,
): Promise<string | null> {
  const hashed = tokenHash(input.token);
  const owner = await maybeOne<{ userId: UserId; email: string; emailKey: string; name: string }>(
    db,
    sql`select u.id as "userId", u.email, u.email_key as "emailKey", u.name
        from identity_password_resets r join identity_users u on u.id = r.user_id
        where r.token_hash = ${hashed} and r.expires_at > app_now()`,
  );
  if (!owner) throw await wrongLink(db, ip);
  checkNewPassword(input.password, owner);
  const passwordHash = await hashPassword(input.password);
  return withTransaction(db, async (tx) => {
    await claimAccount(tx, owner.userId);
    const used = await maybeOne<{ returnPath: string | null }>(
      tx,
      sql`delete from identity_password_resets
          where user_id = ${owner.userId} and token_hash = ${hashed} and expires_at > app_now()
          returning return_path as "returnPath"`,
    );
    if (!used) throw new AppError(identityErrors.LINK_INVALID);
    const reader = await storePassword(tx, owner.userId, passwordHash, null);
    const ended = await endPasskeysAndLinks(tx, owner.userId);
    await recordSecurityEvent(tx, owner.userId, { kind: "passwordReset" });
    await clearAttempts(tx, { name: "login-account", subject: owner.emailKey });
    await mailPerson(
      tx,
      reader,
      { name: "passwordReset", personName: reader.name, ended },
      `password-reset-done:${owner.userId}:${tokenHash(passwordHash).toString("hex")}`,
    );
    return used.returnPath;
  });
}

/**
 * Changes a signed-in user's password; all sessions but this one end, and when asked all keys, webhooks, passkeys and linked
 * accounts. Throws PASSWORD_WRONG, also when another new password came first.
 */
export async function changePassword(
  db: Db,
  userId: UserId,
  input: {
    currentPassword: string;
    password: string;
    keepToken: string | null;
    endKeys: boolean;
    endWebhooks: boolean;
    endPasskeysAndLinks: boolean;
  },
): Promise<void> {
  const user = await getCredentials(db, userId);
  checkNewPassword(input.password, user);
  await proveOwnPassword(db, user, input.currentPassword);
  const passwordHash = await hashPassword(input.password);
  await withTransaction(db, async (tx) => {
    const isClaimed = await claimAccount(tx, userId, user.passwordHash);
    if (!isClaimed) throw new AppError(identityErrors.PASSWORD_WRONG);
    const reader = await storePassword(tx, userId, passwordHash, input.keepToken);
    await recordSecurityEvent(tx, userId, { kind: "passwordChanged" });
    if (input.endKeys) await endAllKeys(tx, userId);
    if (input.endWebhooks) await publish(tx, webhooksUnwanted, { userId });
    const areEnded = input.endPasskeysAndLinks;
    const waysIn = areEnded ? await endPasskeysAndLinks(tx, userId) : await listWaysIn(tx, userId);
    await mailPerson(
      tx,
      reader,
      {
        name: "passwordChanged",
        personName: reader.name,
        ...(areEnded ? { ended: waysIn } : { left: waysIn }),
      },
      `password-changed:${userId}:${tokenHash(passwordHash).toString("hex")}`,
    );
  });
}

type Reader = { email: string; name: string; locale: Locale };

/** Stores a new password and ends the sessions but `keepToken`'s and what was begun with the old one. Answers whom to tell. */
async function storePassword(
  tx: Tx,
  userId: UserId,
  passwordHash: string,
  keepToken: string | null,
): Promise<Reader> {
  const reader = await one<Reader>(
    tx,
    sql`update identity_users set password_hash = ${passwordHash}, has_password = true where id = ${userId} returning email, name, locale`,
  );
  await endBegunWaysIn(tx, userId);
  await endOtherSessions(tx, userId, keepToken);
  await forgetDevices(tx, userId);
  return reader;
}
