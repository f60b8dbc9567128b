import { randomInt, timingSafeEqual } from "node:crypto";
import sql from "sql-template-tag";
import { claimAccount } from "#features/identity/account-lock.writes.ts";
import {
  EMAIL_CODE_MINUTES,
  EMAIL_CODE_TRIES,
  WAY_BACK_DAYS,
} from "#features/identity/email-change/email-change.rules.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { type Credentials, getCredentials } from "#features/identity/identity.reads.ts";
import { mailPerson } from "#features/identity/mail/mail.writes.ts";
import { groupedMailCode, MAIL_CODE_DIGITS, parseMailCode } from "#features/identity/mail-code.rules.ts";
import { forgetRegistrations, requireEmail } from "#features/identity/registration/registration.writes.ts";
import { recordSecurityEvent } from "#features/identity/security-log/recording.writes.ts";
import { tokenHash } from "#features/identity/sessions/sessions.reads.ts";
import { takeAttempts } from "#features/identity/throttle/throttle.writes.ts";
import { mailWayBack, wayBackToken } from "#features/identity/way-back.writes.ts";
import { endBegunWaysIn } from "#features/identity/ways-in/ways-in.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { keyedHash } from "#lib/keyed-hash.ts";
import { mailboxKey, type NormalisedEmail } from "#lib/mail/address.ts";

/**
 * Records that an owner wants another address and mails a code there; an earlier wish ends. `owner`: as the password was proven. Where the
 * address belongs to somebody else nothing is mailed, and the answer is the same. Throws INVALID_EMAIL, EMAIL_UNCHANGED,
 * TOO_MANY_ATTEMPTS, and PASSWORD_WRONG when the password has been changed since it was proven.
 */
export async function startEmailChange(db: Db, owner: Credentials, address: string): Promise<void> {
  const { userId } = owner;
  const wanted = requireEmail(address);
  if (owner.email === wanted.email) throw new AppError(identityErrors.EMAIL_UNCHANGED);
  await takeAttempts(db, [
    { name: "mail-own", subject: `email-change:${userId}` },
    { name: "mail-account", subject: `email-change:${mailboxKey(wanted.emailKey)}` },
  ]);
  await withTransaction(db, (tx) => recordWantedAddress(tx, owner, wanted));
}

async function recordWantedAddress(
  tx: Tx,
  { userId, passwordHash, name, locale }: Credentials,
  wanted: NormalisedEmail,
): Promise<void> {
  if (!(await claimAccount(tx, userId, passwordHash))) throw new AppError(identityErrors.PASSWORD_WRONG);
  await execute(
    tx,
    sql`delete from identity_email_changes where user_id = ${userId} and confirmed_at is null`,
  );
  const { id } = await one<{ id: number }>(
    tx,
    sql`insert into identity_email_changes (user_id, old_email, old_email_key, new_email, new_email_key, code_expires_at)
        select id, email, email_key, ${wanted.email}, ${wanted.emailKey}, app_now() + make_interval(mins => ${EMAIL_CODE_MINUTES})
        from identity_users where id = ${userId}
        returning id`,
  );
  if (await isTaken(tx, wanted.emailKey, userId)) return;
  const code = String(randomInt(10 ** MAIL_CODE_DIGITS)).padStart(MAIL_CODE_DIGITS, "0");
  await execute(
    tx,
    sql`update identity_email_changes set code_hash = ${codeHash(id, code)} where id = ${id}`,
  );
  const mail = { name: "emailChangeCode", personName: name, what: groupedMailCode(code) } as const;
  await mailPerson(tx, { email: wanted.email, locale }, mail, `email-change:${id}`);
}

/** Has another account this address, or a way back to it? */
async function isTaken(tx: Tx, emailKey: string, userId: UserId): Promise<boolean> {
  const taken = await maybeOne(
    tx,
    sql`select 1 as taken from identity_users where email_key = ${emailKey} and id <> ${userId}
        union all
        select 1 from identity_email_changes
          where old_email_key = ${emailKey} and user_id <> ${userId} and confirmed_at is not null and taken_back_at is null
            and back_until > app_now()
        limit 1`,
  );
  return taken !== null;
}

/** What is stored of a code: eight digits would be guessed from a plain hash. */
function codeHash(changeId: number, code: string): Buffer {
  return keyedHash("email-change", `${changeId}:${code}`);
}

/**
 * Makes the new address count, by its code: the try is counted before it is compared, at once and for good. The old address is told, with
 * a link that takes the account back. Answers the new address, again for as long as the code lasts. Throws MAIL_CODE_WRONG,
 * MAIL_CODE_EXPIRED, and EMAIL_TAKEN where somebody was faster: who has the code reads what comes to the address, so nothing is betrayed.
 */
export async function confirmEmailChange(db: Db, userId: UserId, text: string): Promise<string> {
  const tried = await maybeOne<{ id: number; expected: Buffer | null; triesLeft: number }>(
    db,
    sql`update identity_email_changes set tries = tries + 1
        where user_id = ${userId} and confirmed_at is null and code_expires_at > app_now() and tries < ${EMAIL_CODE_TRIES}
        returning id, code_hash as expected, ${EMAIL_CODE_TRIES}::integer - tries as "triesLeft"`,
  );
  if (!tried) return answerAgain(db, userId, text);
  const { id, expected, triesLeft } = tried;
  const given = codeHash(id, parseMailCode(text) ?? "");
  // Without a code the same is computed and compared.
  const isRight = timingSafeEqual(given, expected ?? codeHash(id, "")) && expected !== null;
  if (!isRight) throw new AppError(identityErrors.MAIL_CODE_WRONG, { details: { triesLeft } });
  return withTransaction(db, (tx) => carryOut(tx, userId, id, text));
}

/** The address that this very code has made count: its answer was lost, or it was sent twice. Throws MAIL_CODE_EXPIRED. */
async function answerAgain(db: Queryable, userId: UserId, text: string): Promise<string> {
  const last = await maybeOne<{ id: number; email: string; expected: Buffer }>(
    db,
    sql`select c.id, c.new_email as email, c.code_hash as expected
        from identity_email_changes c join identity_users u on u.id = c.user_id and u.email_key = c.new_email_key
        where c.user_id = ${userId} and c.confirmed_at is not null and c.taken_back_at is null and c.code_hash is not null
          and c.code_expires_at > app_now()
        order by c.id desc limit 1`,
  );
  if (!last || !timingSafeEqual(codeHash(last.id, parseMailCode(text) ?? ""), last.expected))
    throw new AppError(identityErrors.MAIL_CODE_EXPIRED);
  return last.email;
}

async function carryOut(tx: Tx, userId: UserId, id: number, text: string): Promise<string> {
  await claimAccount(tx, userId);
  const owner = await getCredentials(tx, userId);
  const change = await maybeOne<{ email: string; emailKey: string }>(
    tx,
    sql`update identity_email_changes set confirmed_at = app_now(), back_hash = ${tokenHash(wayBackToken(id))},
          back_until = app_now() + make_interval(days => ${WAY_BACK_DAYS})
        where id = ${id} and user_id = ${userId} and confirmed_at is null and code_expires_at > app_now()
        returning new_email as email, new_email_key as "emailKey"`,
  );
  if (!change) return answerAgain(tx, userId, text);
  if (await isTaken(tx, change.emailKey, userId)) throw new AppError(identityErrors.EMAIL_TAKEN);
  await setAddress(tx, userId, change);
  await recordSecurityEvent(tx, userId, { kind: "emailChanged", what: change.email });
  await mailWayBack(tx, owner, { changeId: id, newEmail: change.email, occasion: "told" });
  return change.email;
}

/** Codes and links that went to the account's address so far end with it. The account is claimed. Throws EMAIL_TAKEN. */
export async function setAddress(
  tx: Tx,
  userId: UserId,
  { email, emailKey }: NormalisedEmail,
): Promise<void> {
  await endBegunWaysIn(tx, userId);
  await execute(
    tx,
    sql`update identity_users set email = ${email}, email_key = ${emailKey} where id = ${userId}`,
  ).catch((error: unknown) => {
    const isTakenMeanwhile = (error as { code?: string }).code === "23505";
    throw isTakenMeanwhile ? new AppError(identityErrors.EMAIL_TAKEN) : error;
  });
  await forgetRegistrations(tx, emailKey);
}
