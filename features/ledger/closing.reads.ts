import sql from "sql-template-tag";
import type { Hindrance } from "#features/identity/closing.rules.ts";
import { getDebt } from "#features/ledger/debts/debts.reads.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { one, rows } from "#lib/db/query.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

/** The balances that can be given up; a partner's earnings and a store's cannot. */
type ForfeitableKind = "user" | "referral";

/** Those of them that an account has ever had. */
export async function listForfeitable(db: Queryable, userId: UserId): Promise<ForfeitableKind[]> {
  const found = await rows<{ kind: ForfeitableKind }>(
    db,
    sql`select kind from ledger_accounts
        where user_id = ${userId} or (kind = 'referral' and code = ${`user:${userId}`}) order by kind`,
  );
  return found.map(({ kind }) => kind);
}

/** What is left in them to spend or withdraw. */
export async function sumForfeitable(db: Queryable, userId: UserId): Promise<Kopecks> {
  const { left } = await one<{ left: number }>(
    db,
    sql`select coalesce(sum(posted_kopecks - held_kopecks), 0)::bigint as left from ledger_accounts
        where user_id = ${userId} or (kind = 'referral' and code = ${`user:${userId}`})`,
  );
  return kopecks(left);
}

/** Money of an account that is reserved, owed, or of a kind that only a withdrawal takes out. */
export async function findMoneyHindrances(db: Queryable, userId: UserId): Promise<Hindrance[]> {
  const code = `user:${userId}`;
  const { isHeld, hasEarnings } = await one<{ isHeld: boolean; hasEarnings: boolean }>(
    db,
    sql`select coalesce(bool_or(held_kopecks > 0), false) as "isHeld",
          coalesce(bool_or(kind in ('partner', 'store') and posted_kopecks > 0), false) as "hasEarnings"
        from ledger_accounts where user_id = ${userId} or (kind in ('referral', 'partner', 'store') and code = ${code})`,
  );
  return [
    ...((await getDebt(db, userId)) > 0 ? (["debt"] as const) : []),
    ...(hasEarnings ? (["earnings"] as const) : []),
    ...(isHeld ? (["held"] as const) : []),
  ];
}
