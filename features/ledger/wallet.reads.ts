import { getDebt } from "#features/ledger/debts/debts.reads.ts";
import type { WalletView } from "#features/ledger/ledger.contract.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";

/** A user's money as the screen and the live stream tell it: both ask here, so that they agree. */
export async function getWallet(db: Queryable, userId: number): Promise<WalletView> {
  const [balance, debtKopecks] = await Promise.all([getBalance(db, userId), getDebt(db, userId)]);
  return { ...balance, debtKopecks };
}
