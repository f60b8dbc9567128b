import sql, { raw, type Sql } from "sql-template-tag";
import { isOpenAccount } from "#features/identity/closing/closing.reads.ts";
import { hasRole } from "#features/identity/roles/account-roles.reads.ts";
import { getReferralBalance } from "#features/ledger/ledger.reads.ts";
import { readPaidOut } from "#features/payments/withdrawals/paid-out.reads.ts";
import type {
  ReferralAccrual,
  ReferralLink,
  ReferralPerson,
  ReferralProgram,
} from "#features/referrals/referrals.contract.ts";
import {
  type AccrualState,
  maskName,
  referralLimits,
  statesBefore,
} from "#features/referrals/referrals.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { one, rows } from "#lib/db/query.ts";
import { stateList } from "#lib/db/state-list.ts";
import { env } from "#lib/env.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { translateMessage } from "#lib/i18n/translate.ts";

/** The programme as one member sees it. */
export async function readProgram(db: Queryable, userId: number): Promise<ReferralProgram> {
  const [links, sums, balance, paidOut, isSoft] = await Promise.all([
    listLinks(db, userId),
    readSums(db, userId),
    getReferralBalance(db, userId),
    readPaidOut(db, userId, "referral"),
    hasRole(db, userId, "referralSoft"),
  ]);
  return {
    ...sums,
    waitingDays: env.REFERRAL_WAITING_DAYS,
    isSoft,
    remainingKopecks: balance.availableKopecks,
    reservedKopecks: balance.heldKopecks,
    withdrawnKopecks: paidOut.paidKopecks,
    paymentType: paidOut.lastMethod,
    links,
  };
}

type Sums = Omit<
  ReferralProgram,
  | "waitingDays"
  | "isSoft"
  | "remainingKopecks"
  | "reservedKopecks"
  | "withdrawnKopecks"
  | "paymentType"
  | "links"
>;

function readSums(db: Queryable, userId: number): Promise<Sums> {
  return one<Sums>(
    db,
    sql`with waiting as (
          select coalesce(sum(amount_kopecks - reversed_kopecks), 0)::bigint as kopecks from referrals_accruals
          where referrer_id = ${userId} and state in (${raw(stateList(statesBefore("pay")))})
        ), people as (
          select count(*) as people, coalesce(sum(turnover_kopecks), 0)::bigint as spent,
            coalesce(sum(earned_kopecks), 0)::bigint as earned
          from referrals_people where referrer_id = ${userId}
        ), member as (select basis_points, owed_kopecks from referrals_members where user_id = ${userId})
        select coalesce((select basis_points from member), ${env.REFERRAL_BASIS_POINTS})::int as "basisPoints",
          p.people, p.spent as "spentKopecks", w.kopecks as "waitingKopecks", p.earned - w.kopecks as "receivedKopecks",
          coalesce((select owed_kopecks from member), 0)::bigint as "owedKopecks"
        from people p, waiting w`,
  );
}

/** Where a link leads. */
function linkUrl(code: string): string {
  return `${env.PUBLIC_URL}/?r=${code}`;
}

async function listLinks(db: Queryable, userId: number): Promise<ReferralLink[]> {
  const found = await rows<Omit<ReferralLink, "url">>(
    db,
    sql`select l.id, l.name, l.code, count(p.user_id) as people,
          coalesce(sum(p.turnover_kopecks), 0)::bigint as "spentKopecks"
        from referrals_links l left join referrals_people p on p.link_id = l.id
        where l.user_id = ${userId} group by l.id order by l.id`,
  );
  return found.map((link) => ({ ...link, url: linkUrl(link.code) }));
}

type Page<Name extends string, Item> = { readonly [Key in Name]: Item[] } & { readonly hasMore: boolean };

/** A page of the people somebody brought, newest first, with masked names. */
export async function listPeople(
  db: Queryable,
  referrerId: number,
  before: number | undefined,
): Promise<Page<"people", ReferralPerson>> {
  const size = referralLimits.pageSize;
  const found = await rows<Omit<ReferralPerson, "registeredAt"> & { registeredAt: Date }>(
    db,
    sql`select p.user_id as id, coalesce(u.name, '') as name, l.name as link, p.registered_at as "registeredAt",
          p.turnover_kopecks as "spentKopecks", p.earned_kopecks as "earnedKopecks", p.state = 'active' as "isCounted"
        from referrals_people p
        join referrals_links l on l.id = p.link_id
        left join identity_people u on u.id = p.user_id
        where p.referrer_id = ${referrerId} and (${before ?? null}::bigint is null or p.user_id < ${before ?? null})
        order by p.user_id desc limit ${size + 1}`,
  );
  const people = found.slice(0, size).map((person) => ({
    ...person,
    name: maskName(person.name),
    registeredAt: person.registeredAt.toISOString(),
  }));
  return { people, hasMore: found.length > size };
}

/** A page of somebody's shares, newest first. */
export async function listAccruals(
  db: Queryable,
  referrerId: number,
  before: number | undefined,
  locale: Locale,
): Promise<Page<"accruals", ReferralAccrual>> {
  const size = referralLimits.pageSize;
  const found = await rows<{
    id: number;
    name: string;
    spentKopecks: number;
    amountKopecks: number;
    reversedKopecks: number;
    state: AccrualState;
    dueAt: Date;
    createdAt: Date;
  }>(
    db,
    sql`select a.id, coalesce(u.name, '') as name, a.turnover_kopecks as "spentKopecks",
          a.amount_kopecks - a.reversed_kopecks as "amountKopecks", a.reversed_kopecks as "reversedKopecks", a.state,
          a.due_at as "dueAt", a.created_at as "createdAt"
        from referrals_accruals a left join identity_people u on u.id = a.user_id
        where a.referrer_id = ${referrerId} and (${before ?? null}::bigint is null or a.id < ${before ?? null})
        order by a.id desc limit ${size + 1}`,
  );
  const accruals = found.slice(0, size).map((accrual) => {
    const word =
      accrual.reversedKopecks > 0 && accrual.amountKopecks === 0 && accrual.state !== "refused"
        ? "given_back"
        : accrual.state;
    return {
      ...accrual,
      name: maskName(accrual.name),
      stateText: translateMessage(locale, `referrals.states.${word}`),
      dueAt: accrual.dueAt.toISOString(),
      createdAt: accrual.createdAt.toISOString(),
    };
  });
  return { accruals, hasMore: found.length > size };
}

/** One link of the user's own, by its id, or null. */
export async function findLink(db: Queryable, userId: number, id: number): Promise<ReferralLink | null> {
  return (await listLinks(db, userId)).find((link) => link.id === id) ?? null;
}

/** People that are looked at together, behind one of them, and how many are answered at most. */
type PeoplePart = { readonly afterUserId: number; readonly size: number; readonly limit: number };

/**
 * Of a part of the people, by their ids, those whose wallets have moved on since they were looked at. Where the next part begins; 0 = from
 * the start, and the same again while there are more than are answered.
 */
export async function listPeopleAhead(
  db: Queryable,
  { afterUserId, size, limit }: PeoplePart,
): Promise<{ userIds: number[]; nextAfterUserId: number }> {
  const found = await one<{ userIds: number[]; looked: number; lastUserId: number | null }>(
    db,
    sql`with part as materialized (
          select user_id, seen_version from referrals_people where user_id > ${afterUserId} order by user_id limit ${size}
        )
        select count(*)::int as looked, max(user_id) as "lastUserId", array(
            select p.user_id from part p join ledger_wallets w on w.user_id = p.user_id where w.version > p.seen_version limit ${limit}
          ) as "userIds"
        from part`,
  );
  const isWhole = found.userIds.length < limit;
  const behind = found.looked < size ? 0 : (found.lastUserId ?? 0);
  return { userIds: found.userIds.map(Number), nextAfterUserId: isWhole ? behind : afterUserId };
}

/** A link `l` brings people as long as its owner's account is not closed. */
export const ofOpenAccount: Sql = isOpenAccount(sql`l.user_id`);

/** Users of the last days who came by a link and of whom that was not noted: their notice was lost. */
export async function listUnattributed(db: Queryable, days: number, limit: number): Promise<number[]> {
  const found = await rows<{ userId: number }>(
    db,
    sql`select a.user_id as "userId" from identity_origins a
        join referrals_links l on l.code = lower(a.referral_code) and l.user_id <> a.user_id and ${ofOpenAccount}
        left join referrals_people p on p.user_id = a.user_id
        where a.referral_code is not null and a.created_at > app_now() - make_interval(days => ${days}) and p.user_id is null
        limit ${limit}`,
  );
  return found.map(({ userId }) => userId);
}
