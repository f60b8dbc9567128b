import { identityErrors } from "#features/identity/identity.errors.ts";
import { type IdentityMail, renderIdentityMail } from "#features/identity/mail/mail.rules.ts";
import { recordSecurityEvent } from "#features/identity/security-log/recording.writes.ts";
import { tryAttempt } from "#features/identity/throttle/throttle.writes.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";
import { env } from "#lib/env.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { enqueueMail } from "#lib/mail/send.ts";
import { greetingName } from "#lib/mail/typed-text.ts";

/** Queues a mail of identity in the caller's transaction. `key` names the occasion. */
export async function mailPerson(
  tx: Queryable,
  to: { email: string; locale: Locale },
  mail: IdentityMail,
  key: string,
): Promise<void> {
  const house = { brand: env.BRAND_NAME, publicUrl: env.PUBLIC_URL };
  const greeted = { ...mail, personName: greetingName(mail.personName, to.email) };
  await enqueueMail(tx, { ...renderIdentityMail(greeted, to.locale, house), to: to.email, key });
}

type OwnersMail = Extract<
  IdentityMail,
  {
    name:
      | "secondFactorOn"
      | "secondFactorOff"
      | "backupCodeUsed"
      | "keyMade"
      | "webhookMade"
      | "telegramLinked"
      | "passkeyAdded"
      | "passkeyRemoved"
      | "socialLinked"
      | "socialUnlinked"
      | "archiveReady"
      | "closingAsked"
      | "closingSoon"
      | "accountKept"
      | "recoveryCancelled"
      | "recoveryDone";
  }
>;
type WithoutName<Mail> = Mail extends IdentityMail ? Omit<Mail, "personName"> : never;

/**
 * What is added to an account. An account adds so many of each in an hour: every one is a mail, and whoever borrowed a session could send
 * them without end. What is taken away is never refused; it cannot be more than was added.
 */
const additions: readonly OwnersMail["name"][] = [
  "keyMade",
  "webhookMade",
  "telegramLinked",
  "passkeyAdded",
  "socialLinked",
  "secondFactorOn",
];

/** Throws TOO_MANY_ADDED (a webhook, also by REST v1: TOO_MANY_REQUESTS). */
async function takeAddition(tx: Queryable, userId: number, name: OwnersMail["name"]): Promise<void> {
  if (!additions.includes(name)) return;
  const closed = await tryAttempt(tx, { name: "owner-told", subject: `${name}:${userId}` });
  if (closed === null) return;
  const headers = { "retry-after": String(closed.waitSeconds) };
  if (name === "webhookMade") throw new AppError(apiErrors.TOO_MANY_REQUESTS, { headers });
  const details = { minutes: Math.ceil(closed.waitSeconds / 60) };
  throw new AppError(identityErrors.TOO_MANY_ADDED, { details, headers });
}

/**
 * Tells the owner of an account by mail and in its security log what has happened to it, in the caller's transaction. `occasion` names
 * this one time.
 * Throws TOO_MANY_ADDED, TOO_MANY_REQUESTS where too much was added within an hour; then nothing is.
 */
export async function mailOwner(
  tx: Queryable,
  userId: number,
  mail: WithoutName<OwnersMail>,
  occasion: string,
): Promise<void> {
  await takeAddition(tx, userId, mail.name);
  await recordSecurityEvent(tx, userId, { kind: mail.name, what: "what" in mail ? mail.what : "" });
  const owner = await one<{ email: string; name: string; locale: Locale }>(tx, {
    text: "select email, name, locale from identity_users where id = $1",
    values: [userId],
  });
  await mailPerson(tx, owner, { ...mail, personName: owner.name }, `${mail.name}:${userId}:${occasion}`);
}
