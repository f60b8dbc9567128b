import sql from "sql-template-tag";
import { db, freshCountries, owner } from "#features/activations/activations-writes.factory.ts";
import { attemptsFor } from "#features/activations/search/search.rules.ts";
import { type NewSearch, openSearch, stopSearch } from "#features/activations/search/search.writes.ts";
import { workSearch } from "#features/activations/search/search-attempt.writes.ts";
import { type DueSearch, takeDueSearches } from "#features/activations/search/search-turns.writes.ts";
import { wakeForMoney, wakeForOffers } from "#features/activations/search/search-waits.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { moveClock } from "#lib/testing/move-clock.ts";

/** A country that nothing is sold in yet. */
export function freshCountry(): number {
  return freshCountries.pop() as number;
}

/** Removes the searches that earlier tests left open: they would have their turns, too. */
export async function removeOpenSearches(): Promise<void> {
  await execute(
    owner,
    sql`delete from activations_searches where closed_at is null and activation_id is null`,
  );
}

/** Begins a search on the site: of one minute and without a limit, where nothing else is said. */
export function open(input: Partial<NewSearch> & { userId: number; countryId: number }): Promise<number> {
  const seconds = input.seconds ?? 60;
  const defaults = { keyId: null, channel: "site", serviceId: 52, operator: "any", replacing: null } as const;
  return withTransaction(db, (tx) =>
    openSearch(tx, { ...defaults, steps: [], seconds, attemptsMax: attemptsFor(seconds), ...input }),
  );
}

/** The database as who cannot ask it who searches: what decides that is not answered. */
export const faultyDb: Db = {
  ...db,
  query: (statement) =>
    statement.text.includes("identity_users")
      ? Promise.reject(new Error("the connection was lost"))
      : db.query(statement),
};

/** Looks and attempts until nothing is due, turn after turn: what the worker does when nobody has woken a search. */
export async function look(): Promise<DueSearch[]> {
  const taken: DueSearch[] = [];
  for (;;) {
    const due = await takeDueSearches(db, 100);
    if (due.length === 0) return taken;
    await Promise.all(due.map((search) => workSearch(db, search)));
    taken.push(...due);
  }
}

/** What the worker does at this moment: it wakes those that wait for what is there now, and looks. */
export async function work(): Promise<DueSearch[]> {
  const waitedFor = await rows<{ serviceId: number; countryId: number }>(
    db,
    sql`select distinct service_id as "serviceId", country_id as "countryId" from activations_searches where waiting_for is not null`,
  );
  await wakeForOffers(db, waitedFor);
  await wakeForMoney(db);
  return look();
}

/** Lets seconds pass by the database's clock, and the worker do what is due then. */
export async function later(seconds: number): Promise<void> {
  await moveClock(owner, `${seconds} seconds`);
  await work();
}

/** A search's row, in the words of its tests. */
export function read(id: number) {
  return one<{
    state: string;
    refusal: string | null;
    attempts: number;
    orderId: number | null;
    done: number;
    quoted: number | null;
    most: number | null;
    lowest: number | null;
    waitingFor: string | null;
  }>(
    db,
    sql`select state, refusal, attempts, activation_id as "orderId", replacements as done, quoted_kopecks as quoted,
          quoted_most_kopecks as most, lowest_kopecks as lowest,
          waiting_for as "waitingFor" from activations_searches where id = ${id}`,
  );
}

/** The orders of a buyer, oldest first. */
export function ordersOf(userId: number) {
  return rows<{ id: number; state: string; price: number }>(
    db,
    sql`select id, state, price_kopecks as price from activations where user_id = ${userId} order by id`,
  );
}

/** Stops a search, as its buyer does. */
export const stop = (userId: number, id: number) => withTransaction(db, (tx) => stopSearch(tx, userId, id));
