import sql from "sql-template-tag";
import type { ApplicationState } from "#features/partners/partner-applications/partner-applications.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, one, rows } from "#lib/db/query.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** An application as the staff see it. */
export type Application = {
  readonly id: number;
  readonly state: ApplicationState;
  readonly email: string;
  /** The account of the address now, whoever has applied; null while there is none. */
  readonly accountId: number | null;
  /** It was sent from this very account. */
  readonly isOwn: boolean;
  readonly locale: Locale;
  readonly contact: string;
  readonly simCountries: string;
  readonly modems: string;
  readonly ports: number;
  readonly about: string;
  readonly reason: string | null;
  readonly decidedBy: number | null;
  readonly decidedAt: Date | null;
  readonly partnerUserId: number | null;
  readonly supplierCode: string | null;
  readonly createdAt: Date;
};

export type ApplicationFilter = {
  readonly state: ApplicationState;
  /** Part of address, contact, countries or modems, or the id. */
  readonly search?: string | undefined;
  /** Above this id. */
  readonly after?: number | undefined;
};

/** Applications in a state, oldest first, at most `limit`. */
export function listApplications(
  db: Queryable,
  { state, search, after }: ApplicationFilter,
  limit: number,
): Promise<Application[]> {
  // What is typed is text, never a pattern.
  const part = search ? `%${search.toLowerCase().replace(/[\\%_]/g, "\\$&")}%` : null;
  return rows<Application>(
    db,
    sql`select a.id, a.state, a.email, u.id as "accountId", coalesce(a.user_id = u.id, false) as "isOwn", a.locale, a.contact,
          a.sim_countries as "simCountries", a.modems, a.ports, a.about, a.reason, a.decided_by as "decidedBy",
          a.decided_at as "decidedAt", a.partner_user_id as "partnerUserId", s.code as "supplierCode", a.created_at as "createdAt"
        from partners_applications a
        left join identity_people u on u.email_key = a.email_key
        left join supply_owned_suppliers s on s.owner_user_id = a.partner_user_id
        where a.state = ${state} and a.id > ${after ?? 0}
          and (${part}::text is null or a.id::text = ${search ?? null} or a.email like ${part} or lower(a.contact) like ${part}
            or lower(a.sim_countries) like ${part} or lower(a.modems) like ${part})
        order by a.id limit ${limit}`,
  );
}

/** Is it this account's own: sent from it, or with its address? */
export async function isOwnApplication(
  db: Queryable,
  applicationId: number,
  userId: number,
): Promise<boolean> {
  const own = await maybeOne(
    db,
    sql`select from partners_applications a left join identity_people u on u.email_key = a.email_key
        where a.id = ${applicationId} and ${userId} in (a.user_id, u.id)`,
  );
  return own !== null;
}

export type ApplicationNote = {
  readonly id: number;
  readonly applicationId: number;
  readonly authorId: number;
  readonly text: string;
  readonly createdAt: Date;
};

/** The staff's notes about these applications, oldest first. */
export function listApplicationNotes(
  db: Queryable,
  applicationIds: readonly number[],
): Promise<ApplicationNote[]> {
  return rows<ApplicationNote>(
    db,
    sql`select id, application_id as "applicationId", author_id as "authorId", text, created_at as "createdAt"
        from partners_application_notes where application_id = any(${[...applicationIds]}::bigint[]) order by id`,
  );
}

/** How many applications wait, and for how many seconds the oldest has; null when there is none. */
export function countWaitingApplications(
  db: Queryable,
): Promise<{ count: number; oldestSeconds: number | null }> {
  return one(
    db,
    sql`select count(*)::int as count, case when count(*) > 0 then greatest(0, extract(epoch from app_now() - min(created_at)))::int end as "oldestSeconds"
        from partners_applications where state = 'waiting'`,
  );
}
