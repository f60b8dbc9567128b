import { type RestBalance, restGetBalance } from "#features/buyer-api/rest/balance/contract.ts";
import { restCurrency } from "#features/buyer-api/rest/rules.ts";
import type { WalletView } from "#features/ledger/contract.ts";
import { getWallet } from "#features/ledger/reads.ts";
import { route } from "#lib/api/route.ts";

export function restBalance({
  availableKopecks,
  heldKopecks,
  debtKopecks,
  version,
}: WalletView): RestBalance {
  return { availableKopecks, heldKopecks, debtKopecks, currency: restCurrency, version };
}

export const restBalanceRoutes = [
  route(restGetBalance, async ({ db, actor }) => restBalance(await getWallet(db, actor.userId))),
];
