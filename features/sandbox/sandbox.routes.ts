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
import { moneyOf } from "#features/activations/activations.rules.ts";
import {
  type AccountLimits,
  getAccountLimitsEndpoint,
} from "#features/activations/limits/limits.contract.ts";
import { openLevels, ratingRule, useRule } from "#features/activations/limits/limits.rules.ts";
import type { Bought } from "#features/activations/purchase/purchase.writes.ts";
import { findServiceByCode } from "#features/catalogue/catalogue.reads.ts";
import { getBalanceEndpoint, getWalletEndpoint } from "#features/ledger/ledger.contract.ts";
import { maxPriceFromHundredths } from "#features/pricing/pricing.rules.ts";
import { openPrice } from "#features/pricing/told/told.reads.ts";
import {
  getSandboxEndpoint,
  moveSandboxClockEndpoint,
  resetSandboxEndpoint,
  type SandboxView,
} from "#features/sandbox/sandbox.contract.ts";
import { sandboxErrors } from "#features/sandbox/sandbox.errors.ts";
import { findSandboxView, listSandboxViews, readSandbox } from "#features/sandbox/sandbox.reads.ts";
import {
  momentOf,
  purseOf,
  type Sandbox,
  type SandboxOrder,
  sandboxLimits,
  walletOf,
} from "#features/sandbox/sandbox.rules.ts";
import {
  advanceSandbox,
  buyInSandbox,
  moveSandboxOrder,
  resetSandbox,
  type SandboxStep,
} from "#features/sandbox/sandbox.writes.ts";
import { sandboxRentAnswers } from "#features/sandbox/sandbox-rent/sandbox-rent.routes.ts";
import { sandboxStreamAnswers } from "#features/sandbox/sandbox-stream/sandbox-stream.routes.ts";
import type { KeyRights, UserActor } from "#lib/api/actor.ts";
import { replayHeader, reply, route } from "#lib/api/route.ts";
import type { Db } from "#lib/db/pool.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { kopecks, roublesNumber } from "#lib/money/kopecks.ts";

/** The sandbox key of a caller: the gate lets nobody else in here. */
function ownerOf({ userId, key }: UserActor): { userId: UserActor["userId"]; key: KeyRights } {
  if (!key?.isSandbox) throw new AppError(sandboxErrors.SANDBOX_KEY_NEEDED);
  return { userId, key };
}

type BuyCall = {
  db: Db;
  params: { countryExternalId: number; serviceExternalId: string };
  query: { maxPrice?: number | undefined; operator: string };
  actor: UserActor;
};

async function buy({ db, params, query, actor }: BuyCall, idempotencyKey: string): Promise<Bought> {
  const service = await findServiceByCode(db, params.serviceExternalId);
  if (!service) throw new AppError(activationErrors.SERVICE_NOT_FOUND);
  return buyInSandbox(db, {
    ...ownerOf(actor),
    serviceId: service.id,
    countryId: params.countryExternalId,
    operator: query.operator,
    maxPriceKopecks: query.maxPrice === undefined ? null : maxPriceFromHundredths(query.maxPrice),
    channel: "api",
    idempotencyKey,
  });
}

async function getView(db: Db, actor: UserActor, id: number, locale: Locale): Promise<ActivationView> {
  const view = await findSandboxView(db, ownerOf(actor).key.keyId, id, locale);
  if (!view) throw new AppError(activationErrors.ACTIVATION_NOT_FOUND);
  return view;
}

type StepCall = { db: Db; actor: UserActor; params: { id: number }; locale: Locale };

function stepHandler(step: SandboxStep) {
  return async ({ db, actor, params, locale }: StepCall): Promise<ActivationView> => {
    await moveSandboxOrder(db, ownerOf(actor), params.id, step);
    return getView(db, actor, params.id, locale);
  };
}

function accessNumber({ id, number }: Bought): string {
  return `ACCESS_NUMBER:${id}:${number}`;
}

function viewOf(sandbox: Sandbox): SandboxView {
  return {
    now: sandbox.now.toISOString(),
    aheadSeconds: sandbox.aheadSeconds,
    balanceKopecks: purseOf(sandbox),
    ordersMade: sandbox.ordersMade,
    ordersKept: sandbox.orders.length,
  };
}

/** The sandbox has one limit for everybody: as many as it keeps. */
function limitsOf({ orders, now }: Sandbox): AccountLimits {
  const isOpen = (order: SandboxOrder) => moneyOf[momentOf(order, now).state] === "held";
  return {
    openOrders: orders.filter(isOpen).length,
    openMax: sandboxLimits.ordersKept,
    ...{ grantedMax: null, ageDays: 0, finishedCount: 0, deliveredCount: 0, turnoverKopecks: 0 },
    ...{ windowDays: ratingRule.days, deliveredPercent: null, bannedUntil: null, banReason: null },
    levels: [...openLevels],
    unusedRule: { ...useRule, banMinutes: [...useRule.banMinutes] },
    openPrice: { ...openPrice },
  };
}

/** What a sandbox key is answered where a live one reaches orders and money. Ready for `withSandbox`. */
export const sandboxAnswers = [
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
    activations: await listSandboxViews(db, ownerOf(actor).key.keyId, locale),
  })),
  route(getActivationEndpoint, ({ db, actor, params, locale }) => getView(db, actor, params.id, locale)),
  route(cancelActivationEndpoint, stepHandler("cancel")),
  route(reportActivationEndpoint, stepHandler("report")),
  route(finishActivationEndpoint, stepHandler("finish")),
  route(askMoreCodesEndpoint, stepHandler("ask_more")),
  route(getBalanceEndpoint, async ({ db, actor }) =>
    roublesNumber(kopecks(purseOf(await readSandbox(db, ownerOf(actor).key.keyId)))),
  ),
  route(getWalletEndpoint, async ({ db, actor }) =>
    walletOf(await readSandbox(db, ownerOf(actor).key.keyId)),
  ),
  route(getSandboxEndpoint, async ({ db, actor }) => viewOf(await readSandbox(db, ownerOf(actor).key.keyId))),
  route(moveSandboxClockEndpoint, async ({ db, actor, body }) =>
    viewOf(await advanceSandbox(db, ownerOf(actor), body.seconds)),
  ),
  route(resetSandboxEndpoint, async ({ db, actor }) => viewOf(await resetSandbox(db, ownerOf(actor)))),
  ...sandboxRentAnswers,
  route(getAccountLimitsEndpoint, async ({ db, actor }) =>
    limitsOf(await readSandbox(db, ownerOf(actor).key.keyId)),
  ),
  ...sandboxStreamAnswers,
];

const needsSandboxKey = (): never => {
  throw new AppError(sandboxErrors.SANDBOX_KEY_NEEDED);
};

/** The sandbox's own calls, as anybody else meets them. */
export const sandboxRoutes = [
  route(getSandboxEndpoint, needsSandboxKey),
  route(moveSandboxClockEndpoint, needsSandboxKey),
  route(resetSandboxEndpoint, needsSandboxKey),
];
