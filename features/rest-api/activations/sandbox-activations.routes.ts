import type { ActivationView } from "#features/activations/activations.contract.ts";
import type { OrderMessageView } from "#features/activations/pagination.reads.ts";
import {
  type Caller,
  makeOrderRoutes,
  type OrderPort,
} from "#features/rest-api/activations/activations.routes.ts";
import { sandboxTopic } from "#features/rest-api/waiting/waiting.reads.ts";
import { sandboxErrors } from "#features/sandbox/sandbox.errors.ts";
import { findSandboxView, listAllSandboxViews, watchSandboxViews } from "#features/sandbox/sandbox.reads.ts";
import { buyInSandbox, moveSandboxOrderInTx } from "#features/sandbox/sandbox.writes.ts";
import type { KeyRights, UserActor } from "#lib/api/actor.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** The gate lets nobody else in here. */
function keyOf({ key }: UserActor): KeyRights {
  if (!key?.isSandbox) throw new AppError(sandboxErrors.SANDBOX_KEY_NEEDED);
  return key;
}

const sandboxPort: OrderPort = {
  buy: ({ db, actor }, { country, maxPriceKopecks, routing: _routing, ...input }) =>
    buyInSandbox(db, {
      ...input,
      userId: actor.userId,
      key: keyOf(actor),
      countryId: country,
      maxPriceKopecks: maxPriceKopecks ?? null,
      channel: "api",
    }),
  find: ({ db, actor, locale }, id, from) => findSandboxView(db, keyOf(actor).keyId, id, locale, from),
  watched: ({ db, actor, locale }, ids) => watchSandboxViews(db, keyOf(actor).keyId, ids, locale),
  topics: ({ actor }) => [sandboxTopic(actor.userId)],
  list: async (caller, { states, serviceId, countryId }, { beforeId, limit }) => {
    const fitting = (await all(caller)).filter(
      ({ id, state, service, country }) =>
        id < (beforeId ?? Number.POSITIVE_INFINITY) &&
        (states?.includes(state) ?? true) &&
        (serviceId ?? service.id) === service.id &&
        (countryId ?? country.id) === country.id,
    );
    const views = fitting.slice(0, limit);
    return { views, nextBeforeId: fitting.length > limit ? (views.at(-1)?.id ?? null) : null };
  },
  step: (tx, actor, id, step) =>
    moveSandboxOrderInTx(tx, { userId: actor.userId, key: keyOf(actor) }, id, step),
  messagesOf: async (caller, orderId, { beforeId, limit }) =>
    (await allMessages(caller))
      .filter(
        ({ activationId, id }) => activationId === orderId && id < (beforeId ?? Number.POSITIVE_INFINITY),
      )
      .slice(0, limit),
  messages: async (caller, place, limit) => {
    const found = await allMessages(caller);
    const isLast = ({ activationId, id }: OrderMessageView) =>
      activationId === place?.topOrderId && id === place.beforeId;
    const start = place ? found.findIndex(isLast) + 1 : 0;
    const messages = found.slice(start, start + limit);
    const last = messages.at(-1);
    const hasMore = last && found.length > start + limit;
    return { messages, next: hasMore ? { topOrderId: last.activationId, beforeId: last.id } : null };
  },
};

function all({ db, actor, locale }: Caller): Promise<ActivationView[]> {
  return listAllSandboxViews(db, keyOf(actor).keyId, locale);
}

async function allMessages(caller: Caller): Promise<OrderMessageView[]> {
  const messages = (await all(caller)).flatMap((order) =>
    order.messages.map((message) => ({ ...message, activationId: order.id })),
  );
  return messages.toSorted((a, b) => Date.parse(b.receivedAt) - Date.parse(a.receivedAt));
}

export const restActivationSandbox = makeOrderRoutes(sandboxPort);
