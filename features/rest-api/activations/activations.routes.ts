import {
  type ActivationPort,
  type ActivationStep,
  liveActivations,
} from "#features/activations/activation-port.writes.ts";
import type { ActivationView } from "#features/activations/activations.contract.ts";
import { activationErrors } from "#features/activations/activations.errors.ts";
import type { OrderFilter } from "#features/activations/pagination.reads.ts";
import { findServiceByCode, readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { answerKeyed } from "#features/idempotency/idempotency.routes.ts";
import {
  restBuyActivation,
  restCancelActivation,
  restFinishActivation,
  restGetActivation,
  restListActivationMessages,
  restListActivations,
  restListMessages,
  restReportActivation,
  restRetryActivation,
} from "#features/rest-api/activations/activations.contract.ts";
import { isNews, type StateWord, statesOf } from "#features/rest-api/activations/activations.rules.ts";
import {
  restActivation,
  restMessage,
  withoutTexts,
  withTexts,
} from "#features/rest-api/activations/activations.view.ts";
import { makeCursor, pageOf } from "#features/rest-api/rest-api.rules.ts";
import { answerWhenNews } from "#features/rest-api/waiting/waiting.gate.ts";
import { orderTopic, topicFor } from "#features/rest-api/waiting/waiting.reads.ts";
import { sandboxActivations } from "#features/sandbox/sandbox-activation-port.writes.ts";
import { type Caller, type Route, replayHeader, reply, route } from "#lib/api/route.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** The endpoints of orders over a port. */
function makeOrderRoutes(port: ActivationPort): Route[] {
  return [
    route(restBuyActivation, async (context) => {
      const { service, country, operator, maxPriceKopecks = null, routing } = context.body;
      const found = await findServiceByCode(context.db, service);
      if (!found) throw new AppError(activationErrors.SERVICE_NOT_FOUND);
      const bought = await port.buy(context, {
        ...{ serviceId: found.id, countryId: country, operator, maxPriceKopecks },
        isCheapest: routing === "cheapest",
        idempotencyKey: context.idempotencyKey,
      });
      const order = restActivation(known(await port.find(context, bought.id)));
      return reply(order, { headers: replayHeader(bought.replayed) });
    }),
    route(restListActivations, async (context) => {
      const { ids, wait, seen, ...rest } = context.query;
      if (ids) {
        const views = await watched(port, context, ids, { wait, seen: seen ?? null });
        return { data: views.map(restActivation), nextCursor: null };
      }
      const filter = await readFilter(context.db, rest);
      const page = { beforeId: rest.cursor ?? null, limit: rest.limit };
      const { views, nextBeforeId } = await port.list(context, filter, page);
      return {
        data: views.map(restActivation),
        nextCursor: nextBeforeId === null ? null : makeCursor("activations", nextBeforeId),
      };
    }),
    route(restGetActivation, async (context) => {
      const { wait, seen = null } = context.query;
      const [order = null] = await watched(port, context, [context.params.id], { wait, seen });
      return restActivation(known(order));
    }),
    stepRoute(port, restCancelActivation, "cancel"),
    stepRoute(port, restReportActivation, "report"),
    stepRoute(port, restFinishActivation, "finish"),
    stepRoute(port, restRetryActivation, "ask_more"),
    route(restListActivationMessages, async (context) => {
      const { limit, cursor } = context.query;
      const { id } = known(await port.find(context, context.params.id));
      const found = await port.messagesOf(context, id, { beforeId: cursor ?? null, limit: limit + 1 });
      return pageOf("activation-messages", found.map(restMessage), limit);
    }),
    route(restListMessages, async (context) => {
      const [topOrderId, beforeId] = context.query.cursor ?? [];
      const place = topOrderId === undefined || beforeId === undefined ? null : { topOrderId, beforeId };
      const { messages, next } = await port.messages(context, place, context.query.limit);
      return {
        data: messages.map(restMessage),
        nextCursor: next ? makeCursor("messages", next.topOrderId, next.beforeId) : null,
      };
    }),
  ];
}

type StepEndpoint =
  | typeof restCancelActivation
  | typeof restReportActivation
  | typeof restFinishActivation
  | typeof restRetryActivation;

function stepRoute(port: ActivationPort, endpoint: StepEndpoint, step: ActivationStep): Route {
  return route(endpoint, async (context) => {
    // In memory from here on: the transaction asks for no second connection.
    await readCatalogue(context.db);
    const { id } = context.params;
    const work = async (tx: Tx) => {
      await port.act(context, id, step, tx);
      return restActivation(known(await port.find(context, id, tx)));
    };
    // What SMS say is removed a day after the order's end, keys are kept for longer.
    return answerKeyed(endpoint, context, work, {
      strip: withoutTexts,
      restore: async (order) => withTexts(order, (await port.find(context, id))?.messages ?? []),
    });
  });
}

function known(order: ActivationView | null): ActivationView {
  if (!order) throw new AppError(activationErrors.ACTIVATION_NOT_FOUND);
  return order;
}

async function readFilter(
  db: Db,
  {
    state,
    service,
    country,
  }: {
    state?: readonly StateWord[] | undefined;
    service?: string | undefined;
    country?: number | undefined;
  },
): Promise<OrderFilter> {
  const found = service === undefined ? null : await findServiceByCode(db, service);
  if (service !== undefined && !found) throw new AppError(activationErrors.SERVICE_NOT_FOUND);
  return { states: state ? statesOf(state) : null, serviceId: found?.id ?? null, countryId: country ?? null };
}

type Patience = { readonly wait: number; readonly seen: ReadonlySet<string> | null };

/** Orders by their ids, after there is news of one of them or the caller's patience is over. */
async function watched(
  port: ActivationPort,
  caller: Caller & { readonly request: Request; readonly ip: string },
  ids: readonly number[],
  { wait, seen }: Patience,
): Promise<ActivationView[]> {
  const { views } = await answerWhenNews(caller, {
    wait,
    topics: [...new Set(ids.map((id) => topicFor(caller, orderTopic(id))))],
    read: () => port.watch(caller, ids),
    // There is nothing to wait for where nothing is.
    isNews: (found) => found.views.length === 0 || found.views.some((order) => isNews(order, seen)),
    changesInMs: (found) => found.changesInMs,
  });
  return views;
}

export const restActivationRoutes = makeOrderRoutes(liveActivations);
export const restActivationSandbox = makeOrderRoutes(sandboxActivations);
