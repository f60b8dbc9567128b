import sql from "sql-template-tag";
import type { Balance } from "#features/ledger/ledger.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

const EMPTY: Balance = {
  postedKopecks: kopecks(0),
  heldKopecks: kopecks(0),
  availableKopecks: kopecks(0),
  version: 0,
};

/** The wallet of a user; zeros for one who never had money. One prepared statement: bots ask this every second. */
export async function getBalance(db: Queryable, userId: number): Promise<Balance> {
  const row = await maybeOne<{ posted_kopecks: number; held_kopecks: number; version: number }>(db, {
    name: "ledger-balance",
    text: "select posted_kopecks, held_kopecks, version from ledger_accounts where user_id = $1",
    values: [userId],
  });
  return row ? toBalance(row) : EMPTY;
}

/** What a user's referrals earned and what of it is reserved for withdrawals; zeros before the first share. */
export function getReferralBalance(db: Queryable, userId: number): Promise<Balance> {
  return getEarnings(db, "referral", userId);
}

/** What a partner's modems earned and can be withdrawn, and what of it is reserved for withdrawals; zeros before the first. */
export function getPartnerBalance(db: Queryable, userId: number): Promise<Balance> {
  return getEarnings(db, "partner", userId);
}

/** What a store earned and can be withdrawn, and what of it is reserved for withdrawals; zeros before the first. */
export function getStoreBalance(db: Queryable, userId: number): Promise<Balance> {
  return getEarnings(db, "store", userId);
}

async function getEarnings(
  db: Queryable,
  kind: "referral" | "partner" | "store",
  userId: number,
): Promise<Balance> {
  const row = await maybeOne<{ posted_kopecks: number; held_kopecks: number; version: number }>(
    db,
    sql`select posted_kopecks, held_kopecks, version from ledger_accounts
        where kind = ${kind} and code = ${`user:${userId}`}`,
  );
  return row ? toBalance(row) : EMPTY;
}

function toBalance(row: { posted_kopecks: number; held_kopecks: number; version: number }): Balance {
  return {
    postedKopecks: kopecks(row.posted_kopecks),
    heldKopecks: kopecks(row.held_kopecks),
    availableKopecks: kopecks(row.posted_kopecks - row.held_kopecks),
    version: row.version,
  };
}

/** Users whose captured spending on numbers, single and rented, of the last `days` days reaches `minimumKopecks`. */
export async function listSpendersAbove(
  db: Queryable,
  days: number,
  minimumKopecks: Kopecks,
): Promise<{ userId: number }[]> {
  const found = await rows<{ user_id: number }>(db, {
    text: `select a.user_id
      from ledger_transfers t join ledger_accounts a on a.id = t.debit_account_id
      where t.kind in ('activation', 'rental', 'rental_extension') and t.phase in ('post', 'single') and t.created_at > app_now() - make_interval(days => $1)
      group by a.user_id having sum(t.amount_kopecks) >= $2`,
    values: [days, minimumKopecks],
  });
  return found.map((row) => ({ userId: row.user_id }));
}
