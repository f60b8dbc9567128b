import {
  closeAccount,
  listDueClosings,
  listUntold,
  tellOfClosing,
} from "#features/identity/closing/carrying-out.writes.ts";
import type { ClosingParts } from "#features/identity/closing/closing-part.reads.ts";
import { defineSweep, type Sweep, takeEach } from "#lib/jobs/sweeps.ts";

/** Tells owners that the end of their account is near, and closes accounts whose days have passed. */
export function makeClosingSweeps(parts: ClosingParts): readonly Sweep[] {
  return [
    defineSweep({
      name: "identity: tell of closings",
      everyMs: 60_000,
      run: async (db) =>
        takeEach("tell of a closing", await listUntold(db), (userId) => tellOfClosing(db, userId)),
    }),
    defineSweep({
      name: "identity: close accounts",
      everyMs: 30_000,
      run: async (db) =>
        takeEach("close an account", await listDueClosings(db), (userId) => closeAccount(db, userId, parts)),
    }),
  ];
}
