import sql from "sql-template-tag";
import { storeApiKey } from "#features/identity/api-keys/api-keys.writes.ts";
import { CLOSING_TOLD_DAYS } from "#features/identity/closing.rules.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { cleanName } from "#features/identity/identity.rules.ts";
import { hashPassword } from "#features/identity/passwords/passwords.gateway.ts";
import { parsePhone } from "#features/identity/phone.rules.ts";
import { seedSecondFactor } from "#features/identity/second-factor/second-factor.writes.ts";
import { recordSecurityEvent } from "#features/identity/security-log/recording.writes.ts";
import { setContentRight, setStanding } from "#features/identity/staff.writes.ts";
import type { Role, UserId } from "#lib/api/actor.ts";
import type { Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { normaliseEmail } from "#lib/mail/address.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";

export type NewUser = {
  email: string;
  emailKey: string;
  name: string;
  passwordHash: string;
  locale: Locale;
  role?: Role;
  /** False: the hash is of a password that nobody knows. */
  hasPassword?: boolean;
};

/**
 * Makes a confirmed user with default settings, a partner where that was promised to the address; null when the person has an account
 * already, or the address may still take back the account that has left it.
 */
export async function createUser(tx: Queryable, user: NewUser): Promise<UserId | null> {
  const made = await maybeOne<{ id: UserId }>(
    tx,
    sql`with made as (
          insert into identity_users (email, email_key, name, password_hash, locale, role, has_password, is_partner, email_confirmed_at)
          select ${user.email}, ${user.emailKey}, ${user.name}, ${user.passwordHash}, ${user.locale}, ${user.role ?? "user"}, ${user.hasPassword ?? true}::boolean,
            exists (select from identity_promised_partners where email_key = ${user.emailKey}), app_now()
          where not exists (select from identity_email_changes
            where old_email_key = ${user.emailKey} and confirmed_at is not null and taken_back_at is null and back_until > app_now())
          on conflict (email_key) do nothing returning id
        ), settings as (
          insert into identity_settings (user_id) select id from made
        )
        select id from made`,
  );
  return made?.id ?? null;
}

/** Says whether prices were agreed with an account; pages then ask for its own. */
export async function setCustomPrice(tx: Queryable, userId: number, hasCustomPrice: boolean): Promise<void> {
  await execute(
    tx,
    sql`update identity_users set has_custom_price = ${hasCustomPrice}
        where id = ${userId} and has_custom_price <> ${hasCustomPrice}`,
  );
}

export type SettingsChange = {
  name?: string;
  soundOnCode?: boolean;
  infoOnActivePurchases?: boolean;
  lowerBalanceKopecks?: Kopecks | null;
  telegram?: string | null;
  /** As it was typed. */
  phone?: string | null;
  locale?: Locale;
};

/** Changes the settings that are given; `undefined` leaves one as it is, `null` clears it. Throws PHONE_INVALID. */
export async function changeSettings(tx: Queryable, userId: UserId, change: SettingsChange): Promise<void> {
  const phone = typeof change.phone === "string" ? parsePhone(change.phone) : null;
  if (typeof change.phone === "string" && phone === null) throw new AppError(identityErrors.PHONE_INVALID);
  await execute(
    tx,
    sql`update identity_settings set
          sound_on_code = coalesce(${change.soundOnCode ?? null}, sound_on_code),
          info_on_active_purchases = coalesce(${change.infoOnActivePurchases ?? null}, info_on_active_purchases),
          lower_balance_kopecks = case when ${change.lowerBalanceKopecks !== undefined} then ${change.lowerBalanceKopecks ?? null}::bigint else lower_balance_kopecks end,
          -- another threshold has not been crossed yet, whatever was known of the one before
          low_balance_armed = low_balance_armed and (${change.lowerBalanceKopecks === undefined}
            or lower_balance_kopecks is not distinct from ${change.lowerBalanceKopecks ?? null}::bigint),
          telegram = case when ${change.telegram !== undefined} then ${change.telegram ?? null} else telegram end,
          phone = case when ${change.phone !== undefined} then ${phone} else phone end,
          updated_at = app_now()
        where user_id = ${userId}`,
  );
  await recordSecurityEvent(tx, userId, { kind: "settingsChanged" });
  if (change.locale === undefined && change.name === undefined) return;
  const name = change.name === undefined ? null : cleanName(change.name, "");
  await execute(
    tx,
    sql`update identity_users set locale = coalesce(${change.locale ?? null}, locale), name = coalesce(nullif(${name}, ''), name)
        where id = ${userId}`,
  );
}

/**
 * Stops a user: sessions and key are refused from the next call on. `isSuspended: false` lets them back in, but nobody into a closed
 * account; whose account is being closed has `CLOSING_TOLD_DAYS` again to keep it.
 */
export async function suspendUser(tx: Queryable, userId: UserId, isSuspended: boolean): Promise<void> {
  const stopped = sql`select 1 from identity_users where id = ${userId} and suspended_at is not null for no key update`;
  if (!isSuspended && (await maybeOne(tx, stopped))) await putClosingOff(tx, userId);
  await execute(
    tx,
    sql`update identity_users set suspended_at = case
          when ${isSuspended} or exists (select from identity_closings where user_id = ${userId} and closed_at is not null)
          then coalesce(suspended_at, app_now()) end where id = ${userId}`,
  );
}

async function putClosingOff(tx: Queryable, userId: UserId): Promise<void> {
  await execute(
    tx,
    sql`update identity_closings set ends_at = e.at, due_at = greatest(due_at, e.at), told_at = null
        from (select app_now() + make_interval(days => ${CLOSING_TOLD_DAYS}) as at) e
        where user_id = ${userId} and closed_at is null and ends_at < e.at`,
  );
}

/** Who sells in the default start, where there is something to sell: the owner of a store, and an agent of our software. */
export type DemoSeller = "store" | "agent";
export type DemoUsers = { user: UserId; empty: UserId; staff: UserId; lead: UserId; editor: UserId };
export type DemoSecrets = {
  passwords: Record<"user" | "empty" | "staff" | "lead" | "editor" | DemoSeller, string>;
  /** Of the staff's authenticator applications, base32. */
  totpSeeds: { staff: string; lead: string; editor: string };
  apiKey: string;
};

/** Addresses of the demo accounts; the top-level domain never exists. */
const demoEmails = {
  user: "demo@smsden.test",
  empty: "empty@smsden.test",
  staff: "staff@smsden.test",
  lead: "lead@smsden.test",
  editor: "editor@smsden.test",
  store: "store@smsden.test",
  agent: "agent@smsden.test",
} as const;

/**
 * Makes the demo accounts of the default start, or gives existing ones these passwords: a user (with the API key),
 * a user for whom no money is credited, and two members of the staff, since some things take two. All confirmed. Money
 * is the ledger's business.
 */
export async function seedDemoUsers(
  tx: Tx,
  { passwords, totpSeeds, apiKey }: DemoSecrets,
): Promise<DemoUsers> {
  const user = await seedUser(tx, demoEmails.user, "Demo", passwords.user, "user");
  const empty = await seedUser(tx, demoEmails.empty, "Empty", passwords.empty, "user");
  const staff = await seedUser(tx, demoEmails.staff, "Staff", passwords.staff, "staff");
  const lead = await seedUser(tx, demoEmails.lead, "Lead", passwords.lead, "staff");
  const editor = await seedUser(tx, demoEmails.editor, "Editor", passwords.editor, "staff");
  await storeApiKey(tx, user, apiKey);
  await setStanding(tx, staff, "money", null);
  await setStanding(tx, lead, "money-lead", null);
  await setContentRight(tx, editor, true, null);
  await seedSecondFactor(tx, staff, totpSeeds.staff);
  await seedSecondFactor(tx, lead, totpSeeds.lead);
  await seedSecondFactor(tx, editor, totpSeeds.editor);
  return { user, empty, staff, lead, editor };
}

/** Makes the demo account of somebody who sells, or gives an existing one this password. What it sells is not identity's business. */
export async function seedDemoSeller(
  tx: Tx,
  seller: DemoSeller,
  password: string,
): Promise<{ id: UserId; email: string }> {
  const email = demoEmails[seller];
  const name = seller === "store" ? "Store" : "Agent";
  return { id: await seedUser(tx, email, name, password, "user"), email };
}

async function seedUser(
  tx: Tx,
  address: string,
  name: string,
  password: string,
  role: Role,
): Promise<UserId> {
  const normal = normaliseEmail(address);
  if (!normal) throw new Error(`Not an address: ${address}`);
  const passwordHash = await hashPassword(password);
  const made = await createUser(tx, { ...normal, name, passwordHash, locale: "en", role });
  if (made !== null) return made;
  const known = await maybeOne<{ id: UserId }>(
    tx,
    sql`update identity_users set password_hash = ${passwordHash}, role = ${role} where email_key = ${normal.emailKey} returning id`,
  );
  return known!.id;
}
