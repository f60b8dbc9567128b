import sql from "sql-template-tag";
import type { StaffPermission } from "#lib/api/actor.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";

/** The key that all spellings of one person's address share, or null for an unknown account. */
export async function findPersonKey(db: Queryable, userId: number): Promise<string | null> {
  const row = await maybeOne<{ key: string }>(
    db,
    sql`select email_key as key from identity_users where id = ${userId}`,
  );
  return row?.key ?? null;
}

/** Whole days since an account was made, by the database's clock, or null for an unknown one. */
export async function findPersonAgeDays(db: Queryable, userId: number): Promise<number | null> {
  const row = await maybeOne<{ days: number }>(
    db,
    sql`select floor(extract(epoch from app_now() - created_at) / 86400)::int as days from identity_users where id = ${userId}`,
  );
  return row && Math.max(0, row.days);
}

/** Where an account is signed in: address and browser together are as near to a device as a server comes by itself. */
export async function listSignInPlaces(
  db: Queryable,
  userId: number,
): Promise<{ ip: string; userAgent: string }[]> {
  return rows<{ ip: string; userAgent: string }>(
    db,
    sql`select distinct ip, user_agent as "userAgent" from identity_sessions where user_id = ${userId}`,
  );
}

/** Whether an account may act: it exists, is not suspended and not being closed. */
export async function mayAct(db: Queryable, userId: number): Promise<boolean> {
  const row = await maybeOne(
    db,
    sql`select id from identity_users u where id = ${userId} and suspended_at is null
          and not exists (select from identity_closings c where c.user_id = u.id)`,
  );
  return row !== null;
}

/** Whether there is such an account, in whatever state. */
export async function hasAccount(db: Queryable, userId: number): Promise<boolean> {
  return (await maybeOne(db, sql`select 1 from identity_users where id = ${userId}`)) !== null;
}

type AccountFacts = {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly externalId: string;
  readonly locale: string;
  readonly countryIso2: string | null;
  readonly isStaff: boolean;
  readonly permission: StaffPermission | null;
  readonly isPartner: boolean;
  readonly isAgent: boolean;
  readonly isReferralSoft: boolean;
  readonly isStoreOwner: boolean;
  readonly hasCustomPrice: boolean;
  readonly hasSecondFactor: boolean;
  readonly hasApiKey: boolean;
  readonly sessionsCount: number;
  readonly suspendedAt: Date | null;
  readonly createdAt: Date;
};

/** An account as the staff see it, or null. */
export function findAccountFacts(db: Queryable, userId: number): Promise<AccountFacts | null> {
  return maybeOne<AccountFacts>(
    db,
    sql`select u.id, u.email, u.name, u.external_id as "externalId", u.locale, u.country_iso2 as "countryIso2",
          u.role = 'staff' as "isStaff", p.permission, u.is_partner as "isPartner", u.is_agent as "isAgent",
          u.is_referral_soft as "isReferralSoft", u.is_store as "isStoreOwner", u.has_custom_price as "hasCustomPrice",
          exists (select from identity_second_factors f where f.user_id = u.id and f.enabled_at is not null) as "hasSecondFactor",
          exists (select from identity_api_keys k where k.user_id = u.id) as "hasApiKey",
          (select count(*) from identity_sessions s where s.user_id = u.id and s.expires_at > app_now())::int as "sessionsCount",
          u.suspended_at as "suspendedAt", u.created_at as "createdAt"
        from identity_users u left join identity_staff_permissions p on p.user_id = u.id
        where u.id = ${userId}`,
  );
}
