import { listRentalsToRemind, remindOfEnd } from "#features/rentals/reminders/reminders.writes.ts";
import { forgetOldRentals, listDueRentals, passTime } from "#features/rentals/rentals.writes.ts";
import { notifyListeners } from "#lib/jobs/events.ts";
import { defineSweep, takeEach } from "#lib/jobs/sweeps.ts";

const BATCH = 200;

/** What time alone does to rentals: money taken after 20 minutes, the end. */
const timeSweep = defineSweep({
  name: "rentals-time",
  everyMs: 1_000,
  run: async (db) => {
    const due = await listDueRentals(db, BATCH);
    await takeEach("pass a rental's time", due, (id) => passTime(db, id));
    if (due.length > 0) notifyListeners(db);
    return due.length;
  },
});

/** A day and two hours before the end. */
const reminderSweep = defineSweep({
  name: "rentals-reminders",
  everyMs: 10_000,
  run: async (db) => {
    const due = await listRentalsToRemind(db, BATCH);
    await takeEach("remind of a rental's end", due, (id) => remindOfEnd(db, id));
    if (due.length > 0) notifyListeners(db);
    return due.length;
  },
});

/** Messages and calls are kept for a week after the end. */
const retentionSweep = defineSweep({
  name: "rentals-retention",
  everyMs: 60_000,
  run: (db) => forgetOldRentals(db, 200),
});

export const rentalSweeps = [timeSweep, reminderSweep, retentionSweep];
