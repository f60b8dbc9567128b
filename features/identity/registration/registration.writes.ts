import sql, { type Sql } from "sql-template-tag";
import { z } from "zod";
import { marksOf } from "#features/identity/attribution/attribution.reads.ts";
import { type Arrival, unknownArrival } from "#features/identity/attribution/attribution.rules.ts";
import { recordArrival } from "#features/identity/attribution/attribution.writes.ts";
import { spendCaptcha } from "#features/identity/captcha/captcha.writes.ts";
import {
  enterAccount,
  type LoginCaller,
  type OpenedSession,
} from "#features/identity/entering/entering.writes.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { type Credentials, findCredentials } from "#features/identity/identity.reads.ts";
import { cleanName } from "#features/identity/identity.rules.ts";
import { registered } from "#features/identity/identity.topics.ts";
import { createUser } from "#features/identity/identity.writes.ts";
import { mailPerson } from "#features/identity/mail/mail.writes.ts";
import { type Asker, type MailPurpose, mailBudgetOf } from "#features/identity/mail-budget.reads.ts";
import {
  type CodeTarget,
  issueCode,
  openCodeRequest,
} from "#features/identity/mailed-code/issuing.writes.ts";
import { checkNewPassword } from "#features/identity/passwords/common-passwords.rules.ts";
import { hashPassword } from "#features/identity/passwords/passwords.gateway.ts";
import { tokenHash } from "#features/identity/sessions/sessions.reads.ts";
import { newToken } from "#features/identity/sessions/sessions.writes.ts";
import { readThrottle } from "#features/identity/throttle/throttle.reads.ts";
import { type Bucket, pressures } from "#features/identity/throttle/throttle.rules.ts";
import { takeAttempts } from "#features/identity/throttle/throttle.writes.ts";
import { remindOfWayBack } from "#features/identity/way-back.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { defineJob, enqueue } from "#lib/jobs/queue.ts";
import { publish } from "#lib/jobs/topics.ts";
import { type NormalisedEmail, normaliseEmail } from "#lib/mail/address.ts";
import { networkOf } from "#lib/net/network-of.ts";

/** How long the link of a registration works. */
const CONFIRM_HOURS = 24;

export type Caller = {
  ip: string;
  locale: Locale;
  captcha: string | undefined;
  /** Where the owner's own browsers are kept apart from strangers; absent = a stranger. */
  asker?: Asker;
};

/** Who registers, and how they came. */
export type Newcomer = Caller & { arrival?: Arrival };

/** What somebody registers with; without a password the mailed code or link is the way in. */
export type NewRegistration = {
  email: string;
  name: string | undefined;
  password: string | undefined;
  returnPath: string | null;
};

/** What a browser that has registered knows: the token that its code counts with, and when it may ask for the mail again. */
export type StartedRegistration = { readonly request: string; readonly resendSeconds: number };

/** An address in its one spelling. Throws INVALID_EMAIL. */
export function requireEmail(text: string): NormalisedEmail {
  const email = normaliseEmail(text);
  if (!email) throw new AppError(identityErrors.INVALID_EMAIL);
  return email;
}

/**
 * Records a registration and queues its mail. Does the same work for a new and for a known address: which mail goes
 * out is decided by the job, so neither answer nor timing tells whether there is an account. Answers the token that the code of
 * the mail counts with, by which the browser is known when the link opens in it, and how long its next mail waits. Throws INVALID_EMAIL, PASSWORD_TOO_SHORT,
 * PASSWORD_TOO_COMMON and what the captcha and the counters of attempts throw.
 */
export async function startRegistration(
  db: Db,
  input: NewRegistration,
  caller: Newcomer,
): Promise<StartedRegistration> {
  const email = requireEmail(input.email);
  if (input.password !== undefined)
    checkNewPassword(input.password, { email: email.email, name: input.name });
  const work = await spendCaptcha(db, caller.captcha, caller.ip);
  const network = { name: "registration-network", subject: networkOf(caller.ip) } as const;
  const mailbox = await mailBudgetOf(db, "registration", email.emailKey, caller.asker);
  await takeAttempts(db, [pressures.registration, network, mailbox], work);
  const passwordHash = await hashPassword(input.password ?? newToken());
  const hasPassword = input.password !== undefined;
  const request = newToken();
  const again = againBucket(request);
  await takeAttempts(db, [again]);
  const name = cleanName(input.name ?? "", email.email);
  const { referralCode, deviceId } = caller.arrival ?? unknownArrival;
  const { deviceMark, networkMark } = marksOf(deviceId, caller.ip);
  await withTransaction(db, async (tx) => {
    const { id } = await one<{ id: number }>(
      tx,
      sql`insert into identity_registrations (email, email_key, name, password_hash, has_password, request_hash, locale, referral_code, device_mark,
            network_mark, return_path, expires_at)
          values (${email.email}, ${email.emailKey}, ${name}, ${passwordHash}, ${hasPassword}, ${tokenHash(request)}, ${caller.locale}, ${referralCode},
            ${deviceMark}, ${networkMark}, ${input.returnPath}, app_now() + make_interval(hours => ${CONFIRM_HOURS}))
          returning id`,
    );
    await openCodeRequest(tx, {
      requestHash: tokenHash(request),
      emailKey: email.emailKey,
      locale: caller.locale,
    });
    await enqueue(tx, registrationMailJob, { registrationId: id }, { key: `registration:${id}` });
  });
  return { request, resendSeconds: await readWait(db, [again, mailbox]) };
}

/** What counts the mails of one registration, by its browser's token. */
function againBucket(request: string): Bucket {
  return { name: "registration-again", subject: tokenHash(request).toString("hex") };
}

async function readWait(db: Db, buckets: readonly Bucket[]): Promise<number> {
  return (await readThrottle(db, buckets)).waitSeconds;
}

/**
 * Queues a registration's mail again: that of the browser which asks (`request`, its token), else the newest. The earlier link and
 * code end. The same answer for an unknown address: how many seconds the next mail waits. Throws what `takeMail` throws.
 */
export async function resendConfirmation(
  db: Db,
  address: string,
  request: string | null,
  caller: Caller,
): Promise<number> {
  const email = requireEmail(address);
  const own = request === null ? [] : [againBucket(request)];
  const taken = await takeMail(db, "registration", email, caller, own);
  const ownHash = request === null ? null : tokenHash(request);
  await withTransaction(db, async (tx) => {
    const again = await maybeOne<{ id: number }>(
      tx,
      sql`update identity_registrations set mail_due = true
          where id = (select id from identity_registrations where email_key = ${email.emailKey} and expires_at > app_now()
                      order by coalesce(request_hash = ${ownHash}::bytea, false) desc, id desc limit 1)
          returning id`,
    );
    // An unknown address queues a job too, which finds nothing to do.
    const id = again?.id ?? 0;
    await enqueue(tx, registrationMailJob, { registrationId: id }, { key: `registration:${id}` });
  });
  return readWait(db, taken);
}

/**
 * Counts a mail that somebody asks for before it is known whether there is anybody to write to; `own` counts it first. Answers the
 * buckets that only time opens. Throws what the captcha and the counters of attempts throw.
 */
export async function takeMail(
  db: Db,
  purpose: MailPurpose,
  { emailKey }: NormalisedEmail,
  caller: Caller,
  own: readonly Bucket[] = [],
): Promise<readonly Bucket[]> {
  const work = await spendCaptcha(db, caller.captcha, caller.ip);
  const network = { name: "mail-network", subject: networkOf(caller.ip) } as const;
  const mailbox = await mailBudgetOf(db, purpose, emailKey, caller.asker);
  await takeAttempts(db, [...own, pressures.mail, network, mailbox], work);
  return [...own, mailbox];
}

type DueMail = {
  email: string;
  emailKey: string;
  name: string;
  locale: Locale;
  returnPath: string | null;
  /** Null: registered before codes came with the link. */
  requestHash: Buffer | null;
};

/**
 * Makes the link and the code of a registration and queues their mail; leaves when that was done before. Whoever has an account
 * gets a code to sign in and no link: the row stays, so that nobody learns from the code's answers whether there is an account. An
 * address that an account has left lately is still the account's: its link to take the account back comes again.
 */
export const registrationMailJob = defineJob({
  name: "identity_registration_mail",
  payload: z.object({ registrationId: z.number().int() }),
  handler: async (db, { registrationId }) => {
    const token = newToken();
    await withTransaction(db, async (tx) => {
      const due = await maybeOne<DueMail>(
        tx,
        sql`update identity_registrations set mail_due = false, token_hash = ${tokenHash(token)},
              expires_at = app_now() + make_interval(hours => ${CONFIRM_HOURS})
            where id = ${registrationId} and mail_due and expires_at > app_now()
            returning email, email_key as "emailKey", name, locale, return_path as "returnPath", request_hash as "requestHash"`,
      );
      if (!due) return;
      const owner = await findCredentials(tx, due.emailKey);
      if (!owner && (await remindOfWayBack(tx, due.emailKey, `registration:${registrationId}`))) {
        await endLink(tx, registrationId);
        return;
      }
      const code = await codeOf(tx, due, { userId: owner?.userId ?? null, registrationId });
      if (owner) await tellOwner(tx, due, owner, { registrationId, code, token });
      else {
        const mail = { name: "confirmEmail", personName: due.name, token, code } as const;
        await mailPerson(tx, due, mail, `registration:${token}`);
      }
    });
  },
});

/** The code of a registration's mail; null for one whose browser has no token for it. */
async function codeOf(tx: Tx, due: DueMail, target: CodeTarget): Promise<string | null> {
  const { requestHash, emailKey, locale } = due;
  if (requestHash === null) return null;
  const { id } = await openCodeRequest(tx, { requestHash, emailKey, locale });
  return issueCode(tx, id, target);
}

/** Tells who has an account already, with the code that signs in, and makes the link of the registration worth nothing. */
async function tellOwner(
  tx: Tx,
  { returnPath }: DueMail,
  owner: Credentials,
  { registrationId, code, token }: { registrationId: number; code: string | null; token: string },
): Promise<void> {
  await endLink(tx, registrationId);
  const mail = { name: "alreadyRegistered", personName: owner.name, returnPath, code } as const;
  await mailPerson(tx, owner, mail, `registered:${tokenHash(token).toString("hex")}`);
}

async function endLink(tx: Tx, registrationId: number): Promise<void> {
  await execute(tx, sql`update identity_registrations set token_hash = null where id = ${registrationId}`);
}

type Pending = {
  email: string;
  emailKey: string;
  name: string;
  passwordHash: string;
  hasPassword: boolean;
  locale: Locale;
  referralCode: string | null;
  deviceMark: Buffer | null;
  networkMark: Buffer | null;
  returnPath: string | null;
  requestHash: Buffer | null;
};

/** A new user, where the registration began (path and query without a language), and the session of the browser that registered. */
export type Confirmed = {
  readonly userId: UserId;
  readonly returnPath: string | null;
  /** Null in any other browser: a link that is passed on or opened by a machine signs nobody in. */
  readonly session: OpenedSession | null;
};

/**
 * Turns the registration of a mailed token into a user, and signs in where `request` is the token of the browser that registered.
 * Throws LINK_INVALID for a wrong, used or expired link.
 */
export async function confirmRegistration(
  db: Db,
  token: string,
  request: string | null,
  caller: LoginCaller,
): Promise<Confirmed> {
  const confirmed = await withTransaction(db, async (tx) => {
    const taken = await takeRegistration(tx, sql`token_hash = ${tokenHash(token)}`);
    if (taken === null) return null;
    const { userId, returnPath, requestHash } = taken;
    const isSameBrowser = request !== null && requestHash !== null && tokenHash(request).equals(requestHash);
    const session = isSameBrowser ? await enterAccount(tx, userId, caller, "Registration") : null;
    return { userId, returnPath, session };
  });
  if (confirmed === null) throw await wrongLink(db, caller.ip);
  return confirmed;
}

type Taken = Pick<Pending, "returnPath" | "requestHash"> & { readonly userId: UserId };

/** Waits for whoever is at a registration, so that its link and its code are taken one after the other. */
export async function holdRegistration(tx: Tx, registrationId: number): Promise<void> {
  await execute(tx, sql`select from identity_registrations where id = ${registrationId} for update`);
}

/** Makes the user of a registration whose code was right; null when it is over or its address has an account. */
export async function confirmByCode(tx: Tx, registrationId: number): Promise<UserId | null> {
  const taken = await takeRegistration(tx, sql`id = ${registrationId}`);
  return taken?.userId ?? null;
}

async function takeRegistration(tx: Tx, which: Sql): Promise<Taken | null> {
  const pending = await maybeOne<Pending>(
    tx,
    sql`delete from identity_registrations where ${which} and expires_at > app_now()
        returning email, email_key as "emailKey", name, password_hash as "passwordHash", has_password as "hasPassword", locale,
          referral_code as "referralCode", device_mark as "deviceMark", network_mark as "networkMark",
          return_path as "returnPath", request_hash as "requestHash"`,
  );
  const userId = pending ? await createUser(tx, pending) : null;
  if (!pending || userId === null) return null;
  await recordArrival(tx, userId, pending);
  await publish(tx, registered, { userId });
  await forgetRegistrations(tx, pending.emailKey);
  return { userId, returnPath: pending.returnPath, requestHash: pending.requestHash };
}

/**
 * Counts a link that does not work and answers its refusal. A right link is never stopped by what others of its network
 * tried: nobody guesses 256 bits, the limit only spares the work of looking. Throws TOO_MANY_ATTEMPTS.
 */
export async function wrongLink(db: Db, ip: string): Promise<AppError> {
  await takeAttempts(db, [{ name: "link-network", subject: networkOf(ip) }]);
  return new AppError(identityErrors.LINK_INVALID);
}

/** Ends registrations that wait for an address which has an account now. */
export async function forgetRegistrations(tx: Queryable, emailKey: string): Promise<void> {
  await execute(tx, sql`delete from identity_registrations where email_key = ${emailKey}`);
}
