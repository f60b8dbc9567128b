import { getBalanceEndpoint, getWalletEndpoint } from "#features/ledger/ledger.contract.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { getWallet } from "#features/ledger/wallet.reads.ts";
import { route } from "#lib/api/route.ts";
import { roublesNumber } from "#lib/money/kopecks.ts";

export const ledgerRoutes = [
  route(getBalanceEndpoint, async ({ db, actor }) => {
    const balance = await getBalance(db, actor.userId);
    return roublesNumber(balance.availableKopecks);
  }),
  route(getWalletEndpoint, ({ db, actor }) => getWallet(db, actor.userId)),
];
