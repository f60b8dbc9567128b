import { readEarnings } from "#features/partners/earnings/earnings.reads.ts";
import {
  collectOwed,
  followLedger,
  listDueEarnings,
  listOwingPartners,
  nameNumbers,
  payEarning,
} from "#features/partners/earnings/earnings.writes.ts";
import { rejectForRefundedOrders } from "#features/payments/withdrawals/sending/sending.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { defineSweep, takeEach } from "#lib/jobs/sweeps.ts";
import { log } from "#lib/log.ts";

const BATCH = 100;
/** Steps of one run at most: other sweeps have their turn. */
const STEPS = 20;

/** Records what partners earned and what was refunded since the last look. Returns how many steps it took. */
export async function recordEarned(db: Db): Promise<number> {
  let steps = 0;
  while (steps < STEPS && (await followLedger(db))) steps += 1;
  return steps;
}

/** Pays earnings whose time has come. Returns how many were paid. */
export async function payDueEarnings(db: Db): Promise<number> {
  return takeEach("pay an earning", await listDueEarnings(db, BATCH), (id) => payEarning(db, id));
}

/** Takes what partners owe out of money that has become free. Returns of how many something was taken. */
export async function collectAllOwed(db: Db): Promise<number> {
  let collected = 0;
  let after = 0;
  for (;;) {
    const owing = await listOwingPartners(db, after, BATCH);
    for (const userId of owing) if (await collectFrom(db, userId)) collected += 1;
    if (owing.length < BATCH) return collected;
    after = owing.at(-1) ?? after;
  }
}

/**
 * Takes what a partner owes; withdrawals that hold the money are stopped, so that the next look takes it. What cannot be taken from one
 * partner keeps nobody else's from being taken. Returns whether anything was taken.
 */
export async function collectFrom(db: Db, userId: number): Promise<boolean> {
  try {
    const isTaken = await collectOwed(db, userId);
    const { owedKopecks, heldKopecks } = await readEarnings(db, userId);
    if (owedKopecks > 0 && heldKopecks > 0) await rejectForRefundedOrders(db, userId, owedKopecks);
    return isTaken;
  } catch (error) {
    log.error({ userId, error: (error as Error).message }, "what a partner owes could not be taken");
    return false;
  }
}

export const earningSweeps = [
  defineSweep({ name: "partners: note earnings", everyMs: 3_000, run: recordEarned }),
  defineSweep({ name: "partners: name numbers of earnings", everyMs: 3_000, run: nameNumbers }),
  defineSweep({ name: "partners: pay earnings", everyMs: 3_000, run: payDueEarnings }),
  defineSweep({ name: "partners: collect what is owed", everyMs: 3_000, run: collectAllOwed }),
];
