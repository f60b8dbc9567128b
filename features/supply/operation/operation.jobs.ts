import { withdrawStock } from "#features/supply/operation/operate-suppliers.writes.ts";
import { forgetRetiredKeys } from "#features/supply/operation/supplier-keys.writes.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";

/** Takes off sale what is left of suppliers that have ended or may sell less; a report that was under way may have added some. */
const withdrawals = defineSweep({
  name: "supply: stock that may not be sold",
  everyMs: 5_000,
  run: (db) => withTransaction(db, (tx) => withdrawStock(tx, null)),
});

const retiredKeys = defineSweep({
  name: "supply: retired keys",
  everyMs: 10_000,
  run: forgetRetiredKeys,
});

export const operationSweeps = [withdrawals, retiredKeys];
