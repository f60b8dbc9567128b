import { listPayingDebtors } from "#features/ledger/debts/debts.reads.ts";
import { repayDebt } from "#features/ledger/debts/debts.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { notifyListeners } from "#lib/jobs/events.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";

const BATCH = 100;

/** Lets wallets pay what their owners owe: after credits of every kind and holds that were released. Returns how many. */
export async function repayDebts(db: Db): Promise<number> {
  let paid = 0;
  let after = 0;
  for (;;) {
    const userIds = await listPayingDebtors(db, after, BATCH);
    for (const userId of userIds) {
      if ((await withTransaction(db, (tx) => repayDebt(tx, userId))) > 0) paid += 1;
    }
    if (paid > 0) notifyListeners(db);
    if (userIds.length < BATCH) return paid;
    after = userIds.at(-1) ?? after;
  }
}

export const debtSweeps = [defineSweep({ name: "ledger: repay debts", everyMs: 5_000, run: repayDebts })];
