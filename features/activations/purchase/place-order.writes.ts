import { type ActivationState, holdMinutesDefault } from "#features/activations/activations.rules.ts";
import type { LimitOutcome } from "#features/activations/limits/limits.reads.ts";
import { type PurchaseChoices, StockCursors } from "#features/activations/purchase/purchase.rules.ts";
import type { Routing } from "#features/activations/purchase/routing.rules.ts";
import { keyDayOf } from "#features/identity/api-keys/key-day.rules.ts";
import type { SaleChannel } from "#features/policy/policy.rules.ts";
import { openPrice } from "#features/pricing/listed/listed-price.reads.ts";
import type { KeyRights } from "#lib/api/actor.ts";
import { nowMs } from "#lib/clock.ts";
import { isRolledBack, MicroBatch } from "#lib/db/micro-batch.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";

/** Calls under way at once in this process, and how many orders one call places. More slots make smaller batches. */
const SLOTS = 4;
const BATCH_MAX = 64;

/** An order to be placed. */
export type Placement = {
  readonly userId: number;
  readonly idempotencyKey: string;
  readonly serviceId: number;
  readonly countryId: number;
  readonly operator: string;
  /** The lowest of the limits that were named: the buyer's, the key's. */
  readonly maxPriceKopecks: Kopecks | null;
  /** The buyer named a highest price. Otherwise what was last listed and a little more is a limit, too. */
  readonly namesLimit?: boolean;
  readonly channel: SaleChannel;
  /** How the supplier is chosen within the named limit; without it the cheapest is. */
  readonly routing?: Routing | null;
  /** The API key that buys. One with a daily limit pays no more than is left of it, and its orders are placed alone. */
  readonly key?: KeyRights | null;
  readonly excludedSuppliers: readonly number[];
  /** What the idempotency key stands for, of what the buyer asked for. */
  readonly inputHash: string;
  /** Placed alone, by a function of its own. */
  readonly choices?: PurchaseChoices | null;
};

/** What the purchase function answers for one order (sql/activations_buy.sql). */
export type Placed = {
  outcome:
    | "waiting"
    | "requested"
    | "replayed"
    | "mismatch"
    | "no_numbers"
    /** What is on sale is dearer than what was listed, and the buyer named no limit; `min_price_kopecks` is its price. */
    | "risen"
    | "no_balance"
    | "price"
    /** Of orders of a key with a daily limit: too little is left of it. */
    | "key_spent"
    /** The account has as many orders open as it may, or may not buy for a while. */
    | LimitOutcome;
  activation_id: number | null;
  min_price_kopecks: number | null;
  offer_id: number | null;
  stock_id: number | null;
  number: string | null;
  state: ActivationState | null;
  /** What is left of the key's day, with `key_spent`. */
  key_left_kopecks?: number | null;
};

/** For an order that is a step of something larger, which is locked and told in the transaction that places the order. */
export type Enclosing = {
  /** What the idempotency key stands for, whatever limit this attempt has. */
  readonly inputHash: string;
  /** Locks it. Throws when no order is wanted any more. */
  lock(tx: Tx): Promise<void>;
  keep(tx: Tx, order: { readonly id: number; readonly hasNumber: boolean }): Promise<void>;
};

type Cursors = { offerIds: readonly number[]; stockIds: readonly number[] };
const noCursors: Cursors = { offerIds: [], stockIds: [] };

/** Orders of one database: those that wait to go together, and where they look for stock. */
type Queue = { readonly batch: MicroBatch<Placement, Placed>; readonly cursors: StockCursors };

const queues = new WeakMap<object, Queue>();

/**
 * Places an order: wallet, price, hold and own stock in one SQL call. Alone when nobody else asks at the same moment, together
 * with those who do; the answer is the same. What the order is a step of is told in the same transaction: nobody can die in between.
 */
export function placeOrder(db: Db, placement: Placement, enclosing?: Enclosing): Promise<Placed> {
  if (enclosing) return buyWithin(db, enclosing, placement);
  if (placement.choices) return one<Placed>(db, buyChosenStatement(placement, placement.choices));
  const { batch, cursors } = queueOf(db);
  const [limitedKey] = keyDayOf(placement.key);
  return limitedKey !== null ? buyOne(db, cursors, placement) : batch.run(placement);
}

function queueOf(db: Db): Queue {
  const known = queues.get(db);
  if (known) return known;
  const cursors = new StockCursors();
  const batch = new MicroBatch<Placement, Placed>({
    slots: SLOTS,
    maxItems: BATCH_MAX,
    runOne: (placement) => buyOne(db, cursors, placement),
    runMany: (placements) => buyMany(db, cursors, placements),
    isUndone: isRolledBack,
  });
  const queue = { batch, cursors };
  queues.set(db, queue);
  return queue;
}

const saleOf = ({ serviceId, countryId }: Placement) => `${serviceId}:${countryId}`;

function buyWithin(db: Db, enclosing: Enclosing, placement: Placement): Promise<Placed> {
  const { choices } = placement;
  return withTransaction(db, async (tx) => {
    await enclosing.lock(tx);
    const placed = await one<Placed>(
      tx,
      choices ? buyChosenStatement(placement, choices) : buyStatement(placement, noCursors),
    );
    const { activation_id: id, number } = placed;
    if (id !== null && placed.outcome !== "mismatch")
      await enclosing.keep(tx, { id, hasNumber: number !== null });
    return placed;
  });
}

async function buyOne(db: Db, cursors: StockCursors, placement: Placement): Promise<Placed> {
  const from = cursors.current(saleOf(placement), nowMs());
  const placed = await one<Placed>(db, buyStatement(placement, from));
  remember(cursors, placement, placed);
  return placed;
}

function remember(cursors: StockCursors, placement: Placement, { offer_id, stock_id }: Placed): void {
  if (stock_id !== null && offer_id !== null)
    cursors.remember(saleOf(placement), offer_id, stock_id, nowMs());
}

/** The purchase function for one item; the benchmark runs the very same statement. */
export function buyStatement(placement: Placement, cursors: Cursors) {
  return {
    name: "activations-buy",
    text: `select outcome, activation_id, min_price_kopecks, offer_id, stock_id, number::text, state, key_left_kopecks
      from activations_buy_one($1::bigint, $2::text, $3::text, $4::int, $5::int, $6::text, $7::bigint, $8::text, $9::int,
        $10::int[], $11::int[], $12::bigint[], $13::int, $14::bigint, $15::bigint, $16::text)`,
    values: [
      ...commonValues(placement),
      cursors.offerIds,
      cursors.stockIds,
      toleranceOf(placement),
      ...keyDayOf(placement.key),
      placement.routing ?? null,
    ],
  };
}

/** The first ten parameters of both functions for a single order. */
function commonValues(placement: Placement): unknown[] {
  return [
    placement.userId,
    placement.idempotencyKey,
    placement.inputHash,
    placement.serviceId,
    placement.countryId,
    placement.operator,
    placement.maxPriceKopecks,
    placement.channel,
    holdMinutesDefault,
    placement.excludedSuppliers,
  ];
}

/** Basis points above what was listed that the order may cost; null where the buyer named a limit. */
const toleranceOf = ({ namesLimit }: Placement) => (namesLimit ? null : openPrice.tolerancePercent * 100);

/** The purchase function for an order with choices. */
function buyChosenStatement(placement: Placement, choices: PurchaseChoices) {
  return {
    name: "activations-buy-chosen",
    text: `select outcome, activation_id, min_price_kopecks, offer_id, stock_id, number::text, state, key_left_kopecks
      from activations_buy_chosen($1::bigint, $2::text, $3::text, $4::int, $5::int, $6::text, $7::bigint, $8::text, $9::int,
        $10::int[], $11::bigint, $12::int[], $13::int[], $14::text[], $15::int, $16::bigint, $17::bigint, $18::text)`,
    values: [
      ...commonValues(placement),
      choices.minPriceKopecks,
      choices.supplierIds,
      choices.exceptSupplierIds,
      choices.exceptPrefixes,
      toleranceOf(placement),
      ...keyDayOf(placement.key),
      placement.routing ?? null,
    ],
  };
}

/**
 * Places orders with one call. Null for those that must go alone: other suppliers are excluded than for the first, the key
 * stands twice in the batch, or the money did not reach beside the buyer's other orders of this batch.
 */
async function buyMany(
  db: Db,
  cursors: StockCursors,
  placements: readonly Placement[],
): Promise<(Placed | null)[]> {
  const excluded = String(placements[0]?.excludedSuppliers);
  const ats = [...placements.keys()].filter((at) => String(placements[at]?.excludedSuppliers) === excluded);
  const batch = ats.map((at) => placements[at] as Placement);
  const placed = await rows<Placed & { ord: number }>(db, buyManyStatement(batch, cursorsOf(cursors, batch)));
  const answers: (Placed | null)[] = placements.map(() => null);
  for (const { ord, ...answer } of placed) {
    const placement = batch[ord - 1] as Placement;
    remember(cursors, placement, answer);
    const isShared = () => batch.some((other) => other !== placement && other.userId === placement.userId);
    if (answer.outcome !== "no_balance" || !isShared()) answers[ats[ord - 1] as number] = answer;
  }
  return answers;
}

function cursorsOf(cursors: StockCursors, batch: readonly Placement[]): Cursors {
  const now = nowMs();
  const found = [...new Set(batch.map(saleOf))].map((sale) => cursors.current(sale, now));
  return {
    offerIds: found.flatMap(({ offerIds }) => offerIds),
    stockIds: found.flatMap(({ stockIds }) => stockIds),
  };
}

function buyManyStatement(batch: readonly Placement[], cursors: Cursors) {
  return {
    name: "activations-buy-many",
    text: `select ord, outcome, activation_id, min_price_kopecks, offer_id, stock_id, number::text, state
      from activations_buy($1::bigint[], $2::text[], $3::text[], $4::int[], $5::int[], $6::text[], $7::bigint[], $8::text[],
        $9::int[], $10::int[], $11::int[], $12::bigint[], $13::int[], $14::text[])`,
    values: [
      batch.map(({ userId }) => userId),
      batch.map(({ idempotencyKey }) => idempotencyKey),
      batch.map(({ inputHash }) => inputHash),
      batch.map(({ serviceId }) => serviceId),
      batch.map(({ countryId }) => countryId),
      batch.map(({ operator }) => operator),
      batch.map(({ maxPriceKopecks }) => maxPriceKopecks),
      batch.map(({ channel }) => channel),
      batch.map(() => holdMinutesDefault),
      batch[0]?.excludedSuppliers ?? [],
      cursors.offerIds,
      cursors.stockIds,
      batch.map(toleranceOf),
      batch.some(({ routing }) => routing) ? batch.map(({ routing }) => routing ?? null) : null,
    ],
  };
}
