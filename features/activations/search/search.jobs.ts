import { forgetOldSearches } from "#features/activations/search/search.writes.ts";
import {
  type DueSearch,
  takeDueSearches,
  workSearch,
} from "#features/activations/search/search-attempt.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";
import { log } from "#lib/log.ts";

/**
 * Searches that one worker works on at once: few, so that a thousand that are due cost purchases nothing. Those whose supplier is
 * slow are waited for by nobody else.
 */
const UNDER_WAY_MAX = 12;

/** Tries for numbers. A look only starts attempts and never waits for one. */
class SearchPump {
  readonly #underWay = new Set<Promise<void>>();

  /** Starts as many due searches as there is room for. Answers how many. */
  async look(db: Db): Promise<number> {
    const room = UNDER_WAY_MAX - this.#underWay.size;
    if (room <= 0) return 0;
    const due = await takeDueSearches(db, room);
    for (const search of due) this.#start(db, search);
    return due.length;
  }

  #start(db: Db, search: DueSearch): void {
    const done = workSearch(db, search)
      .catch((error: Error) =>
        log.warn(
          { search: search.id, error: error.message },
          "a search was not moved on; it is looked at again",
        ),
      )
      .finally(() => this.#underWay.delete(done));
    this.#underWay.add(done);
  }

  /** Resolves when what has been started is over: seconds at most. */
  async settle(): Promise<void> {
    await Promise.all(this.#underWay);
  }
}

const pump = new SearchPump();

/** What a stopping worker waits for: attempts that are under way. */
export const settleSearches = () => pump.settle();

export const searchSweeps = [
  defineSweep({ name: "activations-searches", everyMs: 250, run: (db) => pump.look(db) }),
  defineSweep({
    name: "activations-searches-retention",
    everyMs: 600_000,
    run: (db) => forgetOldSearches(db, 500),
  }),
];
