import { forgetOldSearches } from "#features/activations/search/search.writes.ts";
import { workSearch } from "#features/activations/search/search-attempt.writes.ts";
import {
  type DueSearch,
  takeDueSearches,
  tidyTurns,
} from "#features/activations/search/search-turns.writes.ts";
import { wakeForMoney, wakeForOffers } from "#features/activations/search/search-waits.writes.ts";
import type { OffersChanged } from "#features/pricing/pricing.jobs.ts";
import type { ChangedOffer } from "#features/pricing/pricing.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";
import { log } from "#lib/log.ts";

/**
 * Searches that one worker works on at once: few, so that a thousand that are due cost purchases nothing. Those whose supplier is
 * slow are waited for by nobody else.
 */
const UNDER_WAY_MAX = 12;

/** Tries for numbers. A look only starts attempts and never waits for one. */
export class SearchPump {
  readonly #underWay = new Set<Promise<void>>();
  /** Taken by attempts, or by a look that is finding out. */
  #places = 0;
  #isStopping = false;

  /** Starts as many due searches as there is room for. Answers how many. */
  async look(db: Db): Promise<number> {
    const room = UNDER_WAY_MAX - this.#places;
    if (room <= 0 || this.#isStopping) return 0;
    // Kept until it is known how many there are: looks overlap.
    this.#places += room;
    let due: DueSearch[] = [];
    try {
      due = await takeDueSearches(db, room);
    } finally {
      this.#places -= room - due.length;
    }
    for (const search of due) this.#start(db, search);
    return due.length;
  }

  #start(db: Db, search: DueSearch): void {
    const done = this.#work(db, search).finally(() => this.#underWay.delete(done));
    this.#underWay.add(done);
  }

  async #work(db: Db, search: DueSearch): Promise<void> {
    await workSearch(db, search).catch((error: Error) =>
      log.warn(
        { search: search.id, error: error.message },
        "a search was not moved on; it is looked at again",
      ),
    );
    this.#places -= 1;
    // Its account's next search, or somebody else's, need not wait for the next look by the clock.
    await this.look(db).catch((error: Error) => log.warn({ error: error.message }, "no look for searches"));
  }

  /** Begins nothing more. Resolves when what has been started is over: seconds at most. */
  async settle(): Promise<void> {
    this.#isStopping = true;
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }
}

const pump = new SearchPump();

/** What a stopping worker waits for: attempts that are under way. */
export const settleSearches = () => pump.settle();

/** Wakes searches by what a round of the lists has changed, and the round before it: an attempt of that moment may have seen it too late. */
export function makeOfferWaker(): OffersChanged {
  let before: readonly ChangedOffer[] = [];
  return async (db, changed) => {
    const priced = changed.filter(({ priceChanged }) => priceChanged);
    const goods = [...before, ...priced];
    before = priced;
    await wakeForOffers(db, goods);
  };
}

export const searchSweeps = [
  defineSweep({ name: "activations-searches", everyMs: 250, run: (db) => pump.look(db) }),
  // Asked by the clock: a trigger on the wallets would be paid for by every purchase.
  defineSweep({ name: "activations-searches-money", everyMs: 1_000, run: wakeForMoney }),
  defineSweep({ name: "activations-searches-turns", everyMs: 60_000, run: (db) => tidyTurns(db, 500) }),
  defineSweep({
    name: "activations-searches-retention",
    everyMs: 600_000,
    run: (db) => forgetOldSearches(db, 500),
  }),
];
