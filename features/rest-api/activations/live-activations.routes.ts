import {
  findActivationView,
  listActivationViews,
  withinGoods,
} from "#features/activations/activations.reads.ts";
import {
  type ActivationStep,
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
} from "#features/activations/pagination.reads.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { saleChannelOf } from "#features/policy/policy.rules.ts";
import {
  makeOrderRoutes,
  type OrderPort,
  type OrderStep,
} from "#features/rest-api/activations/activations.routes.ts";
import { stateGroups } from "#features/rest-api/activations/activations.rules.ts";
import { orderTopic } from "#features/rest-api/waiting/waiting.reads.ts";

const steps: Readonly<Record<OrderStep, ActivationStep>> = {
  cancel: cancelInTx,
  report: reportInTx,
  finish: finishInTx,
  ask_more: askMoreInTx,
};

const livePort: OrderPort = {
  buy: ({ db, actor }, { country, maxPriceKopecks, routing, ...input }) =>
    buyActivation(db, {
      ...input,
      userId: actor.userId,
      countryId: country,
      maxPriceKopecks: maxPriceKopecks ?? null,
      isCheapest: routing === "cheapest",
      channel: saleChannelOf(actor),
      key: actor.key ?? null,
    }),
  find: ({ db, actor, locale }, id, from) => findActivationView(db, actor.userId, id, locale, from),
  watched: async ({ db, actor, locale }, ids) => ({
    views: withinGoods(actor, await listActivationViews(db, actor.userId, ids, locale)),
    changesInMs: Number.POSITIVE_INFINITY,
  }),
  topics: (_caller, ids) => ids.map(orderTopic),
  list: async ({ db, actor, locale }, filter, page) => {
    const { ids, nextBeforeId } = isOpenOnly(filter.states)
      ? await listOpenOrderIds(db, actor, filter, page)
      : await listOrderIds(db, actor, filter, page);
    const views = ids.length === 0 ? [] : await listActivationViews(db, actor.userId, ids, locale);
    return { views, nextBeforeId };
  },
  step: (tx, actor, id, step) => steps[step](tx, actor.userId, id),
  messagesOf: ({ db }, id, page) => listMessagesOf(db, id, page),
  messages: ({ db, actor }, place, limit) => listUserMessages(db, actor, place, limit),
};

function isOpenOnly(states: readonly string[] | null): boolean {
  return (
    states !== null &&
    states.length === stateGroups.open.length &&
    stateGroups.open.every((state) => states.includes(state))
  );
}

export const restActivationRoutes = makeOrderRoutes(livePort);
