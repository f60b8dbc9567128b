import { getBalanceEndpoint } from "#features/ledger/contract.ts";
import { getBalance } from "#features/ledger/reads.ts";
import { route } from "#lib/api/route.ts";
import { roublesNumber } from "#lib/money/kopecks.ts";

export const ledgerRoutes = [
  route(getBalanceEndpoint, async ({ db, actor }) => {
    const balance = await getBalance(db, actor.userId);
    return roublesNumber(balance.availableKopecks);
  }),
];
