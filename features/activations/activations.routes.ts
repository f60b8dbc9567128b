import { randomUUID } from "node:crypto";
import {
  type ActivationView,
  askMoreCodesEndpoint,
  buyActivationEndpoint,
  cancelActivationEndpoint,
  finishActivationEndpoint,
  getActivationEndpoint,
  getNumberEndpoint,
  listActivationsEndpoint,
  reportActivationEndpoint,
} from "#features/activations/activations.contract.ts";
import { activationErrors } from "#features/activations/activations.errors.ts";
import { findActivationView, listActiveViews } from "#features/activations/activations.reads.ts";
import {
  askMoreCodes,
  cancelActivation,
  finishActivation,
  reportActivation,
} from "#features/activations/activations.writes.ts";
import { type Bought, buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { findServiceByCode } from "#features/catalogue/catalogue.reads.ts";
import { saleChannelOf } from "#features/policy/policy.rules.ts";
import { maxPriceFromHundredths } from "#features/pricing/pricing.rules.ts";
import type { UserActor } from "#lib/api/actor.ts";
import { replayHeader, reply, route } from "#lib/api/route.ts";
import type { Db } from "#lib/db/pool.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Locale } from "#lib/i18n/locales.ts";

type BuyCall = {
  db: Db;
  params: { countryExternalId: number; serviceExternalId: string };
  query: { maxPrice?: number | undefined; operator: string };
  actor: UserActor;
};

async function buy({ db, params, query, actor }: BuyCall, idempotencyKey: string): Promise<Bought> {
  const service = await findServiceByCode(db, params.serviceExternalId);
  if (!service) throw new AppError(activationErrors.SERVICE_NOT_FOUND);
  return buyActivation(db, {
    userId: actor.userId,
    serviceId: service.id,
    countryId: params.countryExternalId,
    operator: query.operator,
    maxPriceKopecks: query.maxPrice === undefined ? null : maxPriceFromHundredths(query.maxPrice),
    channel: saleChannelOf(actor),
    key: actor.key ?? null,
    idempotencyKey,
  });
}

function accessNumber(bought: Bought): string {
  return `ACCESS_NUMBER:${bought.id}:${bought.number}`;
}

async function getView(db: Db, userId: number, id: number, locale: Locale): Promise<ActivationView> {
  const view = await findActivationView(db, userId, id, locale);
  if (!view) throw new AppError(activationErrors.ACTIVATION_NOT_FOUND);
  return view;
}

type Step = (db: Db, userId: number, id: number) => Promise<void>;

/** The steps of an order differ in their verb only: do it, answer the order as it is now. */
function stepHandler(step: Step) {
  return async (context: {
    db: Db;
    actor: UserActor;
    params: { id: number };
    locale: Locale;
  }): Promise<ActivationView> => {
    await step(context.db, context.actor.userId, context.params.id);
    return getView(context.db, context.actor.userId, context.params.id, context.locale);
  };
}

export const activationRoutes = [
  route(getNumberEndpoint, async (context) => {
    const bought = await buy(context, context.idempotencyKey ?? `auto:${randomUUID()}`);
    return new Response(accessNumber(bought), {
      headers: {
        "content-type": "text/plain; charset=utf-8",
        "cache-control": "no-store",
        ...replayHeader(bought.replayed),
      },
    });
  }),
  route(buyActivationEndpoint, async (context) => {
    const bought = await buy(context, context.idempotencyKey);
    const activation = await getView(context.db, context.actor.userId, bought.id, context.locale);
    return reply({ result: accessNumber(bought), activation }, { headers: replayHeader(bought.replayed) });
  }),
  route(listActivationsEndpoint, async ({ db, actor, locale }) => ({
    activations: await listActiveViews(db, actor, locale),
  })),
  route(getActivationEndpoint, ({ db, actor, params, locale }) =>
    getView(db, actor.userId, params.id, locale),
  ),
  route(cancelActivationEndpoint, stepHandler(cancelActivation)),
  route(reportActivationEndpoint, stepHandler(reportActivation)),
  route(finishActivationEndpoint, stepHandler(finishActivation)),
  route(askMoreCodesEndpoint, stepHandler(askMoreCodes)),
];
