import sql from "sql-template-tag";
import { z } from "zod";
import { marksOf } from "#features/identity/attribution/attribution.reads.ts";
import { type Arrival, unknownArrival } from "#features/identity/attribution/attribution.rules.ts";
import { recordArrival } from "#features/identity/attribution/attribution.writes.ts";
import { spendCaptcha } from "#features/identity/captcha/captcha.writes.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { findCredentials } from "#features/identity/identity.reads.ts";
import { cleanName } from "#features/identity/identity.rules.ts";
import { registered } from "#features/identity/identity.topics.ts";
import { createUser } from "#features/identity/identity.writes.ts";
import { mailPerson } from "#features/identity/mail/mail.writes.ts";
import { type Asker, type MailPurpose, mailBudgetOf } from "#features/identity/mail/mail-budget.reads.ts";
import { hashPassword } from "#features/identity/passwords/passwords.gateway.ts";
import { checkNewPassword } from "#features/identity/passwords/passwords.reads.ts";
import { tokenHash } from "#features/identity/sessions/sessions.reads.ts";
import { newToken } from "#features/identity/sessions/sessions.writes.ts";
import { pressures } from "#features/identity/throttle/throttle.rules.ts";
import { takeAttempts } from "#features/identity/throttle/throttle.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
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

/** An address in its one spelling. Throws INVALID_EMAIL. */
export function requireEmail(text: string): NormalisedEmail {
  const email = normaliseEmail(text);
  if (!email) throw new AppError(identityErrors.INVALID_EMAIL);
  return email;
}

/**
 * Notes a registration and queues its mail. Does the same work for a new and for a known address: which mail goes
 * out is decided by the job, so neither answer nor timing tells whether there is an account.
 */
export async function startRegistration(
  db: Db,
  input: { email: string; name: string | undefined; password: string; returnPath: string | null },
  caller: Newcomer,
): Promise<void> {
  const email = requireEmail(input.email);
  checkNewPassword(input.password, { email: email.email, name: input.name });
  const work = await spendCaptcha(db, caller.captcha, caller.ip);
  const network = { name: "registration-network", subject: networkOf(caller.ip) } as const;
  const mailbox = await mailBudgetOf(db, "registration", email.emailKey, caller.asker);
  await takeAttempts(db, [pressures.registration, network, mailbox], work);
  const passwordHash = await hashPassword(input.password);
  const name = cleanName(input.name ?? "", email.email);
  const { referralCode, deviceId } = caller.arrival ?? unknownArrival;
  const { deviceMark, networkMark } = marksOf(deviceId, caller.ip);
  await withTransaction(db, async (tx) => {
    const { id } = await one<{ id: number }>(
      tx,
      sql`insert into identity_registrations (email, email_key, name, password_hash, locale, referral_code, device_mark, network_mark,
            return_path, expires_at)
          values (${email.email}, ${email.emailKey}, ${name}, ${passwordHash}, ${caller.locale}, ${referralCode}, ${deviceMark},
            ${networkMark}, ${input.returnPath}, app_now() + make_interval(hours => ${CONFIRM_HOURS}))
          returning id`,
    );
    await enqueue(tx, registrationMailJob, { registrationId: id }, { key: `registration:${id}` });
  });
}

/** Queues the newest registration's mail again; the earlier link ends. The same answer for an unknown address. */
export async function resendConfirmation(db: Db, address: string, caller: Caller): Promise<void> {
  const email = requireEmail(address);
  await takeMail(db, "registration", email, caller);
  await withTransaction(db, async (tx) => {
    const again = await maybeOne<{ id: number }>(
      tx,
      sql`update identity_registrations set mail_due = true
          where id = (select max(id) from identity_registrations where email_key = ${email.emailKey} and expires_at > app_now())
          returning id`,
    );
    // An unknown address queues a job too, which finds nothing to do.
    const id = again?.id ?? 0;
    await enqueue(tx, registrationMailJob, { registrationId: id }, { key: `registration:${id}` });
  });
}

/** Counts a mail that somebody asks for before it is known whether there is anybody to write to. */
export async function takeMail(
  db: Db,
  purpose: MailPurpose,
  { emailKey }: NormalisedEmail,
  caller: Caller,
): Promise<void> {
  const work = await spendCaptcha(db, caller.captcha, caller.ip);
  const network = { name: "mail-network", subject: networkOf(caller.ip) } as const;
  const mailbox = await mailBudgetOf(db, purpose, emailKey, caller.asker);
  await takeAttempts(db, [pressures.mail, network, mailbox], work);
}

type DueMail = { email: string; emailKey: string; name: string; locale: Locale; returnPath: string | null };

/** Makes the link of a registration and queues its mail; leaves when that was done before. */
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
            returning email, email_key as "emailKey", name, locale, return_path as "returnPath"`,
      );
      if (!due) return;
      const owner = await findCredentials(tx, due.emailKey);
      if (owner) {
        await execute(tx, sql`delete from identity_registrations where id = ${registrationId}`);
        await mailPerson(
          tx,
          owner,
          { name: "alreadyRegistered", personName: owner.name, returnPath: due.returnPath },
          `registered:${registrationId}`,
        );
        return;
      }
      await mailPerson(
        tx,
        due,
        { name: "confirmEmail", personName: due.name, token },
        `registration:${token}`,
      );
    });
  },
});

type Pending = {
  id: number;
  email: string;
  emailKey: string;
  name: string;
  passwordHash: string;
  locale: Locale;
  referralCode: string | null;
  deviceMark: Buffer | null;
  networkMark: Buffer | null;
  returnPath: string | null;
};

/** A new user, and where the registration began (path and query without a language). */
export type Confirmed = { readonly userId: UserId; readonly returnPath: string | null };

/** Turns the registration of a mailed token into a user. Throws LINK_INVALID for a wrong, used or expired one. */
export async function confirmRegistration(db: Db, token: string, ip: string): Promise<Confirmed> {
  const confirmed = await withTransaction(db, async (tx) => {
    const pending = await maybeOne<Pending>(
      tx,
      sql`delete from identity_registrations where token_hash = ${tokenHash(token)} and expires_at > app_now()
          returning id, email, email_key as "emailKey", name, password_hash as "passwordHash", locale,
            referral_code as "referralCode", device_mark as "deviceMark", network_mark as "networkMark",
            return_path as "returnPath"`,
    );
    const made = pending ? await createUser(tx, pending) : null;
    if (!pending || made === null) return null;
    await recordArrival(tx, made, pending);
    await publish(tx, registered, { userId: made });
    await forgetRegistrations(tx, pending.emailKey);
    return { userId: made, returnPath: pending.returnPath };
  });
  if (confirmed === null) throw await wrongLink(db, ip);
  return confirmed;
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
