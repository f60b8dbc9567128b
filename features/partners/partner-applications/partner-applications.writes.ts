import sql from "sql-template-tag";
import { spendCaptcha } from "#features/identity/captcha/captcha.writes.ts";
import { getMe } from "#features/identity/identity.reads.ts";
import { type Caller, requireEmail } from "#features/identity/registration/registration.writes.ts";
import { pressures } from "#features/identity/throttle/throttle.rules.ts";
import { takeAttempts } from "#features/identity/throttle/throttle.writes.ts";
import { mailApplicant } from "#features/partners/partner-applications/applicant-mails.writes.ts";
import {
  type ApplicationText,
  applicationLimits,
  applicationTexts,
  simCountriesOf,
} from "#features/partners/partner-applications/partner-applications.rules.ts";
import { partnerErrors } from "#features/partners/partners.errors.ts";
import type { UserId } from "#lib/api/actor.ts";
import { inputHash } from "#lib/api/input-hash.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { mailboxKey, type NormalisedEmail } from "#lib/mail/address.ts";
import { networkOf } from "#lib/net/network-of.ts";

export type NewApplication = Readonly<Record<ApplicationText, string>> & {
  readonly ports: number;
  readonly email: string | undefined;
  /** Who is signed in; a guest gives the address of the account. */
  readonly userId: UserId | null;
  readonly idempotencyKey: string;
};

/**
 * Records an application and queues the mail of its receipt. A guest whose address has one that waits gets the same answer and no mail:
 * nobody learns so who has applied. Throws PARTNER_FIELD_MISSING, PARTNER_COUNTRIES_INCORRECT, PARTNER_PORTS_TOO_FEW, INVALID_EMAIL,
 * CAPTCHA_REQUIRED, CAPTCHA_FAILED, TOO_MANY_ATTEMPTS, IDEMPOTENCY_MISMATCH, and for who is signed in PARTNER_APPLICATION_OPEN and
 * ALREADY_PARTNER.
 */
export async function applyAsPartner(
  db: Db,
  input: NewApplication,
  caller: Caller,
): Promise<{ replayed: boolean }> {
  const simCountries = judge(input);
  const hash = hashOf(input);
  // Before the captcha: the first answer was lost, and its captcha is spent.
  if (await isKnown(db, input.idempotencyKey, hash)) return { replayed: true };
  const { userId } = input;
  const email = userId === null ? requireEmail(input.email ?? "") : await ownAddress(db, userId);
  await takeApplication(db, userId, email, caller);
  return withTransaction(db, async (tx) => {
    const id = await store(tx, { ...input, simCountries }, { email, locale: caller.locale, hash });
    if (id !== null) {
      await mailApplicant(tx, id, { name: "received" });
      return { replayed: false };
    }
    // A second call at the same moment: with this key, or of this address.
    const replayed = await isKnown(tx, input.idempotencyKey, hash);
    if (!replayed && userId !== null) throw new AppError(partnerErrors.PARTNER_APPLICATION_OPEN);
    return { replayed };
  });
}

/** Returns the SIM countries in one spelling. */
function judge(input: NewApplication): string {
  const missing = applicationTexts.find((field) => input[field].trim() === "");
  if (missing) throw new AppError(partnerErrors.PARTNER_FIELD_MISSING, { details: { field: missing } });
  if (input.userId === null && !input.email?.trim())
    throw new AppError(partnerErrors.PARTNER_FIELD_MISSING, { details: { field: "email" } });
  const simCountries = simCountriesOf(input.simCountries);
  if (simCountries === null) throw new AppError(partnerErrors.PARTNER_COUNTRIES_INCORRECT);
  if (input.ports < applicationLimits.portsMin)
    throw new AppError(partnerErrors.PARTNER_PORTS_TOO_FEW, { details: { min: applicationLimits.portsMin } });
  return simCountries;
}

function hashOf({ contact, simCountries, modems, ports, about, email, userId }: NewApplication): string {
  return inputHash(
    "partner application",
    contact,
    simCountries,
    modems,
    ports,
    about,
    userId === null ? (email ?? null) : null,
    userId,
  );
}

async function isKnown(db: Db | Tx, key: string, hash: string): Promise<boolean> {
  const known = await maybeOne<{ hash: string }>(
    db,
    sql`select input_hash as hash from partners_applications where idempotency_key = ${key}`,
  );
  if (known && known.hash !== hash) throw new AppError(apiErrors.IDEMPOTENCY_MISMATCH);
  return known !== null;
}

/** Whoever is signed in applies for that account. Throws ALREADY_PARTNER. */
async function ownAddress(db: Db, userId: UserId): Promise<NormalisedEmail> {
  const me = await getMe(db, userId);
  if (me.dynamicFields.is_p) throw new AppError(partnerErrors.ALREADY_PARTNER);
  return requireEmail(me.email);
}

/** Guests solve a captcha; everybody is counted, by network and by person, since each application ends in mails. */
async function takeApplication(
  db: Db,
  userId: UserId | null,
  email: NormalisedEmail,
  caller: Caller,
): Promise<void> {
  const person = {
    name: "partner-application-person",
    subject: userId === null ? mailboxKey(email.emailKey) : `user:${userId}`,
  } as const;
  if (userId !== null) return takeAttempts(db, [person]);
  const work = await spendCaptcha(db, caller.captcha, caller.ip);
  const network = { name: "partner-application-network", subject: networkOf(caller.ip) } as const;
  await takeAttempts(db, [pressures.mail, network, person], work);
}

/** Null: another one with this key, or of this address, waits. */
async function store(
  tx: Tx,
  input: NewApplication,
  { email, locale, hash }: { email: NormalisedEmail; locale: Locale; hash: string },
): Promise<number | null> {
  const stored = await maybeOne<{ id: number }>(
    tx,
    sql`insert into partners_applications (user_id, email, email_key, locale, contact, sim_countries, modems, ports, about,
          idempotency_key, input_hash)
        values (${input.userId}, ${email.email}, ${email.emailKey}, ${locale}, ${input.contact}, ${input.simCountries}, ${input.modems},
          ${input.ports}, ${input.about}, ${input.idempotencyKey}, ${hash})
        on conflict do nothing returning id`,
  );
  return stored?.id ?? null;
}

/** Removes applications that were declined long ago, with their notes. Returns how many. */
export function forgetDeclined(db: Db): Promise<number> {
  return execute(
    db,
    sql`delete from partners_applications where id in (
          select id from partners_applications
          where state = 'declined' and decided_at < app_now() - make_interval(days => ${applicationLimits.declinedDays}) limit 1000)`,
  );
}
