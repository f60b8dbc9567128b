import { letStand, listUncontested } from "#features/partners/fines/fines.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { defineSweep, takeEach } from "#lib/jobs/sweeps.ts";

const BATCH = 100;

/** Lets fines stand whose time for an appeal is over. Returns how many stand now. */
export async function endAppealTimes(db: Db): Promise<number> {
  return takeEach("let a fine stand", await listUncontested(db, BATCH), (id) => letStand(db, id));
}

/** Sweeps of fines; what they do not cover is collected with all else that is owed. */
export const fineSweeps = [
  defineSweep({ name: "partners: end times of appeals", everyMs: 30_000, run: endAppealTimes }),
];
