import {
  collectOwed,
  followLedger,
  listDueEarnings,
  listOwingPartners,
  nameNumbers,
  payEarning,
} from "#features/partners/earnings/earnings.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";

const BATCH = 100;
/** Steps of one run at most: other sweeps have their turn. */
const STEPS = 20;

/** Notes what partners earned and what was given back since the last look. Returns how many steps it took. */
export async function noteEarned(db: Db): Promise<number> {
  let steps = 0;
  while (steps < STEPS && (await followLedger(db))) steps += 1;
  return steps;
}

/** Pays earnings whose time has come. Returns how many there were. */
export async function payDueEarnings(db: Db): Promise<number> {
  const due = await listDueEarnings(db, BATCH);
  for (const id of due) await payEarning(db, id);
  return due.length;
}

/** Takes what partners owe out of money that has become free. Returns of how many something was taken. */
export async function collectAllOwed(db: Db): Promise<number> {
  let collected = 0;
  let after = 0;
  for (;;) {
    const owing = await listOwingPartners(db, after, BATCH);
    for (const userId of owing) if (await collectOwed(db, userId)) collected += 1;
    if (owing.length < BATCH) return collected;
    after = owing.at(-1) ?? after;
  }
}

export const earningSweeps = [
  defineSweep({ name: "partners: note earnings", everyMs: 3_000, run: noteEarned }),
  defineSweep({ name: "partners: name numbers of earnings", everyMs: 3_000, run: nameNumbers }),
  defineSweep({ name: "partners: pay earnings", everyMs: 3_000, run: payDueEarnings }),
  defineSweep({ name: "partners: collect what is owed", everyMs: 3_000, run: collectAllOwed }),
];
