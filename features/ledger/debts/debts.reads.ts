import sql, { type Sql } from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { one, rows } from "#lib/db/query.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

/** What a user owes after a provider took a top-up back; 0 for nearly everybody. */
export async function getDebt(db: Queryable, userId: number): Promise<Kopecks> {
  const row = await one<{ debt: number }>(
    db,
    sql`with account as (select id from ledger_accounts where kind = 'debt' and code = ${`user:${userId}`})
        select (coalesce((select sum(amount_kopecks) from ledger_transfers
                  where debit_account_id = (select id from account)
                    and kind in ('charge_back', 'payment_refund', 'bonus_reversal', 'debt_return', 'debt_write_off_reversal')), 0)
              - coalesce((select sum(amount_kopecks) from ledger_transfers
                  where credit_account_id = (select id from account)
                    and kind in ('debt_repayment', 'debt_write_off', 'debt_reversal')), 0)
               )::bigint as debt`,
  );
  return kopecks(row.debt);
}

/** What the house has written off of a user's debt and not taken back. */
export async function getWrittenOff(db: Queryable, userId: number): Promise<Kopecks> {
  const row = await one<{ sum: number }>(
    db,
    sql`with account as (select id from ledger_accounts where kind = 'debt' and code = ${`user:${userId}`})
        select (coalesce((select sum(amount_kopecks) from ledger_transfers
                  where credit_account_id = (select id from account) and kind = 'debt_write_off'), 0)
              - coalesce((select sum(amount_kopecks) from ledger_transfers
                  where debit_account_id = (select id from account) and kind = 'debt_write_off_reversal'), 0)
               )::bigint as sum`,
  );
  return kopecks(row.sum);
}

/**
 * What providers pulled back of top-ups beyond our own refunds, less what they gave back again: today (UTC) and within the last
 * `days`, today included.
 */
export function sumReversals(
  db: Queryable,
  days: number,
): Promise<{ todayKopecks: number; recentKopecks: number }> {
  return one(
    db,
    sql`with moved as (
          select created_at, amount_kopecks as kopecks from ledger_transfers where kind in ('charge_back', 'payment_refund')
          union all
          select created_at, -amount_kopecks from ledger_transfers where kind = 'debt_reversal'
        ), by_day as (
          select (created_at at time zone 'UTC')::date as day, sum(kopecks) as kopecks from moved group by 1
        )
        select coalesce(sum(kopecks) filter (where day = (app_now() at time zone 'UTC')::date), 0)::bigint as "todayKopecks",
          coalesce(sum(kopecks) filter (where day > (app_now() at time zone 'UTC')::date - ${days}::int), 0)::bigint as "recentKopecks"
        from by_day`,
  );
}

/** Users who owe something and have money that could pay for it, those after `afterUserId`. */
export async function listPayingDebtors(
  db: Queryable,
  afterUserId: number,
  limit: number,
): Promise<number[]> {
  const found = await rows<{ user_id: number }>(
    db,
    sql`select w.user_id
        from ledger_accounts d
        join ledger_accounts w on w.user_id = substr(d.code, 6)::bigint
        where d.kind = 'debt' and w.posted_kopecks > w.held_kopecks and w.user_id > ${afterUserId}
          and (select coalesce(sum(amount_kopecks), 0) from ledger_transfers m where m.debit_account_id = d.id
                and m.kind in ('charge_back', 'payment_refund', 'bonus_reversal', 'debt_return', 'debt_write_off_reversal'))
            > (select coalesce(sum(amount_kopecks), 0) from ledger_transfers m where m.credit_account_id = d.id
                and m.kind in ('debt_repayment', 'debt_write_off', 'debt_reversal'))
        order by w.user_id limit ${limit}`,
  );
  return found.map((row) => row.user_id);
}

/** A condition: the user with this id has ever owed something. */
export function hasHadDebt(userId: Sql): Sql {
  return sql`exists (select from ledger_accounts d where d.kind = 'debt' and d.code = 'user:' || ${userId})`;
}
