import { TZDate } from "@date-fns/tz";
import sql, { type Sql } from "sql-template-tag";
import type { Holder } from "#features/identity/api-keys/key-goods.rules.ts";
import type { BalanceView } from "#features/ledger/statement/statement.contract.ts";
import type { StatementBalance } from "#features/ledger/statement/statement.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, one } from "#lib/db/query.ts";

/** Whole days of a time zone, both included; null = open. */
export type Period = { readonly from: string | null; readonly to: string | null; readonly timeZone: string };

/** A stretch of one balance's history: the versions it covers (none when `first > last`). */
export type Stretch = {
  readonly accountId: number;
  readonly first: number;
  readonly last: number;
  /** Versions and balances are not kept with the rows: `ledger_store_history`. */
  readonly isReckoned: boolean;
};
/** The history that a stretch is a part of. */
type History = Pick<Stretch, "accountId" | "isReckoned">;

/** Midnight at the beginning of a day, or of the day after it. */
function midnight(day: string, timeZone: string, daysLater = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(new TZDate(year, month - 1, date + daysLater, timeZone).getTime());
}

/** Whose history of which balance. */
export type StatementHolder = Holder & { readonly balance: StatementBalance };

/** The kinds of accounts that a balance is made of: the first one's history tells of all. */
export function accountKindsOf(balance: StatementBalance): readonly string[] {
  return balance === "store" ? ["store_pending", "store"] : [balance];
}

/** The condition on ledger_accounts that finds the balance by an index. */
function accountOf({ userId, balance }: Pick<StatementHolder, "userId" | "balance">): Sql {
  return balance === "user"
    ? sql`user_id = ${userId}`
    : sql`kind = ${accountKindsOf(balance)[0]} and code = ${`user:${userId}`}`;
}

/** The rows of a history, as `t`. */
export function rowsOf({ accountId, isReckoned }: History): Sql {
  return isReckoned
    ? sql`ledger_store_history(${accountId}) t`
    : sql`(select * from ledger_transfers where account_id = ${accountId}) t`;
}

/** Where a period begins and ends in the history of a balance, or null when it never had money. */
export async function findStretch(
  db: Queryable,
  holder: Pick<StatementHolder, "userId" | "balance">,
  period: Period,
): Promise<Stretch | null> {
  const from = period.from === null ? null : midnight(period.from, period.timeZone);
  const end = period.to === null ? null : midnight(period.to, period.timeZone, 1);
  const isReckoned = holder.balance === "store";
  const row = await maybeOne<{ id: number; first: number; last: number }>(
    db,
    isReckoned ? reckonedStretch(holder, from, end) : keptStretch(holder, from, end),
  );
  return row && { accountId: row.id, first: row.first, last: row.last, isReckoned };
}

type Asked = Pick<StatementHolder, "userId" | "balance">;

function keptStretch(holder: Asked, from: Date | null, end: Date | null): Sql {
  return sql`select id,
      case when ${from}::timestamptz is null then 0 else ledger_version_before(id, ${from}) end + 1 as first,
      case when ${end}::timestamptz is null then version else ledger_version_before(id, ${end}) end as last
    from ledger_accounts where ${accountOf(holder)}`;
}

function reckonedStretch(holder: Asked, from: Date | null, end: Date | null): Sql {
  return sql`select a.id, (count(t.id) filter (where t.created_at < ${from}::timestamptz))::int + 1 as first,
      (count(t.id) filter (where ${end}::timestamptz is null or t.created_at < ${end}))::int as last
    from (select id from ledger_accounts where ${accountOf(holder)}) a left join lateral ledger_store_history(a.id) t on true
    group by a.id`;
}

/** Before the first movement. */
export const emptyBalance: BalanceView = { postedKopecks: 0, heldKopecks: 0, availableKopecks: 0 };

/** The balance after a version, as its row says; zeros before the first. */
export async function getBalanceAfter(
  db: Queryable,
  history: History,
  version: number,
): Promise<BalanceView> {
  const row = await maybeOne<{ posted: number; held: number }>(
    db,
    sql`select t.posted_after_kopecks as posted, t.held_after_kopecks as held from ${rowsOf(history)}
        where t.account_version = ${version}`,
  );
  return row ? balanceView(row.posted, row.held) : emptyBalance;
}

/** A balance out of what is owned and what of it is held, in kopecks. */
export function balanceView(posted: number, held: number): BalanceView {
  return { postedKopecks: posted, heldKopecks: held, availableKopecks: posted - held };
}

/** How many movements a store's history has: the version of its last one. */
export async function countStoreMovements(db: Queryable, userId: number): Promise<number> {
  const { version } = await one<{ version: number }>(
    db,
    sql`select count(t.id)::int as version
        from (select id from ledger_accounts where ${accountOf({ userId, balance: "store" })}) a
        cross join lateral ledger_store_history(a.id) t`,
  );
  return version;
}

/** How many movements a stretch holds. */
export function countLines({ first, last }: Stretch): number {
  return Math.max(0, last - first + 1);
}
