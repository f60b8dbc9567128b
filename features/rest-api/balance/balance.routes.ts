import type { WalletView } from "#features/ledger/ledger.contract.ts";
import { getWallet } from "#features/ledger/wallet.reads.ts";
import { type RestBalance, restGetBalance } from "#features/rest-api/balance/balance.contract.ts";
import { restCurrency } from "#features/rest-api/rest-api.rules.ts";
import { readSandbox } from "#features/sandbox/sandbox.reads.ts";
import { sandboxOwnerOf, walletOf } from "#features/sandbox/sandbox.rules.ts";
import { route } from "#lib/api/route.ts";

function restBalance({ availableKopecks, heldKopecks, debtKopecks, version }: WalletView): RestBalance {
  return { availableKopecks, heldKopecks, debtKopecks, currency: restCurrency, version };
}

export const restBalanceRoutes = [
  route(restGetBalance, async ({ db, actor }) => restBalance(await getWallet(db, actor.userId))),
];

/** The same of a sandbox's purse. */
export const restBalanceSandbox = [
  route(restGetBalance, async ({ db, actor }) =>
    restBalance(walletOf(await readSandbox(db, sandboxOwnerOf(actor).key.keyId))),
  ),
];
