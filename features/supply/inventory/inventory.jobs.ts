import { listOffersToCount } from "#features/supply/inventory/inventory.reads.ts";
import { endRests } from "#features/supply/inventory/inventory.writes.ts";
import { recountOffers } from "#features/supply/supply.writes.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";

/** Stock rows read per second, whatever the stock's size: a round over a million takes under a minute. */
const ROWS_PER_RUN = 20_000;
let cursor = 0;

/**
 * Keeps the display counts of own offers near the truth, slice by slice. What has just been sold is recounted by the
 * one who sold it (`recountOffers`); this round catches everything else.
 */
export const ownOfferCounts = defineSweep({
  name: "supply: own offer counts",
  everyMs: 1_000,
  run: async (db) => {
    const offers = await listOffersToCount(db, cursor, ROWS_PER_RUN);
    cursor = offers.at(-1) ?? 0;
    return (await recountOffers(db, offers)).length;
  },
});

/** Numbers that were returned go on sale again after their rest. */
export const restingUnits = defineSweep({
  name: "supply: resting units",
  everyMs: 5_000,
  run: (db) => endRests(db, 500),
});
