import type { ActivationView } from "#features/activations/activations.contract.ts";
import {
  type ActivationStatus,
  type ActiveOrder,
  findActivationStatus,
  findActivationView,
  findKeyedOrder,
  listActivationViews,
  listActiveOrders,
  listActiveViews,
  withinGoods,
} from "#features/activations/activations.reads.ts";
import { openStates } from "#features/activations/activations.rules.ts";
import {
  askMoreCodes,
  cancelActivation,
  finishActivation,
  reportActivation,
} from "#features/activations/activations.writes.ts";
import {
  findOrderSale,
  listOrderMessages,
  listPastOrders,
  type OrderMessage,
  type OrderSale,
  type PastOrder,
} from "#features/activations/history.reads.ts";
import {
  askMoreInTx,
  cancelInTx,
  finishInTx,
  reportInTx,
} from "#features/activations/order-actions.writes.ts";
import {
  listMessagesOf,
  listOpenOrderIds,
  listOrderIds,
  listUserMessages,
  type MessagePlace,
  type OrderFilter,
  type OrderMessageView,
} from "#features/activations/pagination.reads.ts";
import {
  type Bought,
  buyActivation,
  checkSellable,
  type Purchase,
} from "#features/activations/purchase/purchase.writes.ts";
import { judgeAgain } from "#features/activations/reorder/reorder.reads.ts";
import type { ReorderRefusal } from "#features/activations/reorder/reorder.rules.ts";
import {
  buyAdditional,
  buyAgain,
  type Reorder,
  type Reordered,
} from "#features/activations/reorder/reorder.writes.ts";
import { saleChannelOf } from "#features/policy/policy.rules.ts";
import type { UserActor } from "#lib/api/actor.ts";
import type { Caller } from "#lib/api/route.ts";
import { nowMs } from "#lib/clock.ts";
import type { Queryable, Tx } from "#lib/db/pool.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";

/** What a purchase has from who makes it. */
type OfBuyer = "userId" | "channel" | "key";

/** What a number is asked for with, at whatever door. */
export type NumberInput = Omit<Purchase, OfBuyer>;
/** What the number of an earlier order is asked for with. */
type ReorderInput = Omit<Reorder, OfBuyer>;

/** What a buyer does with an order. */
export type ActivationStep = "cancel" | "report" | "finish" | "ask_more";

/** Where a list goes on: below an id, null = from the newest. */
type Below = { readonly beforeId: number | null; readonly limit: number };
/** The same by counting, as bots do it. */
type Counted = { readonly offset: number; readonly limit: number };

/**
 * What every door needs of activations: those that are real, and those of a sandbox. A door translates its words into these calls
 * and their answers into its own.
 */
export type ActivationPort = {
  /** Throws as `buyActivation` does. */
  buy(caller: Caller, input: NumberInput): Promise<Bought>;
  /** A purchase under way is known soon: PURCHASE_IN_FLIGHT passes for who asks again. */
  readonly isFlightShort: boolean;
  /** The country for who takes any, as far as it is settled: that of the order which the key has made. Null: it is to be chosen. */
  findCountry(caller: Caller, idempotencyKey: string): Promise<number | null>;

  /** Null: no such order of the caller's. `from` is the transaction that changed it. */
  find(caller: Caller, id: number, from?: Queryable): Promise<ActivationView | null>;
  /** The same in what bots ask for all day. */
  findStatus(caller: Caller, id: number): Promise<ActivationStatus | null>;
  /** The same in what it was bought for. */
  findSale(caller: Caller, id: number): Promise<OrderSale | null>;
  /** Orders by their ids, newest first, and when they change by themselves (infinite where nobody knows). */
  watch(caller: Caller, ids: readonly number[]): Promise<{ views: ActivationView[]; changesInMs: number }>;

  /** Open ones, newest first, and those closed a moment ago. */
  listActive(caller: Caller): Promise<ActivationView[]>;
  list(
    caller: Caller,
    filter: OrderFilter,
    page: Below,
  ): Promise<{ views: ActivationView[]; nextBeforeId: number | null }>;
  /** Open ones that have a number, newest first. */
  listOpen(caller: Caller, page: { readonly start: number; readonly limit: number }): Promise<ActiveOrder[]>;
  /** Those that got a number within a time, newest first. */
  listPast(
    caller: Caller,
    within: Counted & { readonly from: Date; readonly to: Date },
  ): Promise<PastOrder[]>;
  /** By the clock that these orders go by. */
  nowMs(caller: Caller): Promise<number>;

  /** In the transaction of a caller that tells the listeners behind it; without one by itself. Throws as the steps do. */
  act(caller: Caller, id: number, step: ActivationStep, tx?: Tx): Promise<void>;

  /** SMS of one of the caller's orders, newest first. */
  messagesOf(caller: Caller, id: number, page: Below): Promise<OrderMessageView[]>;
  /** The same without those that came late, and how many there are. */
  countedMessagesOf(
    caller: Caller,
    id: number,
    page: Counted,
  ): Promise<{ total: number; messages: OrderMessage[] }>;
  /** SMS of all orders. */
  messages(
    caller: Caller,
    place: MessagePlace | null,
    limit: number,
  ): Promise<{ messages: OrderMessageView[]; next: MessagePlace | null }>;

  /** What the number of a finished order costs for the same service again now. */
  judgeAgain(
    caller: Caller,
    order: Pick<Reorder, "orderId" | "serviceId" | "countryId">,
  ): Promise<
    { readonly refusal: ReorderRefusal } | { readonly refusal: null; readonly priceKopecks: Kopecks }
  >;
  buyAgain(caller: Caller, input: ReorderInput): Promise<Reordered>;
  buyAdditional(caller: Caller, input: ReorderInput): Promise<Reordered>;
};

function buyerOf(actor: UserActor) {
  return { userId: actor.userId, channel: saleChannelOf(actor), key: actor.key ?? null };
}

const steps = {
  cancel: { alone: cancelActivation, inTx: cancelInTx },
  report: { alone: reportActivation, inTx: reportInTx },
  finish: { alone: finishActivation, inTx: finishInTx },
  ask_more: { alone: askMoreCodes, inTx: askMoreInTx },
} as const;

function isOpenOnly(states: readonly string[] | null): boolean {
  return (
    states !== null &&
    states.length === openStates.length &&
    openStates.every((state) => states.includes(state))
  );
}

/** Activations that are real. */
export const liveActivations: ActivationPort = {
  buy: ({ db, actor }, input) => buyActivation(db, { ...input, ...buyerOf(actor) }),
  isFlightShort: true,
  findCountry: async ({ db, actor }, idempotencyKey) =>
    (await findKeyedOrder(db, actor.userId, idempotencyKey))?.countryId ?? null,

  find: ({ db, actor, locale }, id, from) => findActivationView(db, actor.userId, id, locale, from),
  findStatus: ({ db, actor }, id) => findActivationStatus(db, actor.userId, id),
  findSale: ({ db, actor }, id) => findOrderSale(db, actor.userId, id),
  watch: async ({ db, actor, locale }, ids) => ({
    views: withinGoods(actor, await listActivationViews(db, actor.userId, ids, locale)),
    changesInMs: Number.POSITIVE_INFINITY,
  }),

  listActive: ({ db, actor, locale }) => listActiveViews(db, actor, locale),
  list: async ({ db, actor, locale }, filter, page) => {
    const { ids, nextBeforeId } = isOpenOnly(filter.states)
      ? await listOpenOrderIds(db, actor, filter, page)
      : await listOrderIds(db, actor, filter, page);
    const views = ids.length === 0 ? [] : await listActivationViews(db, actor.userId, ids, locale);
    return { views, nextBeforeId };
  },
  listOpen: ({ db, actor }, page) => listActiveOrders(db, actor, page),
  listPast: ({ db, actor }, within) => listPastOrders(db, actor, within),
  nowMs: async () => nowMs(),

  act: ({ db, actor }, id, step, tx) =>
    tx ? steps[step].inTx(tx, actor.userId, id) : steps[step].alone(db, actor.userId, id),

  messagesOf: ({ db }, id, page) => listMessagesOf(db, id, page),
  countedMessagesOf: ({ db }, id, page) => listOrderMessages(db, id, page),
  messages: ({ db, actor }, place, limit) => listUserMessages(db, actor, place, limit),

  judgeAgain: async ({ db, actor }, { orderId, serviceId, countryId }) => {
    const sale = { ...buyerOf(actor), serviceId, countryId, operator: "any" };
    return judgeAgain(db, actor.userId, orderId, await checkSellable(db, sale));
  },
  buyAgain: ({ db, actor }, input) => buyAgain(db, { ...input, ...buyerOf(actor) }),
  buyAdditional: ({ db, actor }, input) => buyAdditional(db, { ...input, ...buyerOf(actor) }),
};
