import sql from "sql-template-tag";
import { type ArchivePart, listPart, pagedPart } from "#features/identity/archive/archive-part.reads.ts";

/** What the ledger keeps about a person: the balances, and every movement of them. */
export const ledgerArchive: readonly ArchivePart[] = [
  listPart(
    "balances",
    (userId) => sql`
      select kind, posted_kopecks, held_kopecks, created_at from ledger_accounts
      where user_id = ${userId} or code = ${`user:${userId}`} order by id`,
  ),
  pagedPart(
    "balanceMovements",
    ({ userId, after, limit }) => sql`
      select t.id, a.kind as balance, t.kind, t.phase, t.amount_kopecks, t.reference, t.reason, t.posted_after_kopecks,
        t.held_after_kopecks, t.created_at
      from ledger_transfers t join ledger_accounts a on a.id = t.account_id
      where t.account_id in (select id from ledger_accounts where user_id = ${userId} or code = ${`user:${userId}`})
        and t.id > ${after}
      order by t.id limit ${limit}`,
  ),
];
