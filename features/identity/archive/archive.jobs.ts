import { claimDueArchives, forgetArchives, makeArchive } from "#features/identity/archive/archive.writes.ts";
import type { ArchivePart } from "#features/identity/archive/archive-part.reads.ts";
import { defineSweep, type Sweep, takeEach } from "#lib/jobs/sweeps.ts";

/** Makes archives that were asked for, and deletes those whose link has ended. `parts`: what each feature keeps about a person. */
export function makeArchiveSweeps(parts: readonly ArchivePart[]): readonly Sweep[] {
  return [
    defineSweep({
      name: "identity: make archives",
      everyMs: 2_000,
      run: async (db) =>
        takeEach("make an archive", await claimDueArchives(db), (id) => makeArchive(db, id, parts)),
    }),
    defineSweep({ name: "identity: forget archives", everyMs: 60_000, run: forgetArchives }),
  ];
}
