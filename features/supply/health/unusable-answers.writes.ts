import { setTimeout as pause } from "node:timers/promises";
import sql from "sql-template-tag";
import type { Exchange, Fault } from "#features/supply/health/exchange.gateway.ts";
import {
  type ExchangeAction,
  exchangeLimits,
  type UnusableReason,
} from "#features/supply/health/unusable-answers.rules.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { execute, one } from "#lib/db/query.ts";
import { log } from "#lib/log.ts";

type Unusable = Fault & {
  readonly supplierId: number;
  readonly action: ExchangeAction;
  /** The first of them. */
  readonly exchange: Exchange;
  /** How many answers of this supplier, action and reason wait to be written. */
  count: number;
};
type Waiting = { readonly entries: Map<string, Unusable>; writing: Promise<void> | null };

/** Answers that come while the last ones are written are summed: so many statements at most, however many buyers wait. */
const PAUSE_MS = 200;
const waitingOf = new WeakMap<Db, Waiting>();

/**
 * Takes down that an answer of a supplier was not used, when that is so. Never throws and never waits: it is written behind the back of
 * the buyer, outside of any transaction of the purchase. The first of a supplier, action and reason in a minute is logged and kept as a
 * raw exchange; further ones are counted.
 */
export function recordUnusable(db: Db, supplierId: number, action: ExchangeAction, exchange: Exchange): void {
  const fault = exchange.takeFault();
  if (fault === null) return;
  const waiting = waitingOf.get(db) ?? { entries: new Map(), writing: null };
  waitingOf.set(db, waiting);
  const key = `${supplierId} ${action} ${fault.reason}`;
  const known = waiting.entries.get(key);
  if (known) known.count += 1;
  else waiting.entries.set(key, { ...fault, supplierId, action, exchange, count: 1 });
  waiting.writing ??= writeAll(db, waiting).finally(() => {
    waiting.writing = null;
  });
}

/** Resolves when nothing waits to be written: for an orderly stop and for tests. */
export async function unusableAnswersWritten(db: Db): Promise<void> {
  await waitingOf.get(db)?.writing;
}

async function writeAll(db: Db, { entries }: Waiting): Promise<void> {
  while (entries.size > 0) {
    const batch = [...entries.values()];
    entries.clear();
    for (const unusable of batch) await write(db, unusable);
    await pause(PAUSE_MS);
  }
}

async function write(db: Db, unusable: Unusable): Promise<void> {
  const { supplierId, action, reason, detail, count } = unusable;
  try {
    if (await countAnswers(db, unusable, await unusable.exchange.answer()))
      log.warn({ supplierId, action, reason, detail }, "a supplier's answer could not be used");
  } catch (error) {
    log.warn(
      { supplierId, action, reason, detail, count, error: (error as Error).message },
      "a supplier's answer could not be used, nor recorded",
    );
  }
}

/** True when these are the first of this supplier, action and reason in this minute, whichever process counts. */
async function countAnswers(db: Queryable, unusable: Unusable, answer: string | null): Promise<boolean> {
  const { supplierId, action, reason, detail, count, exchange } = unusable;
  const { isFirst } = await one<{ isFirst: boolean }>(
    db,
    sql`with counted as (
          insert into supply_unusable_answers as u (supplier_id, minute, action, reason, answers_count)
          values (${supplierId}, date_trunc('minute', app_now(), 'UTC'), ${action}, ${reason satisfies UnusableReason}, ${count})
          on conflict (supplier_id, minute, action, reason) do update set answers_count = u.answers_count + excluded.answers_count
          returning answers_count = ${count} as "isFirst", date_trunc('hour', minute, 'UTC') as hour
        ), kept as (
          insert into supply_exchanges (supplier_id, hour, slot, action, reason, detail, http_status, request, answer, forget_at)
          select ${supplierId}, hour, there.count + 1, ${action}, ${reason}, ${detail}, ${exchange.httpStatus}::integer,
            ${exchange.request}, ${answer}::text, app_now() + make_interval(days => ${exchangeLimits.days})
          from counted cross join lateral (
            select count(*) from supply_exchanges e where e.supplier_id = ${supplierId} and e.hour = counted.hour) there
          where "isFirst" and there.count < ${exchangeLimits.perHour}
          -- Another process took the place: the hour has one more of them either way.
          on conflict (supplier_id, hour, slot) do nothing
        )
        select "isFirst" from counted`,
  );
  return isFirst;
}

/** Removes exchanges whose time is over, and counts that no figure looks at any more. Answers how many rows went. */
export async function forgetUnusable(db: Queryable, limit: number): Promise<number> {
  const exchanges = await execute(
    db,
    sql`delete from supply_exchanges where id in (
          select id from supply_exchanges where forget_at <= app_now() order by forget_at limit ${limit} for update skip locked)`,
  );
  const counts = await execute(
    db,
    sql`delete from supply_unusable_answers where minute < app_now() - interval '2 days'`,
  );
  return exchanges + counts;
}
