import sql from "sql-template-tag";
import { db, freshCountries, owner } from "#features/activations/activations-writes.factory.ts";
import { attemptsFor } from "#features/activations/search/search.rules.ts";
import { type NewSearch, openSearch, stopSearch } from "#features/activations/search/search.writes.ts";
import {
  type DueSearch,
  takeDueSearches,
  workSearch,
} from "#features/activations/search/search-attempt.writes.ts";
import { one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { moveClock } from "#lib/testing/move-clock.ts";

/** A country that nothing is sold in yet. */
export function freshCountry(): number {
  return freshCountries.pop() as number;
}

/** Begins a search on the site: of one minute and without a limit, where nothing else is said. */
export function open(input: Partial<NewSearch> & { userId: number; countryId: number }): Promise<number> {
  const seconds = input.seconds ?? 60;
  const defaults = { keyId: null, channel: "site", serviceId: 52, operator: "any", replacing: null } as const;
  return withTransaction(db, (tx) =>
    openSearch(tx, { ...defaults, steps: [], seconds, attemptsMax: attemptsFor(seconds), ...input }),
  );
}

/** What the worker does at this moment. */
export async function work(): Promise<DueSearch[]> {
  const due = await takeDueSearches(db, 100);
  await Promise.all(due.map((search) => workSearch(db, search)));
  return due;
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
  }>(
    db,
    sql`select state, refusal, attempts, activation_id as "orderId", replacements as done, quoted_kopecks as quoted,
          quoted_most_kopecks as most, lowest_kopecks as lowest from activations_searches where id = ${id}`,
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
