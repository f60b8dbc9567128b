import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { monotonicMs } from "#lib/clock.ts";
import type { Db } from "#lib/db/pool.ts";
import { log } from "#lib/log.ts";

export type SnapshotOptions<T> = {
  readonly name: string;
  /** Reads the state; may answer `previous` itself when nothing has changed. */
  readonly load: (db: Db, previous: T | null) => Promise<T>;
  /** Older than this: read again behind the reader's back. */
  readonly softMs: number;
  /** Older than this: a reader waits for the new state. Infinity serves the old one while the database is away. */
  readonly hardMs: number;
  /**
   * A reader waits so long at most and then goes on with the old state, as do others until it is hard-stale once more. Without it readers
   * wait for as long as it takes, and fail where it cannot be read.
   */
  readonly patienceMs?: number;
};

export type Snapshot<T> = {
  /** The state, at most `hardMs` old. Rejects when it is older than that and cannot be read, unless patience has an end. */
  read(db: Db): Promise<T>;
  /** The next reader waits for a fresh state: called on a notice that something changed. */
  invalidate(db: Db): void;
};

type Entry<T> = { value: T | null; loadedAtMs: number; generation: number; loading: Promise<T> | null };

/**
 * State that every request needs and few change, held in memory once per process and database. It has no timer:
 * readers keep it fresh, so that it works the same in every process and in tests.
 */
export function defineSnapshot<T>(options: SnapshotOptions<T>): Snapshot<T> {
  const entries = new WeakMap<Db, Entry<T>>();

  const entryOf = (db: Db): Entry<T> => {
    const known = entries.get(db);
    if (known) return known;
    const entry: Entry<T> = {
      value: null,
      loadedAtMs: Number.NEGATIVE_INFINITY,
      generation: 0,
      loading: null,
    };
    entries.set(db, entry);
    return entry;
  };

  const refresh = (db: Db, entry: Entry<T>): Promise<T> => {
    if (entry.loading) return entry.loading;
    const startedMs = monotonicMs();
    const { generation } = entry;
    const loading = options
      .load(db, entry.value)
      .then((value) => {
        entry.value = value;
        // What was announced while we were reading may not be in it: then it stays stale.
        if (entry.generation === generation) entry.loadedAtMs = startedMs;
        return value;
      })
      .finally(() => {
        entry.loading = null;
      });
    entry.loading = loading;
    return loading;
  };

  const refreshBehind = async (db: Db, entry: Entry<T>): Promise<void> => {
    try {
      await refresh(db, entry);
    } catch (error) {
      log.warn({ snapshot: options.name, error: (error as Error).message }, "could not refresh");
    }
  };

  /** Once somebody has waited for nothing, the state counts as soft-stale again. */
  const waitPatiently = async (db: Db, entry: Entry<T>, patienceMs: number): Promise<void> => {
    const { loadedAtMs } = entry;
    await Promise.race([refreshBehind(db, entry), pause(patienceMs, undefined, { ref: false })]);
    if (entry.loadedAtMs === loadedAtMs) entry.loadedAtMs = monotonicMs() - options.softMs;
  };

  return {
    async read(db) {
      const entry = entryOf(db);
      const ageMs = monotonicMs() - entry.loadedAtMs;
      if (entry.value !== null && ageMs < options.softMs) return entry.value;
      if (entry.value !== null && ageMs < options.hardMs) {
        void refreshBehind(db, entry);
        return entry.value;
      }
      if (entry.value !== null && options.patienceMs !== undefined && Number.isFinite(ageMs)) {
        await waitPatiently(db, entry, options.patienceMs);
        return entry.value;
      }
      const { generation } = entry;
      const value = await refresh(db, entry);
      // A load that began before the notice does not count for a reader that came after it.
      return entry.generation === generation && entry.loadedAtMs === Number.NEGATIVE_INFINITY
        ? refresh(db, entry)
        : value;
    },
    invalidate(db) {
      const entry = entryOf(db);
      entry.generation += 1;
      entry.loadedAtMs = Number.NEGATIVE_INFINITY;
    },
  };
}
