import sql from "sql-template-tag";
import { activationErrors } from "#features/activations/activations.errors.ts";
import type { ActivationState } from "#features/activations/activations.rules.ts";
import {
  attemptsFor,
  hasEnded,
  nextState,
  type SearchEvent,
  type SearchState,
  type SearchStep,
  type SearchWait,
  searchLimits,
} from "#features/activations/search/search.rules.ts";
import { findQuote, type Quote } from "#features/activations/search/search-quote.reads.ts";
import { joinTurns } from "#features/activations/search/search-turns.writes.ts";
import type { SaleChannel } from "#features/policy/policy.rules.ts";
import type { Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one } from "#lib/db/query.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { emitEvent } from "#lib/jobs/events.ts";

/** Cancelled without an SMS after so long, and the next number bought, so often at most. */
export type Replacing = { readonly afterSeconds: number; readonly times: number };

export type NewSearch = {
  readonly userId: number;
  readonly keyId: number | null;
  readonly channel: SaleChannel;
  readonly serviceId: number;
  readonly countryId: number;
  readonly operator: string;
  /** Checked by `ladderProblem`; empty = no limit was named. */
  readonly steps: readonly SearchStep[];
  /** Suppliers that may not sell at the moment: what they ask is no quote. */
  readonly closedSuppliers?: readonly number[];
  readonly seconds: number;
  readonly attemptsMax: number;
  readonly replacing: Replacing | null;
};

/** Begins a search in the caller's transaction and answers its id. One without a limit gets its quote here. Throws SEARCHES_LIMIT. */
export async function openSearch(tx: Tx, search: NewSearch): Promise<number> {
  await lockSearches(tx, search.userId);
  await refuseTooMany(tx, search.userId);
  const id = await insertSearch(tx, search, null);
  if (search.steps.length === 0) {
    const { countryId, closedSuppliers = [] } = search;
    await keepQuote(tx, id, await findQuote(tx, { ...search, countryId }, closedSuppliers));
  }
  return id;
}

/** Writes what a search without a limit is quoted; the first price stays. */
async function keepQuote(tx: Tx, id: number, quote: Quote): Promise<void> {
  await execute(
    tx,
    sql`update activations_searches set lowest_kopecks = ${quote.lowestKopecks},
          quoted_kopecks = coalesce(quoted_kopecks, ${quote.quotedKopecks}),
          quoted_most_kopecks = coalesce(quoted_most_kopecks, ${quote.mostKopecks})
        where id = ${id}`,
  );
}

/** Tells a search's first quote to its buyer, for a little while before anything is bought at it. */
export async function tellQuote(tx: Tx, search: LockedSearch, quote: Quote): Promise<void> {
  await keepQuote(tx, search.id, quote);
  await execute(
    tx,
    sql`update activations_searches set refusal = null, waiting_for = null, rests_until = null,
          next_at = least(ends_at, app_now() + make_interval(secs => ${searchLimits.quoteNoticeSeconds}))
        where id = ${search.id}`,
  );
  await announce(tx, search, search.state);
}

async function insertSearch(tx: Tx, search: NewSearch, watchedOrderId: number | null): Promise<number> {
  const { userId, steps, seconds, replacing } = search;
  const lookInSeconds = watchedOrderId === null ? 0 : (replacing?.afterSeconds ?? 0);
  const state: SearchState = watchedOrderId === null ? "searching" : "watching";
  const { id } = await one<{ id: number }>(
    tx,
    sql`insert into activations_searches (user_id, key_id, channel, service_id, country_id, operator, step_seconds, step_kopecks,
          seconds, attempts_max, replace_after_seconds, replacements_max, state, activation_id, ends_at, next_at)
        values (${userId}, ${search.keyId}, ${search.channel}, ${search.serviceId}, ${search.countryId}, ${search.operator},
          ${steps.map(({ afterSeconds }) => afterSeconds)}, ${steps.map(({ maxPriceKopecks }) => maxPriceKopecks)},
          ${seconds}, ${search.attemptsMax}, ${replacing?.afterSeconds ?? null}, ${replacing?.times ?? 0}, ${state},
          ${watchedOrderId}, app_now() + make_interval(secs => ${seconds}),
          app_now() + make_interval(secs => ${lookInSeconds}))
        returning id`,
  );
  await joinTurns(tx, userId);
  await announce(tx, { id, userId, activationId: watchedOrderId }, state);
  return id;
}

/** Who wants a number replaced. */
type Replacer = Pick<NewSearch, "userId" | "keyId" | "channel">;

/**
 * Has a number that waits for its SMS replaced when none comes, whoever bought it: cancelled and the next one bought, never above the
 * limit that it was bought with. Counted from now. Once more with other words changes them. Answers the search's id. Throws
 * ACTIVATION_NOT_FOUND, BAD_STATUS, SEARCHES_LIMIT.
 */
export async function replaceOrder(
  tx: Tx,
  who: Replacer,
  orderId: number,
  replacing: Replacing,
): Promise<number> {
  const { userId } = who;
  await lockSearches(tx, userId);
  const known = await maybeOne<{ id: number }>(
    tx,
    sql`select o.search_id as id from activations_search_orders o join activations_searches s on s.id = o.search_id
        where o.activation_id = ${orderId} and s.user_id = ${userId}`,
  );
  // Before the order, as everybody else locks them.
  const search = known && (await lockSearch(tx, known.id));
  const order = await findWaiting(tx, userId, orderId);
  if (search) return replaceFound(tx, search, orderId, replacing);
  await refuseTooMany(tx, userId);
  const { secondsDefault: seconds } = searchLimits;
  const { maxPriceKopecks, ...sale } = order;
  const steps = [{ afterSeconds: 0, maxPriceKopecks }];
  const wanted = { ...who, ...sale, steps, seconds, attemptsMax: attemptsFor(seconds), replacing };
  const id = await insertSearch(tx, wanted, orderId);
  await execute(
    tx,
    sql`insert into activations_search_orders (activation_id, search_id) values (${orderId}, ${id})`,
  );
  return id;
}

/** A number that a search has found is replaced by that search. */
async function replaceFound(
  tx: Tx,
  search: LockedSearch,
  orderId: number,
  { afterSeconds, times }: Replacing,
): Promise<number> {
  if (search.activationId !== orderId) throw new AppError(activationErrors.BAD_STATUS);
  if (hasEnded(search.state)) await refuseTooMany(tx, search.userId);
  const most = Math.min(search.replacements + times, searchLimits.replacementsEver);
  await execute(
    tx,
    sql`update activations_searches set replace_after_seconds = ${afterSeconds}, replacements_max = ${most},
          next_at = app_now() + make_interval(secs => ${afterSeconds}) where id = ${search.id}`,
  );
  await moveSearch(tx, search, "watch", { lookInSeconds: afterSeconds });
  return search.id;
}

/** An order that waits for its SMS, as it was asked for. */
async function findWaiting(tx: Tx, userId: number, orderId: number) {
  const order = await maybeOne<{
    serviceId: number;
    countryId: number;
    operator: string;
    maxPriceKopecks: number;
    state: ActivationState;
  }>(
    tx,
    sql`select service_id as "serviceId", country_id as "countryId", wanted_operator as operator, state,
          coalesce(max_price_kopecks, price_kopecks) as "maxPriceKopecks"
        from activations where id = ${orderId} and user_id = ${userId}`,
  );
  if (!order) throw new AppError(activationErrors.ACTIVATION_NOT_FOUND);
  const { state, ...sale } = order;
  if (state !== "waiting") throw new AppError(activationErrors.BAD_STATUS, { details: { state } });
  return sale;
}

/** One call of an account's at a time begins a search, so that parallel ones cannot pass the limit together. */
async function lockSearches(tx: Tx, userId: number): Promise<void> {
  await execute(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended('activations-searches:' || ${userId}::bigint, 0))`,
  );
}

async function refuseTooMany(tx: Tx, userId: number): Promise<void> {
  const { open } = await one<{ open: number }>(
    tx,
    sql`select count(*)::int as open from activations_searches where user_id = ${userId} and closed_at is null`,
  );
  if (open >= searchLimits.openMax)
    throw new AppError(activationErrors.SEARCHES_LIMIT, { details: { openMax: searchLimits.openMax } });
}

/** A search as the machine moves it. */
export type LockedSearch = {
  readonly id: number;
  readonly userId: number;
  readonly keyId: number | null;
  readonly state: SearchState;
  readonly activationId: number | null;
  readonly refusal: string | null;
  readonly waitingFor: SearchWait | null;
  readonly attempts: number;
  readonly attemptsMax: number;
  readonly replaceAfterSeconds: number | null;
  readonly replacements: number;
  readonly replacementsMax: number;
};

/** Locks a search for this transaction, of anybody's when `userId` is null. Whoever moves one holds this lock. */
export function lockSearch(tx: Tx, id: number, userId: number | null = null): Promise<LockedSearch | null> {
  return maybeOne<LockedSearch>(
    tx,
    sql`select id, user_id as "userId", key_id as "keyId", state, activation_id as "activationId", refusal,
          waiting_for as "waitingFor", attempts, attempts_max as "attemptsMax", replace_after_seconds as "replaceAfterSeconds", replacements,
          replacements_max as "replacementsMax"
        from activations_searches where id = ${id} and (${userId}::bigint is null or user_id = ${userId}) for update`,
  );
}

/** What changes with a step beside the state. */
type Change = {
  /** The order that it has from now on; kept as it is when left out. */
  readonly activationId?: number | null;
  /** Code of the refusal that led here. */
  readonly refusal?: string | null;
  /** Seconds until the worker looks at it again. */
  readonly lookInSeconds?: number;
};

/** Takes a locked search along its state table. Answers the state it has then, or null where the event cannot happen. */
export async function moveSearch(
  tx: Tx,
  search: LockedSearch,
  event: SearchEvent,
  change: Change = {},
): Promise<SearchState | null> {
  const state = nextState(search.state, event);
  if (state === null) return null;
  const { activationId = search.activationId, refusal, lookInSeconds = 0 } = change;
  await execute(
    tx,
    sql`update activations_searches set state = ${state}, activation_id = ${activationId},
          refusal = case when ${refusal !== undefined} then ${refusal ?? null} else refusal end,
          next_at = app_now() + make_interval(secs => ${lookInSeconds}),
          closed_at = case when ${hasEnded(state)} then app_now() end
        where id = ${search.id}`,
  );
  await announce(tx, { ...search, activationId }, state);
  return state;
}

/** Tells the live stream and the webhooks. */
export function announce(
  tx: Tx,
  { id, userId, activationId }: Pick<LockedSearch, "id" | "userId" | "activationId">,
  state: SearchState,
): Promise<void> {
  return emitEvent(tx, { userId, kind: "search", data: { searchId: id, state, orderId: activationId } });
}

/**
 * Stops a search. Its supplier may be being asked at this moment: a number that comes of it is the buyer's. A number that it
 * watches stays and is not replaced any more. Stopping twice answers the same. Throws SEARCH_NOT_FOUND.
 */
export async function stopSearch(tx: Tx, userId: number, id: number): Promise<void> {
  const search = await lockSearch(tx, id, userId);
  if (!search) throw new AppError(activationErrors.SEARCH_NOT_FOUND);
  await moveSearch(tx, search, "stop");
}

/** Forgets searches that ended long ago, oldest first; their orders stay. Answers how many. */
export function forgetOldSearches(db: Queryable, limit: number): Promise<number> {
  return execute(
    db,
    sql`delete from activations_searches where id in (
          select id from activations_searches
          where closed_at < app_now() - make_interval(days => ${searchLimits.keptDays}) order by closed_at limit ${limit})`,
  );
}
