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
import type { routingChoices } from "#features/activations/purchase/purchase.rules.ts";
import { type Bought, buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { findServiceByCode } from "#features/catalogue/catalogue.reads.ts";
import { saleChannelOf } from "#features/policy/policy.rules.ts";
import type { UserActor } from "#lib/api/actor.ts";
import { type Route, replayHeader, reply, route } from "#lib/api/route.ts";
import type { Db } from "#lib/db/pool.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";

/** What a number is asked for with at the site's door. */
type NumberInput = {
  readonly serviceId: number;
  readonly countryId: number;
  readonly operator: string;
  readonly maxPriceKopecks: Kopecks | null;
  readonly isCheapest: boolean;
  readonly idempotencyKey: string;
};

type ActivationStep = "cancel" | "report" | "finish" | "ask_more";

/** What the endpoints need of orders: the live ones and those of a sandbox each have such a port. */
export type ActivationPort = {
  buy(db: Db, actor: UserActor, input: NumberInput): Promise<Bought>;
  /** Null: no such order of the caller's. */
  find(db: Db, actor: UserActor, id: number, locale: Locale): Promise<ActivationView | null>;
  /** Open ones, newest first, and those closed a moment ago. */
  list(db: Db, actor: UserActor, locale: Locale): Promise<ActivationView[]>;
  step(db: Db, actor: UserActor, id: number, step: ActivationStep): Promise<void>;
};

type BuyCall = {
  db: Db;
  params: { countryExternalId: number; serviceExternalId: string };
  query: { maxPrice?: Kopecks | undefined; operator: string; routing: (typeof routingChoices)[number] };
  actor: UserActor;
};
type StepCall = { db: Db; actor: UserActor; params: { id: number }; locale: Locale };

function accessNumber({ id, number }: Bought): string {
  return `ACCESS_NUMBER:${id}:${number}`;
}

/** The site's endpoints of orders over a port. */
export function makeActivationRoutes(port: ActivationPort): Route[] {
  const buy = async ({ db, params, query, actor }: BuyCall, idempotencyKey: string): Promise<Bought> => {
    const service = await findServiceByCode(db, params.serviceExternalId);
    if (!service) throw new AppError(activationErrors.SERVICE_NOT_FOUND);
    const { operator, maxPrice = null, routing } = query;
    const asked = { serviceId: service.id, countryId: params.countryExternalId, operator };
    const isCheapest = routing === "cheapest";
    return port.buy(db, actor, { ...asked, maxPriceKopecks: maxPrice, isCheapest, idempotencyKey });
  };
  const getView = async (db: Db, actor: UserActor, id: number, locale: Locale): Promise<ActivationView> => {
    const view = await port.find(db, actor, id, locale);
    if (!view) throw new AppError(activationErrors.ACTIVATION_NOT_FOUND);
    return view;
  };
  /** The steps of an order differ in their verb only: do it, answer the order as it is now. */
  const stepHandler =
    (step: ActivationStep) =>
    async ({ db, actor, params, locale }: StepCall): Promise<ActivationView> => {
      await port.step(db, actor, params.id, step);
      return getView(db, actor, params.id, locale);
    };
  return [
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
      const activation = await getView(context.db, context.actor, bought.id, context.locale);
      return reply({ result: accessNumber(bought), activation }, { headers: replayHeader(bought.replayed) });
    }),
    route(listActivationsEndpoint, async ({ db, actor, locale }) => ({
      activations: await port.list(db, actor, locale),
    })),
    route(getActivationEndpoint, ({ db, actor, params, locale }) => getView(db, actor, params.id, locale)),
    route(cancelActivationEndpoint, stepHandler("cancel")),
    route(reportActivationEndpoint, stepHandler("report")),
    route(finishActivationEndpoint, stepHandler("finish")),
    route(askMoreCodesEndpoint, stepHandler("ask_more")),
  ];
}

const steps = {
  cancel: cancelActivation,
  report: reportActivation,
  finish: finishActivation,
  ask_more: askMoreCodes,
} as const;

/** Orders that are real. */
const livePort: ActivationPort = {
  buy: (db, actor, input) =>
    buyActivation(db, {
      ...input,
      userId: actor.userId,
      channel: saleChannelOf(actor),
      key: actor.key ?? null,
    }),
  find: (db, actor, id, locale) => findActivationView(db, actor.userId, id, locale),
  list: listActiveViews,
  step: (db, actor, id, step) => steps[step](db, actor.userId, id),
};

export const activationRoutes = makeActivationRoutes(livePort);
