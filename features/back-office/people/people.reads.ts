import sql from "sql-template-tag";
import type { z } from "zod";
import { deskPageSize, type Page, pageFrom } from "#features/back-office/back-office.rules.ts";
import type {
  listPeopleEndpoint,
  PersonLine,
  PersonWhole,
  WalletLine,
} from "#features/back-office/people/people.contract.ts";
import { isDisposableMailbox } from "#features/identity/disposable-mail.rules.ts";
import { getDebt } from "#features/ledger/debts/debts.reads.ts";
import { getBalance, getPartnerBalance, getReferralBalance } from "#features/ledger/ledger.reads.ts";
import type { Balance } from "#features/ledger/ledger.rules.ts";
import { boughtRecently } from "#features/statistics/users/users.reads.ts";
import type { StaffPermission } from "#lib/api/actor.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";

export type PeopleFilter = z.output<NonNullable<typeof listPeopleEndpoint.query>>;
type LineRow = Omit<PersonLine, "createdAt"> & { createdAt: Date };

/** Users that fit, newest first. */
export async function listPeople(
  db: Queryable,
  { search, only, before }: PeopleFilter,
): Promise<Page<PersonLine>> {
  const id = search && /^[1-9]\d{0,14}$/.test(search) ? Number(search) : null;
  // What is typed is text, never a pattern.
  const start = search?.toLowerCase().replace(/[\\%_]/g, "\\$&");
  const found = await rows<LineRow>(
    db,
    sql`select u.id, u.email, u.name, u.role = 'staff' as "isStaff", u.suspended_at is not null as "isSuspended",
          coalesce(w.posted_kopecks - w.held_kopecks, 0)::bigint as "availableKopecks", u.created_at as "createdAt"
        from identity_users u left join ledger_accounts w on w.user_id = u.id
        where (${search ?? null}::text is null or u.id = ${id}::bigint or u.external_id::text = ${search ?? null}
            or u.email like ${`${start}%`} or lower(u.name) like ${`${start}%`})
          and case ${only ?? null}::text when 'suspended' then u.suspended_at is not null
                when 'staff' then u.role = 'staff'
                when 'debtors' then exists (select from ledger_accounts d where d.kind = 'debt' and d.code = 'user:' || u.id)
                when 'buyers' then w.open_orders > 0 or ${boughtRecently(sql`u.id`)}
                when 'holding' then w.held_kopecks > 0
                when 'factorRemovals' then exists (select from back_office_factor_removals r where r.user_id = u.id and r.state = 'proposed')
                else true end
          and (${before ?? null}::bigint is null or u.id < ${before ?? null})
        order by u.id desc limit ${deskPageSize + 1}`,
  );
  const { items, hasMore } = pageFrom(found);
  return { items: items.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })), hasMore };
}

type WholeRow = LineRow & {
  externalId: string;
  permission: StaffPermission | null;
  locale: string;
  countryIso2: string | null;
  isPartner: boolean;
  isAgent: boolean;
  isReferralSoft: boolean;
  hasCustomPrice: boolean;
  hasSecondFactor: boolean;
  hasApiKey: boolean;
  sessionsCount: number;
  suspendedAt: Date | null;
  toppedUpKopecks: number;
  openOrdersCount: number;
};

/** One user with wallet, referral account and debt, or null. */
export async function findPerson(db: Queryable, id: number): Promise<PersonWhole | null> {
  const row = await maybeOne<WholeRow>(
    db,
    sql`select u.id, u.email, u.name, u.role = 'staff' as "isStaff", u.suspended_at is not null as "isSuspended",
          u.created_at as "createdAt", u.external_id as "externalId", p.permission, u.locale,
          u.country_iso2 as "countryIso2", u.is_partner as "isPartner", u.is_agent as "isAgent",
          u.is_referral_soft as "isReferralSoft", u.has_custom_price as "hasCustomPrice",
          exists (select from identity_second_factors f where f.user_id = u.id and f.enabled_at is not null) as "hasSecondFactor",
          exists (select from identity_api_keys k where k.user_id = u.id) as "hasApiKey",
          (select count(*) from identity_sessions s where s.user_id = u.id and s.expires_at > app_now())::int as "sessionsCount",
          u.suspended_at as "suspendedAt",
          (select coalesce(sum(amount_kopecks), 0) from payments y where y.user_id = u.id and y.state = 'credited')::bigint
            as "toppedUpKopecks",
          (select count(*) from activations a where a.user_id = u.id and a.closed_at is null)::int as "openOrdersCount"
        from identity_users u left join identity_staff_permissions p on p.user_id = u.id
        where u.id = ${id}`,
  );
  if (!row) return null;
  const wallet = await getBalance(db, id);
  const { isPartner, isAgent, isReferralSoft, hasCustomPrice, ...facts } = row;
  return {
    ...facts,
    createdAt: row.createdAt.toISOString(),
    suspendedAt: row.suspendedAt?.toISOString() ?? null,
    flags: {
      isPartner,
      isAgent,
      isReferralSoft,
      hasCustomPrice,
      hasDisposableEmail: isDisposableMailbox(row.email),
    },
    availableKopecks: wallet.availableKopecks,
    wallet: purseOf(wallet),
    referral: purseOf(await getReferralBalance(db, id)),
    partner: purseOf(await getPartnerBalance(db, id)),
    debtKopecks: await getDebt(db, id),
  };
}

function purseOf({ postedKopecks, heldKopecks, availableKopecks }: Balance) {
  return { postedKopecks, heldKopecks, availableKopecks };
}

type WalletRow = Omit<WalletLine, "at"> & { at: Date };

/** A wallet's history, newest first, by its own order. */
export async function listWalletLines(
  db: Queryable,
  userId: number,
  before: number | undefined,
): Promise<Page<WalletLine>> {
  const found = await rows<WalletRow>(
    db,
    sql`select t.account_version as id, t.kind, t.phase, t.reference, t.reason, t.created_at as at,
          (case when t.phase in ('single', 'post')
             then case when t.credit_account_id = t.account_id then t.amount_kopecks else -t.amount_kopecks end
             else 0 end)::bigint as "postedKopecks",
          (case t.phase when 'pending' then t.amount_kopecks when 'single' then 0 else -t.amount_kopecks end)::bigint
            as "heldKopecks",
          t.posted_after_kopecks as "postedAfterKopecks", t.held_after_kopecks as "heldAfterKopecks"
        from ledger_transfers t
        where t.account_id = (select id from ledger_accounts where user_id = ${userId})
          and (${before ?? null}::bigint is null or t.account_version < ${before ?? null})
        order by t.account_version desc limit ${deskPageSize + 1}`,
  );
  const { items, hasMore } = pageFrom(found);
  return { items: items.map((row) => ({ ...row, at: row.at.toISOString() })), hasMore };
}
