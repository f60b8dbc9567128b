import sql from "sql-template-tag";
import { listSpendersAbove } from "#features/ledger/ledger.reads.ts";
import { wholesaleTurnoverDays } from "#features/pricing/pricing.rules.ts";
import {
  type ChangedOffer,
  forgetPastOffers,
  refreshOffers,
  replaceWholesaleByTurnover,
} from "#features/pricing/pricing.writes.ts";
import { rateSweeps } from "#features/pricing/rates/rates.jobs.ts";
import { listSuppliers } from "#features/supply/supply.reads.ts";
import type { Db } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { notify } from "#lib/jobs/events.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";
import { kopecks } from "#lib/money/kopecks.ts";

const FULL_REFRESH_EVERY = 20;
/** Rows become visible a moment after the time written in them; looking back that far misses none. */
const OVERLAP_SECONDS = 5;
const TAGS_PER_NOTICE = 300;

/** What features above this one do about changed offers, after they are written. One that is lost must be made good by themselves. */
export type OffersChanged = (db: Db, changed: readonly ChangedOffer[]) => Promise<void>;

/**
 * Offers follow the suppliers within about a second. Most rounds look only at offers reported lately; a round in which a
 * supplier fell silent or came back, and every twentieth, looks at all. Pages that show a changed price are told to
 * render again; `onChanged` hears of every round, also when nothing has changed.
 */
export function makeOfferSweep(onChanged: OffersChanged = async () => undefined) {
  let round = 0;
  let healthBefore = "";
  return defineSweep({
    name: "pricing-offers",
    everyMs: 1_000,
    run: async (db) => {
      const health = (await listSuppliers(db)).map(({ id, healthy }) => `${id}:${healthy}`).join();
      const isFull = round % FULL_REFRESH_EVERY === 0 || health !== healthBefore;
      const since = isFull ? null : await recentMoment(db);
      const changed = await refreshOffers(db, since);
      if (isFull) await forgetPastOffers(db);
      round += 1;
      healthBefore = health;
      await announcePrices(db, changed);
      await onChanged(db, changed);
      return changed.length;
    },
  });
}

async function recentMoment(db: Db): Promise<Date> {
  const row = await one<{ since: Date }>(
    db,
    sql`select app_now() - make_interval(secs => ${OVERLAP_SECONDS}) as since`,
  );
  return row.since;
}

/** Tells the page caches: `offers:<service>` a price came, went or changed; `counts:<service>` only stock moved. */
async function announcePrices(db: Db, changed: readonly ChangedOffer[]): Promise<void> {
  const priced = new Set(changed.filter((offer) => offer.priceChanged).map((offer) => offer.serviceId));
  const counted = new Set(changed.map((offer) => offer.serviceId).filter((id) => !priced.has(id)));
  const tags = [...[...priced].map((id) => `offers:${id}`), ...[...counted].map((id) => `counts:${id}`)];
  for (let start = 0; start < tags.length; start += TAGS_PER_NOTICE) {
    await notify(db, "page_tags", tags.slice(start, start + TAGS_PER_NOTICE).join(","));
  }
}

/** Accounts enter and leave the wholesale tier by the turnover of the last 30 days. */
const wholesaleSweep = defineSweep({
  name: "pricing-wholesale",
  everyMs: 60_000,
  run: async (db) => {
    const spenders = await listSpendersAbove(
      db,
      wholesaleTurnoverDays,
      kopecks(env.WHOLESALE_TURNOVER_KOPECKS),
    );
    await withTransaction(db, (tx) =>
      replaceWholesaleByTurnover(
        tx,
        spenders.map((spender) => spender.userId),
      ),
    );
  },
});

/** The sweeps of prices; see `makeOfferSweep`. */
export const makePricingSweeps = (onChanged: OffersChanged) => [
  makeOfferSweep(onChanged),
  wholesaleSweep,
  ...rateSweeps,
];
