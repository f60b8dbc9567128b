import sql, { raw } from "sql-template-tag";
import { communityErrors } from "#features/community/community.errors.ts";
import { spendCaptcha } from "#features/identity/captcha/captcha.writes.ts";
import { type Caller, requireEmail } from "#features/identity/registration/registration.writes.ts";
import { pressures } from "#features/identity/throttle/throttle.rules.ts";
import { takeAttempts } from "#features/identity/throttle/throttle.writes.ts";
import { findCountryForSale, findServiceForSale } from "#features/policy/policy.reads.ts";
import { pricingErrors } from "#features/pricing/pricing.errors.ts";
import type { Db } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { keyedHash } from "#lib/keyed-hash.ts";
import { mailboxKey, type NormalisedEmail } from "#lib/mail/address.ts";
import { networkOf } from "#lib/net/network-of.ts";

const SITE = { mode: "activation", channel: "site" } as const;

/** Who asks to be written to once: a user at the address of the account, a guest at the one given. */
export type Asker = { readonly userId: number } | { readonly userId: null; readonly email: NormalisedEmail };

/** Throws EMAIL_MISSING and INVALID_EMAIL. */
export function askerOf({ userId, email }: { userId: number | null; email: string | undefined }): Asker {
  if (userId !== null) return { userId };
  if (!email?.trim()) throw new AppError(communityErrors.EMAIL_MISSING);
  return { userId: null, email: requireEmail(email) };
}

/** What a guest is written to at; null for a user. */
export function addressOf(asker: Asker): string | null {
  return asker.userId === null ? asker.email.email : null;
}

/** By which the same asker is known again without the address. `purpose` keeps one list from being compared with another. */
export function hashOfAsker(asker: Asker, purpose: string): Buffer {
  const person =
    asker.userId === null ? `mailbox:${mailboxKey(asker.email.emailKey)}` : `user:${asker.userId}`;
  return keyedHash(purpose, person);
}

/**
 * Guests solve a captcha; everybody is counted, by network and by person, since whatever is asked for ends in a mail.
 * Throws CAPTCHA_REQUIRED, CAPTCHA_FAILED, TOO_MANY_ATTEMPTS.
 */
export async function takeAsking(db: Db, asker: Asker, caller: Caller): Promise<void> {
  const network = { name: "service-request-network", subject: networkOf(caller.ip) } as const;
  if (asker.userId !== null)
    return takeAttempts(db, [network, { name: "service-request-person", subject: `user:${asker.userId}` }]);
  const work = await spendCaptcha(db, caller.captcha, caller.ip);
  const mailbox = { name: "service-request-person", subject: mailboxKey(asker.email.emailKey) } as const;
  await takeAttempts(db, [pressures.mail, network, mailbox], work);
}

/**
 * Counts what somebody sends in for the staff to read: by network, and by account or mailbox where there is one (`asker` of null: a guest
 * without an address). Guests solve a captcha. Throws CAPTCHA_REQUIRED, CAPTCHA_FAILED, TOO_MANY_ATTEMPTS.
 */
export async function takeSending(
  db: Db,
  thing: "feedback" | "review",
  asker: Asker | null,
  caller: Caller,
): Promise<void> {
  const network = { name: `${thing}-network`, subject: networkOf(caller.ip) } as const;
  if (asker && asker.userId !== null)
    return takeAttempts(db, [network, { name: `${thing}-person`, subject: `user:${asker.userId}` }]);
  const work = await spendCaptcha(db, caller.captcha, caller.ip);
  const mailbox = asker
    ? [{ name: `${thing}-person`, subject: mailboxKey(asker.email.emailKey) } as const]
    : [];
  await takeAttempts(db, [pressures.mail, network, ...mailbox], work);
}

/** Throws SERVICE_NOT_FOUND and COUNTRY_NOT_FOUND for what the site never sells; null = any. */
export async function refuseUnknownGoods(
  db: Db,
  { serviceId, countryId }: { serviceId: number | null; countryId: number | null },
): Promise<void> {
  if (serviceId !== null && !(await findServiceForSale(db, SITE, serviceId)))
    throw new AppError(pricingErrors.SERVICE_NOT_FOUND);
  if (countryId !== null && !(await findCountryForSale(db, SITE, countryId)))
    throw new AppError(pricingErrors.COUNTRY_NOT_FOUND);
}

/** The lists of what people send in, each with its idempotency key. */
type AskingTable = "community_service_requests" | "community_stock_alerts" | "community_reviews";

/** Whether a call with this key is in its list already. Throws IDEMPOTENCY_MISMATCH for one that asked for something else. */
export async function isAskedAlready(
  db: Db,
  table: AskingTable,
  { key, hash }: { readonly key: string; readonly hash: string },
): Promise<boolean> {
  const known = await maybeOne<{ hash: string }>(
    db,
    sql`select input_hash as hash from ${raw(table)} where idempotency_key = ${key}`,
  );
  if (known && known.hash !== hash) throw new AppError(apiErrors.IDEMPOTENCY_MISMATCH);
  return known !== null;
}
