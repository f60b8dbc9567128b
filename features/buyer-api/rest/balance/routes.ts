import { type RestBalance, restGetBalance } from "#features/buyer-api/rest/balance/contract.ts";
import { restCurrency } from "#features/buyer-api/rest/rules.ts";
import { sandboxErrors } from "#features/buyer-api/sandbox/errors.ts";
import { readSandbox } from "#features/buyer-api/sandbox/reads.ts";
import { walletOf } from "#features/buyer-api/sandbox/rules.ts";
import type { WalletView } from "#features/ledger/contract.ts";
import { getWallet } from "#features/ledger/reads.ts";
import { route } from "#lib/api/route.ts";
import { AppError } from "#lib/errors/app-error.ts";

function restBalance({ availableKopecks, heldKopecks, debtKopecks, version }: WalletView): RestBalance {
  return { availableKopecks, heldKopecks, debtKopecks, currency: restCurrency, version };
}

export const restBalanceRoutes = [
  route(restGetBalance, async ({ db, actor }) => restBalance(await getWallet(db, actor.userId))),
];

/** The same of a sandbox's purse. */
export const restBalanceSandbox = [
  route(restGetBalance, async ({ db, actor }) => {
    if (!actor.key?.isSandbox) throw new AppError(sandboxErrors.SANDBOX_KEY_NEEDED);
    return restBalance(walletOf(await readSandbox(db, actor.key.keyId)));
  }),
];
