import { letStand, listUncontested } from "#features/partners/fines/fines.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";
import { log } from "#lib/log.ts";

const BATCH = 100;

/** Lets fines stand whose time for an appeal is over; one that fails keeps no other waiting. Returns how many stand now. */
export async function endAppealTimes(db: Db): Promise<number> {
  const over = await listUncontested(db, BATCH);
  let standing = 0;
  for (const id of over) {
    try {
      await letStand(db, id);
      standing += 1;
    } catch (error) {
      log.error({ fineId: id, error: (error as Error).message }, "fine could not be taken");
    }
  }
  return standing;
}

/** Sweeps of fines; what they do not cover is collected with all else that is owed. */
export const fineSweeps = [
  defineSweep({ name: "partners: end times of appeals", everyMs: 30_000, run: endAppealTimes }),
];
