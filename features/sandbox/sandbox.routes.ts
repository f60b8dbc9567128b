import { makeActivationRoutes } from "#features/activations/activations.routes.ts";
import { moneyOf } from "#features/activations/activations.rules.ts";
import {
  type AccountLimits,
  getAccountLimitsEndpoint,
} from "#features/activations/limits/limits.contract.ts";
import { openLevels, ratingRule, useRule } from "#features/activations/limits/limits.rules.ts";
import { makeSearchRoutes } from "#features/activations/search/search.routes.ts";
import { getBalanceEndpoint, getWalletEndpoint } from "#features/ledger/ledger.contract.ts";
import { openPrice } from "#features/pricing/listed/listed-price.reads.ts";
import { makeRentalRoutes } from "#features/rentals/rentals.routes.ts";
import {
  getSandboxEndpoint,
  moveSandboxClockEndpoint,
  resetSandboxEndpoint,
  type SandboxView,
} from "#features/sandbox/sandbox.contract.ts";
import { sandboxErrors } from "#features/sandbox/sandbox.errors.ts";
import { readSandbox } from "#features/sandbox/sandbox.reads.ts";
import {
  momentOf,
  purseOf,
  type Sandbox,
  type SandboxOrder,
  sandboxLimits,
  sandboxOwnerOf,
  walletOf,
} from "#features/sandbox/sandbox.rules.ts";
import { advanceSandbox, resetSandbox } from "#features/sandbox/sandbox.writes.ts";
import { sandboxActivations } from "#features/sandbox/sandbox-activation-port.writes.ts";
import { sandboxRentals } from "#features/sandbox/sandbox-rent/sandbox-rental-port.writes.ts";
import { sandboxSearches } from "#features/sandbox/sandbox-search/sandbox-search-port.writes.ts";
import { sandboxStreamAnswers } from "#features/sandbox/sandbox-stream/sandbox-stream.routes.ts";
import { route } from "#lib/api/route.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { kopecks, roublesNumber } from "#lib/money/kopecks.ts";

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

/** What a sandbox key is answered where a live one reaches orders and money. For the gate of keys. */
export const sandboxAnswers = [
  ...makeActivationRoutes(sandboxActivations),
  route(getBalanceEndpoint, async ({ db, actor }) =>
    roublesNumber(kopecks(purseOf(await readSandbox(db, sandboxOwnerOf(actor).key.keyId)))),
  ),
  route(getWalletEndpoint, async ({ db, actor }) =>
    walletOf(await readSandbox(db, sandboxOwnerOf(actor).key.keyId)),
  ),
  route(getSandboxEndpoint, async ({ db, actor }) =>
    viewOf(await readSandbox(db, sandboxOwnerOf(actor).key.keyId)),
  ),
  route(moveSandboxClockEndpoint, async ({ db, actor, body }) =>
    viewOf(await advanceSandbox(db, sandboxOwnerOf(actor), body.seconds)),
  ),
  route(resetSandboxEndpoint, async ({ db, actor }) => viewOf(await resetSandbox(db, sandboxOwnerOf(actor)))),
  ...makeRentalRoutes(sandboxRentals),
  ...makeSearchRoutes(sandboxSearches),
  route(getAccountLimitsEndpoint, async ({ db, actor }) =>
    limitsOf(await readSandbox(db, sandboxOwnerOf(actor).key.keyId)),
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
