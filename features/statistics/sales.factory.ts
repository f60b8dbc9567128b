import {
  expireActivation,
  forgetOldMessages,
  listDueActivations,
} from "#features/activations/activations.writes.ts";
import { listDueRentals, passTime } from "#features/rentals/rentals.writes.ts";
import { forgetOldSms } from "#features/supply/intake/intake.writes.ts";
import type { Db } from "#lib/db/pool.ts";

/** Ends what tests of figures have left open and is due, as the worker would, so that every check holds. */
export async function endDueSales(db: Db): Promise<void> {
  for (const due of await listDueActivations(db, 100)) await expireActivation(db, due);
  for (const id of await listDueRentals(db, 100)) await passTime(db, id);
  await forgetOldMessages(db, 10_000);
  await forgetOldSms(db, 10_000);
}
