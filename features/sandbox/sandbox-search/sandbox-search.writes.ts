import sql from "sql-template-tag";
import { activationErrors } from "#features/activations/activations.errors.ts";
import { attemptsFor, goesOnAfter, searchLimits } from "#features/activations/search/search.rules.ts";
import type { NewSearch, Replacing } from "#features/activations/search/search.writes.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { readSandbox, type SandboxWithOrders } from "#features/sandbox/sandbox.reads.ts";
import { momentOf, sandboxLimits, sandboxNumber, sandboxOrderId } from "#features/sandbox/sandbox.rules.ts";
import { openSandbox, recordOrder, refuseByLimits } from "#features/sandbox/sandbox.writes.ts";
import { listSandboxSearches } from "#features/sandbox/sandbox-search/sandbox-search.reads.ts";
import {
  keyOfSearch,
  type NextOfSearch,
  nextOfSearch,
  orderOf,
  type SandboxSearch,
  sandboxSearchesKept,
} from "#features/sandbox/sandbox-search/sandbox-search.rules.ts";
import type { KeyRights } from "#lib/api/actor.ts";
import { inputHash } from "#lib/api/input-hash.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";
import { AppError, isAppError } from "#lib/errors/app-error.ts";
import { kopecks } from "#lib/money/kopecks.ts";

/** Whose sandbox, and in whose catalogue its services are looked up. */
export type Searcher = { readonly db: Db; readonly userId: number; readonly key: KeyRights };

type Wanted = Omit<NewSearch, "userId" | "keyId" | "channel" | "countryId"> & { readonly countryId: number };

/** Begins a search in a sandbox and answers its id. Throws SEARCHES_LIMIT. */
export async function openSandboxSearch(tx: Tx, who: Searcher, wanted: Wanted): Promise<number> {
  const { now } = await settleSearches(tx, who);
  const id = await insertSearch(tx, who, { ...wanted, state: "searching", orderId: null, now });
  await settleSearches(tx, who);
  return id;
}

type NewRow = Wanted & { state: "searching" | "watching"; orderId: number | null; now: Date };

async function insertSearch(tx: Tx, { key: { keyId } }: Searcher, row: NewRow): Promise<number> {
  const kept = await listSandboxSearches(tx, keyId);
  if (kept.filter(({ closedAt }) => closedAt === null).length >= searchLimits.openMax)
    throw new AppError(activationErrors.SEARCHES_LIMIT, { details: { openMax: searchLimits.openMax } });
  const gone = kept.slice(sandboxSearchesKept - 1).filter(({ closedAt }) => closedAt !== null);
  await execute(
    tx,
    sql`delete from sandbox_searches where key_id = ${keyId} and id = any (${gone.map(({ id }) => id)}::bigint[])`,
  );
  const place = Math.max(0, ...kept.map(({ id }) => id - sandboxOrderId(1) + 1)) + 1;
  const { steps, replacing } = row;
  await execute(
    tx,
    sql`insert into sandbox_searches (key_id, id, service_id, country_id, operator, step_seconds, step_kopecks, seconds, attempts_max,
          replace_after_seconds, replacements_max, state, order_id, created_at, started_at)
        values (${keyId}, ${sandboxOrderId(place)}, ${row.serviceId}, ${row.countryId}, ${row.operator},
          ${steps.map(({ afterSeconds }) => afterSeconds)}, ${steps.map(({ maxPriceKopecks }) => maxPriceKopecks)},
          ${row.seconds}, ${row.attemptsMax}, ${replacing?.afterSeconds ?? null}, ${replacing?.times ?? 0}, ${row.state},
          ${row.orderId}, ${row.now}, ${row.now})`,
  );
  return sandboxOrderId(place);
}

/** Takes every search of a sandbox as far as its clock has come, under its lock. */
export async function settleSearches(tx: Tx, who: Searcher): Promise<SandboxWithOrders> {
  const { userId, key } = who;
  let sandbox = await openSandbox(tx, userId, key.keyId);
  for (let hasMoved = true; hasMoved; ) {
    hasMoved = false;
    for (const search of await listSandboxSearches(tx, key.keyId)) {
      if (search.closedAt === null && (await settleOne(tx, who, sandbox, search))) {
        hasMoved = true;
        sandbox = await readSandbox(tx, key.keyId);
      }
    }
  }
  return sandbox;
}

const later = (instant: Date, seconds: number) => new Date(instant.getTime() + seconds * 1_000);

/** One step of a search, if its moment has come. */
async function settleOne(
  tx: Tx,
  who: Searcher,
  sandbox: SandboxWithOrders,
  search: SandboxSearch,
): Promise<boolean> {
  if (search.state === "watching") return replaceOrSettle(tx, who, sandbox, search);
  const { serviceById } = await readCatalogue(who.db);
  const next = nextOfSearch(search, serviceById.get(search.serviceId)?.code ?? "");
  const at = later(search.startedAt, next.afterSeconds);
  if (at > sandbox.now) return false;
  if (next.kind === "number") return buyFor(tx, who, sandbox, search, { ...next, at });
  await change(tx, who, search, { state: next.kind, refusal: next.refusal, closedAt: at });
  return true;
}

/** Buys at its moment; a search that was refused what may change goes on, and buys when somebody looks after that. */
async function buyFor(
  tx: Tx,
  who: Searcher,
  { now: looked, ...rest }: SandboxWithOrders,
  search: SandboxSearch,
  { maxPriceKopecks, at }: Extract<NextOfSearch, { kind: "number" }> & { readonly at: Date },
): Promise<boolean> {
  const end = later(search.startedAt, search.seconds);
  if (search.refusal !== null && looked >= end) {
    await change(tx, who, search, { state: "over", closedAt: end });
    return true;
  }
  const now = search.refusal === null ? at : looked;
  const sandbox = { ...rest, now };
  try {
    const limit = maxPriceKopecks === null ? null : kopecks(maxPriceKopecks);
    refuseByLimits(sandbox, { key: who.key, maxPriceKopecks: limit }, sandboxLimits.priceKopecks);
    const { id } = await recordOrder(tx, who.key.keyId, sandbox, await orderFor(who, sandbox, search));
    const isWatched = search.replacements < search.replacementsMax;
    const found = { orderId: id, refusal: null, startedAt: now };
    await change(
      tx,
      who,
      search,
      isWatched ? { ...found, state: "watching" } : { ...found, state: "found", closedAt: now },
    );
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (goesOnAfter(error.code)) return waitOn(tx, who, search, error.code);
    await change(tx, who, search, { state: "refused", refusal: error.code, closedAt: now });
  }
  return true;
}

/** Takes down why a search goes on; answers whether that is news. */
async function waitOn(tx: Tx, who: Searcher, search: SandboxSearch, refusal: string): Promise<boolean> {
  if (search.refusal === refusal) return false;
  await change(tx, who, search, { refusal });
  return true;
}

async function orderFor({ db }: Searcher, { ordersMade }: SandboxWithOrders, search: SandboxSearch) {
  const { serviceId, countryId, operator } = search;
  const { serviceById, countryById } = await readCatalogue(db);
  return {
    ...{ serviceId, countryId, operator: operator.split(",")[0] ?? "any" },
    serviceCode: serviceById.get(serviceId)?.code ?? "",
    number: sandboxNumber(countryById.get(countryId)?.dialCode ?? "", ordersMade + 1),
    idempotencyKey: keyOfSearch(search),
    inputHash: inputHash("search", search.id, search.replacements),
  };
}

/** A watched number without an SMS is cancelled at its moment, and the next one searched for. */
async function replaceOrSettle(
  tx: Tx,
  who: Searcher,
  { now, orders }: SandboxWithOrders,
  search: SandboxSearch,
): Promise<boolean> {
  const at = later(search.startedAt, search.replaceAfterSeconds ?? 0);
  if (at > now) return false;
  const order = orderOf(search, orders);
  const moment = order && momentOf(order, at);
  if (
    !order ||
    !moment ||
    order.closedAt !== null ||
    moment.state !== "waiting" ||
    moment.lockedSeconds > 0
  ) {
    await change(tx, who, search, { state: "found", closedAt: at });
    return true;
  }
  await execute(
    tx,
    sql`update sandbox_orders set closed_at = ${at}, closed_as = 'cancelled' where key_id = ${who.key.keyId} and id = ${order.id}`,
  );
  const replacements = search.replacements + 1;
  await change(tx, who, search, { state: "searching", orderId: null, replacements, startedAt: at });
  return true;
}

type Change = Partial<
  Pick<
    SandboxSearch,
    | "state"
    | "orderId"
    | "refusal"
    | "replacements"
    | "startedAt"
    | "closedAt"
    | "replaceAfterSeconds"
    | "replacementsMax"
  >
>;

async function change(tx: Tx, { key }: Searcher, search: SandboxSearch, changed: Change): Promise<void> {
  const row = { ...search, ...changed };
  await execute(
    tx,
    sql`update sandbox_searches set state = ${row.state}, order_id = ${row.orderId}, refusal = ${row.refusal},
          replacements = ${row.replacements}, started_at = ${row.startedAt}, closed_at = ${row.closedAt},
          replace_after_seconds = ${row.replaceAfterSeconds}, replacements_max = ${row.replacementsMax}
        where key_id = ${key.keyId} and id = ${search.id}`,
  );
}

/** Stops a search; a number that it watches stays. Throws SEARCH_NOT_FOUND. */
export async function stopSandboxSearch(tx: Tx, who: Searcher, id: number): Promise<void> {
  const { now } = await settleSearches(tx, who);
  const search = (await listSandboxSearches(tx, who.key.keyId)).find((one) => one.id === id);
  if (!search) throw new AppError(activationErrors.SEARCH_NOT_FOUND);
  if (search.closedAt !== null) return;
  const state = search.state === "watching" ? "found" : "stopped";
  await change(tx, who, search, { state, closedAt: now });
}

/** Has a waiting order replaced when no SMS comes; answers the search's id. Throws ACTIVATION_NOT_FOUND, BAD_STATUS, SEARCHES_LIMIT. */
export async function replaceInSandbox(
  tx: Tx,
  who: Searcher,
  orderId: number,
  replacing: Replacing,
): Promise<number> {
  const { orders, now } = await settleSearches(tx, who);
  const order = orders.find(({ id }) => id === orderId);
  if (!order) throw new AppError(activationErrors.ACTIVATION_NOT_FOUND);
  const { state } = momentOf(order, now);
  if (state !== "waiting") throw new AppError(activationErrors.BAD_STATUS, { details: { state } });
  const known = (await listSandboxSearches(tx, who.key.keyId)).find((search) => search.orderId === orderId);
  if (known) {
    await change(tx, who, known, {
      ...{ state: "watching", startedAt: now, closedAt: null, replaceAfterSeconds: replacing.afterSeconds },
      replacementsMax: known.replacements + replacing.times,
    });
    return known.id;
  }
  const { serviceId, countryId, operator } = order;
  const seconds = searchLimits.secondsDefault;
  return insertSearch(tx, who, {
    ...{
      serviceId,
      countryId,
      operator,
      seconds,
      attemptsMax: attemptsFor(seconds),
      replacing,
      now,
      orderId,
    },
    steps: [{ afterSeconds: 0, maxPriceKopecks: order.priceKopecks }],
    state: "watching",
  });
}
