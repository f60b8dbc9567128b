import sql from "sql-template-tag";
import type { ActivationState } from "#features/activations/activations.rules.ts";
import { replaceInTx } from "#features/activations/order-actions.writes.ts";
import type { Enclosing } from "#features/activations/purchase/place-order.writes.ts";
import type { PurchaseChoices } from "#features/activations/purchase/purchase.rules.ts";
import { buyActivation, checkSellable } from "#features/activations/purchase/purchase.writes.ts";
import {
  goesOnAfter,
  limitAt,
  nextState,
  priceRefusal,
  type SearchWait,
} from "#features/activations/search/search.rules.ts";
import {
  announce,
  type LockedSearch,
  lockSearch,
  moveSearch,
  tellQuote,
} from "#features/activations/search/search.writes.ts";
import { findLowestPrice, findQuote } from "#features/activations/search/search-quote.reads.ts";
import { type DueSearch, endTurn, TAKEN_SECONDS } from "#features/activations/search/search-turns.writes.ts";
import { endWait, letWait } from "#features/activations/search/search-waits.writes.ts";
import { mayAct } from "#features/identity/account-facts.reads.ts";
import { findKeyRights } from "#features/identity/api-keys/api-keys.reads.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import type { KeyRights } from "#lib/api/actor.ts";
import { inputHash } from "#lib/api/input-hash.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError, isAppError } from "#lib/errors/app-error.ts";
import { notifyListeners } from "#lib/jobs/events.ts";
import { log } from "#lib/log.ts";
import { type Kopecks, kopecks, lowerLimit } from "#lib/money/kopecks.ts";

/** The process that asks a supplier tells the answer itself; a look after so long is for one that has died. */
const ASKED_LOOK_SECONDS = 10;
/** Refusals that the buyer can do something about: the live stream tells them while the search goes on. */
const TELLS_AT_ONCE = new Set(["PRICE_ABOVE_QUOTED"]);

/** Does what is due for a search that was taken. Harmless when its moment has passed meanwhile: stopped, or taken by another worker. */
export async function workSearch(db: Db, due: DueSearch): Promise<void> {
  try {
    if (due.state === "watching") await replaceOrSettle(db, due);
    else if (due.state !== "searching") await settleAsked(db, due.id);
    else if (due.isOver) await withLocked(db, due.id, (tx, search) => moveSearch(tx, search, "run_out"));
    else await attempt(db, due);
  } finally {
    await endTurn(db, due);
  }
  notifyListeners(db);
}

/** The search's moment has passed while its purchase was on the way. */
class Overtaken extends Error {}

async function attempt(db: Db, due: DueSearch): Promise<void> {
  const enclosing = enclosingOf(due);
  try {
    const refusal = await buyFor(db, due, enclosing);
    if (refusal !== null) return recordRefusal(db, due, refusal);
  } catch (error) {
    if (error instanceof Overtaken) return;
    // Whether an order was placed says the search's own row: both are one transaction.
    if (!isAppError(error))
      log.warn(
        { search: due.id, error: (error as Error).message },
        "an attempt of a search failed; it goes on",
      );
    if (!enclosing.isAsking) return recordRefusal(db, due, refusalOf(error, due));
  }
  if (enclosing.isAsking) await settleAsked(db, due.id);
}

/** Why an attempt bought nothing, the lowest price that it saw where it looked for one, and what has to change before the next one. */
type Refusal = {
  readonly code: string;
  readonly lowestKopecks?: number | null;
  readonly waitingFor?: SearchWait;
};

/** What a purchase throws, as the search tells it. */
function refusalOf(error: unknown, { mostKopecks }: DueSearch): Refusal {
  if (!isAppError(error)) return { code: "SERVER_ERROR" };
  if (error.code !== "WRONG_MAX_PRICE") return { code: error.code };
  // It rose between the look and the purchase.
  const lowestKopecks = kopecks(error.details?.minPriceKopecks as number);
  const code = priceRefusal(lowestKopecks, { mostKopecks, maxPriceKopecks: null }) ?? error.code;
  return { code, lowestKopecks };
}

/**
 * Looks for an offer within the search's limit and buys it. Answers why it did not try. A search that has no limit and no quote yet gets
 * its quote now and buys nothing: its buyer is told first.
 */
async function buyFor(db: Db, due: DueSearch, enclosing: Enclosing): Promise<Refusal | null> {
  const key = await proveBuyer(db, due);
  const closedSuppliers = await checkSellable(db, { ...due, key });
  const limit = limitOf(due);
  if (limit === null) return quoteFirst(db, due, closedSuppliers);
  const choices = due.replacements > 0 ? await findChoices(db, due.id) : null;
  const lowestKopecks = await findLowestPrice(db, due, closedSuppliers, choices);
  if (lowestKopecks === null) return { code: "NO_NUMBERS", lowestKopecks, waitingFor: "offer" };
  const maxPriceKopecks = lowerLimit(limit, key?.priceCapKopecks ?? null);
  const refusal = priceRefusal(lowestKopecks, { mostKopecks: due.mostKopecks, maxPriceKopecks });
  if (refusal !== null) return { code: refusal, lowestKopecks, waitingFor: "offer" };
  if ((await getBalance(db, due.userId)).availableKopecks < lowestKopecks)
    return { code: "NO_BALANCE", lowestKopecks, waitingFor: "money" };
  const { userId, serviceId, countryId, operator, channel } = due;
  const sale = { userId, serviceId, countryId, operator, channel };
  await buyActivation(
    db,
    { ...sale, maxPriceKopecks: limit, key, idempotencyKey: keyOfSearch(due), choices, isCheapest: true },
    enclosing,
  );
  return null;
}

/** The most that a search pays now: its ladder's step, else its quote. Null = it has no limit and no quote yet. */
function limitOf({ stepSeconds, stepKopecks, elapsed, mostKopecks }: DueSearch): Kopecks | null {
  const steps = stepSeconds.map((afterSeconds, place) => ({
    afterSeconds,
    maxPriceKopecks: stepKopecks[place] as number,
  }));
  const limit = limitAt(steps, elapsed) ?? mostKopecks;
  return limit === null ? null : kopecks(limit);
}

async function quoteFirst(
  db: Db,
  due: DueSearch,
  closedSuppliers: readonly number[],
): Promise<Refusal | null> {
  const quote = await findQuote(db, due, closedSuppliers);
  if (quote.quotedKopecks === null) return { code: "NO_NUMBERS", lowestKopecks: null, waitingFor: "offer" };
  await withTransaction(db, async (tx) => tellQuote(tx, await lockAttempt(tx, due), quote));
  return null;
}

/**
 * One key for each number that a search may have, whatever the limit is by then: a second order with it is impossible. No client's key
 * has a space in it.
 */
function keyOfSearch({ id, replacements }: Pick<DueSearch, "id" | "replacements">): string {
  return `search ${id} ${replacements}`;
}

/** The search as the purchase meets it; `isAsking` once an order waits for its supplier's answer. */
function enclosingOf(due: DueSearch): Enclosing & { readonly isAsking: boolean } {
  let search: LockedSearch;
  let isAsking = false;
  return {
    get isAsking() {
      return isAsking;
    },
    inputHash: inputHash("search", due.id, due.replacements),
    lock: async (tx) => {
      search = await lockAttempt(tx, due);
    },
    keep: async (tx, { id, hasNumber }) => {
      await execute(
        tx,
        sql`insert into activations_search_orders (activation_id, search_id) values (${id}, ${due.id})`,
      );
      isAsking = !hasNumber;
      if (hasNumber) await takeNumber(tx, search, id);
      else await moveSearch(tx, search, "ask", { activationId: id, lookInSeconds: ASKED_LOOK_SECONDS });
    },
  };
}

/**
 * Locks a search for the attempt that was taken: it is still searching, and nobody has taken a later attempt. So what an attempt
 * places is placed while no other can place anything, and a search that was stopped buys nothing.
 */
async function lockAttempt(tx: Tx, due: DueSearch): Promise<LockedSearch> {
  const search = await lockSearch(tx, due.id);
  const isCurrent = search?.attempts === due.attempts && search.replacements === due.replacements;
  if (!search || !isCurrent || nextState(search.state, "ask") === null) throw new Overtaken();
  return search;
}

/** A number is there: watched while it may be replaced, else that was it. */
async function takeNumber(tx: Tx, search: LockedSearch, activationId: number): Promise<void> {
  const mayReplace = search.replacements < search.replacementsMax;
  const watched =
    mayReplace &&
    (await moveSearch(tx, search, "watch", {
      activationId,
      refusal: null,
      lookInSeconds: search.replaceAfterSeconds ?? 0,
    }));
  if (!watched) await moveSearch(tx, search, "take", { activationId, refusal: null });
}

/** Takes down why an attempt bought nothing; ends the search where going on is of no use. */
async function recordRefusal(
  db: Db,
  due: DueSearch,
  { code, lowestKopecks, waitingFor }: Refusal,
): Promise<void> {
  await withTransaction(db, async (tx) => {
    const search = await lockSearch(tx, due.id);
    if (search?.state !== "searching" || search.attempts !== due.attempts) return;
    const isNews = TELLS_AT_ONCE.has(code) && search.refusal !== code;
    await execute(
      tx,
      sql`update activations_searches set refusal = ${code},
            lowest_kopecks = case when ${lowestKopecks !== undefined} then ${lowestKopecks ?? null}::bigint else lowest_kopecks end
          where id = ${search.id}`,
    );
    if (!goesOnAfter(code)) return void (await moveSearch(tx, search, "refuse"));
    if (search.attempts >= search.attemptsMax) return void (await moveSearch(tx, search, "run_out"));
    if (waitingFor) await letWait(tx, search, { waitingFor, elapsed: due.elapsed });
    else await endWait(tx, search);
    if (isNews) await announce(tx, search, search.state);
  });
}

/** What became of an order whose supplier was asked: its number, or the search goes on. Nothing while nobody knows. */
async function settleAsked(db: Db, id: number): Promise<void> {
  await withLocked(db, id, async (tx, search) => {
    if (nextState(search.state, "lose") === null || search.activationId === null) return;
    const state = await stateOfOrder(tx, search.activationId);
    if (state === "requested" || state === "unknown") return;
    if (state !== "failed") return takeNumber(tx, search, search.activationId);
    const isLast = search.state === "asking" && search.attempts >= search.attemptsMax;
    await moveSearch(tx, search, "lose", { activationId: null, refusal: "NO_NUMBERS" });
    if (isLast) await moveSearch(tx, { ...search, state: "searching", activationId: null }, "run_out");
  });
}

/**
 * A watched number has had its time: without an SMS it is cancelled and the next one searched for, in one transaction. The order's
 * row decides: an SMS that came in the same moment has moved it, and the number stays.
 */
async function replaceOrSettle(db: Db, due: DueSearch): Promise<void> {
  const isProven = await mayStillBuy(db, due);
  await withLocked(db, due.id, async (tx, search) => {
    if (search.state !== "watching" || search.activationId === null) return;
    const order = search.activationId;
    if (!isProven || (await stateOfOrder(tx, order)) !== "waiting")
      return void (await moveSearch(tx, search, "settle"));
    const cancelled = await tryCancel(tx, search.userId, order);
    if (cancelled === "has-code") return void (await moveSearch(tx, search, "settle"));
    if (cancelled !== "cancelled") return lookAgain(tx, search.id, cancelled.seconds);
    await execute(
      tx,
      sql`update activations_searches set attempts = 0, replacements = replacements + 1, started_at = app_now(),
            ends_at = app_now() + make_interval(secs => seconds) where id = ${search.id}`,
    );
    await moveSearch(tx, search, "replace", { activationId: null });
  });
}

/** Whether who searches may buy the next number. A fault says nothing of that: it is thrown, and the search is looked at again. */
async function mayStillBuy(db: Db, due: DueSearch): Promise<boolean> {
  try {
    await proveBuyer(db, due);
    return true;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return false;
  }
}

async function tryCancel(
  tx: Tx,
  userId: number,
  orderId: number,
): Promise<"cancelled" | "has-code" | { seconds: number }> {
  try {
    await replaceInTx(tx, userId, orderId);
    return "cancelled";
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (error.code !== "EARLY_CANCEL_DENIED") return "has-code";
    return { seconds: Number(error.details?.seconds ?? TAKEN_SECONDS) };
  }
}

async function lookAgain(tx: Tx, id: number, seconds: number): Promise<void> {
  await execute(
    tx,
    sql`update activations_searches set next_at = app_now() + make_interval(secs => ${seconds}) where id = ${id}`,
  );
}

async function withLocked(
  db: Db,
  id: number,
  work: (tx: Tx, search: LockedSearch) => Promise<unknown>,
): Promise<void> {
  await withTransaction(db, async (tx) => {
    const search = await lockSearch(tx, id);
    if (search) await work(tx, search);
  });
}

async function stateOfOrder(db: Queryable, id: number): Promise<ActivationState | null> {
  const order = await maybeOne<{ state: ActivationState }>(
    db,
    sql`select state from activations where id = ${id}`,
  );
  return order?.state ?? null;
}

/** Who searches may still do so: the key with its limits as they are now, null on the site. Throws what its own call would be told. */
async function proveBuyer(db: Db, { userId, keyId }: DueSearch): Promise<KeyRights | null> {
  if (keyId === null) {
    if (await mayAct(db, userId)) return null;
    throw new AppError(apiErrors.UNAUTHORIZED);
  }
  const key = await findKeyRights(db, keyId);
  if (!key) throw new AppError(apiErrors.UNAUTHORIZED);
  if (!key.scopes.includes("buy")) throw new AppError(apiErrors.SCOPE_MISSING, { details: { scope: "buy" } });
  return key;
}

/** A number that is replaced keeps what its buyer asked for beside service, country and price, and is not had again itself. */
async function findChoices(db: Queryable, searchId: number): Promise<PurchaseChoices> {
  const orders = await rows<{
    number: string | null;
    min: number | null;
    only: number[] | null;
    except: number[] | null;
    prefixes: string[] | null;
  }>(
    db,
    sql`select a.number::text, c.min_price_kopecks as min, c.supplier_ids as only, c.excluded_suppliers as except,
          c.excluded_prefixes as prefixes
        from activations_search_orders o join activations a on a.id = o.activation_id
        left join activations_choices c on c.activation_id = a.id
        where o.search_id = ${searchId} order by a.id`,
  );
  // The first one is what the buyer asked for; those that followed it have the same choices.
  const [asked] = orders;
  const had = orders.flatMap(({ number }) => (number === null ? [] : [number]));
  return {
    minPriceKopecks: asked?.min ? kopecks(asked.min) : null,
    supplierIds: asked?.only ?? null,
    exceptSupplierIds: asked?.except ?? [],
    exceptPrefixes: [...new Set([...(asked?.prefixes ?? []), ...had])],
  };
}
