import type { ActivationPort } from "#features/activations/activation-port.writes.ts";
import type { ActivationView } from "#features/activations/activations.contract.ts";
import type { OrderMessageView } from "#features/activations/pagination.reads.ts";
import {
  findSandboxStatus,
  findSandboxView,
  listActiveSandboxOrders,
  listAllSandboxViews,
  listPastSandboxOrders,
  listSandboxViews,
  pageOfSandboxSms,
  readSandbox,
  watchSandboxViews,
} from "#features/sandbox/sandbox.reads.ts";
import { momentOf, sandboxLimits, sandboxOwnerOf } from "#features/sandbox/sandbox.rules.ts";
import { buyInSandbox, moveSandboxOrder, moveSandboxOrderInTx } from "#features/sandbox/sandbox.writes.ts";
import {
  againRefusal,
  buyAdditionalInSandbox,
  buyAgainInSandbox,
} from "#features/sandbox/sandbox-reorder.writes.ts";
import type { UserActor } from "#lib/api/actor.ts";
import type { Caller } from "#lib/api/route.ts";
import { env } from "#lib/env.ts";
import { kopecks } from "#lib/money/kopecks.ts";

const keyIdOf = (actor: UserActor) => sandboxOwnerOf(actor).key.keyId;
const buyerOf = (actor: UserActor) => ({ ...sandboxOwnerOf(actor), channel: "api" as const });

/** The sandbox as it stands, and one of its orders. */
async function readOrder({ db, actor }: Caller, orderId: number) {
  const sandbox = await readSandbox(db, keyIdOf(actor));
  return { sandbox, order: sandbox.orders.find(({ id }) => id === orderId) ?? null };
}

function listAll({ db, actor, locale }: Caller): Promise<ActivationView[]> {
  return listAllSandboxViews(db, keyIdOf(actor), locale);
}

async function listAllMessages(caller: Caller): Promise<OrderMessageView[]> {
  const messages = (await listAll(caller)).flatMap((order) =>
    order.messages.map((message) => ({ ...message, activationId: order.id })),
  );
  return messages.toSorted((a, b) => Date.parse(b.receivedAt) - Date.parse(a.receivedAt));
}

/** Activations of a sandbox: reckoned out of scripts, paid out of its own purse. */
export const sandboxActivations: ActivationPort = {
  buy: ({ db, actor }, input) => buyInSandbox(db, { ...input, ...buyerOf(actor) }),
  isFlightShort: false,
  // A sandbox has no prices that differ: of the countries that the key may buy in, the default one or the first.
  findCountry: async ({ actor }) => {
    const mayBuyIn = sandboxOwnerOf(actor).key.countryIds;
    const isDefault = mayBuyIn?.includes(env.DEFAULT_COUNTRY_ID) ?? true;
    return isDefault ? env.DEFAULT_COUNTRY_ID : (mayBuyIn?.[0] ?? null);
  },

  find: ({ db, actor, locale }, id, from) => findSandboxView(db, keyIdOf(actor), id, locale, from),
  findStatus: ({ db, actor }, id) => findSandboxStatus(db, keyIdOf(actor), id),
  findSale: async (caller, id) => {
    const { sandbox, order } = await readOrder(caller, id);
    if (!order) return null;
    const { serviceId, countryId, number } = order;
    return { serviceId, countryId, number, state: momentOf(order, sandbox.now).state };
  },
  watch: ({ db, actor, locale }, ids) => watchSandboxViews(db, keyIdOf(actor), ids, locale),

  listActive: ({ db, actor, locale }) => listSandboxViews(db, keyIdOf(actor), locale),
  list: async (caller, { states, serviceId, countryId }, { beforeId, limit }) => {
    const fitting = (await listAll(caller)).filter(
      ({ id, state, service, country }) =>
        id < (beforeId ?? Number.POSITIVE_INFINITY) &&
        (states?.includes(state) ?? true) &&
        (serviceId ?? service.id) === service.id &&
        (countryId ?? country.id) === country.id,
    );
    const views = fitting.slice(0, limit);
    return { views, nextBeforeId: fitting.length > limit ? (views.at(-1)?.id ?? null) : null };
  },
  listOpen: ({ db, actor }, page) => listActiveSandboxOrders(db, keyIdOf(actor), page),
  listPast: async ({ db, actor }, within) => {
    const { orders, now } = await readSandbox(db, keyIdOf(actor));
    return listPastSandboxOrders(orders, now, within);
  },
  nowMs: async ({ db, actor }) => (await readSandbox(db, keyIdOf(actor))).now.getTime(),

  act: ({ db, actor }, id, step, tx) =>
    tx
      ? moveSandboxOrderInTx(tx, sandboxOwnerOf(actor), id, step)
      : moveSandboxOrder(db, sandboxOwnerOf(actor), id, step),

  messagesOf: async (caller, orderId, { beforeId, limit }) =>
    (await listAllMessages(caller))
      .filter(
        ({ activationId, id }) => activationId === orderId && id < (beforeId ?? Number.POSITIVE_INFINITY),
      )
      .slice(0, limit),
  countedMessagesOf: async (caller, id, page) => {
    const { sandbox, order } = await readOrder(caller, id);
    return order ? pageOfSandboxSms(order, sandbox.now, page) : { total: 0, messages: [] };
  },
  messages: async (caller, place, limit) => {
    const found = await listAllMessages(caller);
    const isLast = ({ activationId, id }: OrderMessageView) =>
      activationId === place?.topOrderId && id === place.beforeId;
    const start = place ? found.findIndex(isLast) + 1 : 0;
    const messages = found.slice(start, start + limit);
    const last = messages.at(-1);
    const hasMore = last && found.length > start + limit;
    return { messages, next: hasMore ? { topOrderId: last.activationId, beforeId: last.id } : null };
  },

  judgeAgain: async (caller, { orderId }) => {
    const { sandbox, order } = await readOrder(caller, orderId);
    const refusal = order ? againRefusal(sandbox, order) : "not_found";
    return refusal ? { refusal } : { refusal: null, priceKopecks: kopecks(sandboxLimits.priceKopecks) };
  },
  buyAgain: ({ db, actor }, input) => buyAgainInSandbox(db, { ...input, ...buyerOf(actor) }),
  buyAdditional: ({ db, actor }, input) => buyAdditionalInSandbox(db, { ...input, ...buyerOf(actor) }),
};
