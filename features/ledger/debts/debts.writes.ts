import { getDebt, getWrittenOff } from "#features/ledger/debts/debts.reads.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { lockBalance, moveFunds } from "#features/ledger/ledger.writes.ts";
import type { Tx } from "#lib/db/pool.ts";
import { emitEvent } from "#lib/jobs/events.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

/**
 * Pays what a user owes out of the wallet, as far as what can be spent reaches: never below zero, and nothing that is
 * reserved. The wallet's lock makes it happen once, whoever calls it. To be called after everything that makes a debt and
 * after every credit; a sweep does it for money that becomes free otherwise. The caller pokes the events afterwards.
 * @returns what was paid.
 */
export async function repayDebt(tx: Tx, userId: number): Promise<Kopecks> {
  // Nearly nobody owes anything: looked at first without a lock. Who makes a debt calls this in the same transaction.
  if ((await getDebt(tx, userId)) <= 0) return kopecks(0);
  const available = await lockBalance(tx, "user", userId);
  const owed = await getDebt(tx, userId);
  const amountKopecks = kopecks(Math.min(available, owed));
  if (amountKopecks <= 0) return kopecks(0);
  const { version } = await getBalance(tx, userId);
  await moveFunds(tx, {
    kind: "debt_repayment",
    userId,
    amountKopecks,
    houseCode: "main",
    // Every movement of the wallet has its own version.
    reference: `debt:${userId}:${version + 1}`,
    reason: "debt",
  });
  await emitEvent(tx, { userId, kind: "balance", data: {} });
  return amountKopecks;
}

export type DebtReversal = {
  readonly userId: number;
  readonly amountKopecks: Kopecks;
  /** The provider that gave the money back. */
  readonly provider: string;
  readonly reference: string;
};

/**
 * Takes a debt back that turned out to be none (a won dispute). What the house had written off of it is the house's again, and what
 * the wallet had paid of it comes back to the wallet. Once per reference.
 */
export async function reverseDebt(
  tx: Tx,
  { userId, amountKopecks, provider, reference }: DebtReversal,
): Promise<void> {
  await lockBalance(tx, "user", userId);
  const move = { userId, houseCode: provider, reason: provider };
  const { replayed } = await moveFunds(tx, { ...move, kind: "debt_reversal", amountKopecks, reference });
  if (replayed) return;
  const overpaid = -(await getDebt(tx, userId));
  if (overpaid <= 0) return;
  // First the house: nobody gets money for a debt that was given to them.
  const writtenOff = Math.min(overpaid, await getWrittenOff(tx, userId));
  if (writtenOff > 0) {
    await moveFunds(tx, {
      ...move,
      houseCode: "main",
      kind: "debt_write_off_reversal",
      amountKopecks: kopecks(writtenOff),
      reference: `${reference}:write-off`,
    });
  }
  if (overpaid === writtenOff) return;
  await moveFunds(tx, {
    ...move,
    kind: "debt_return",
    amountKopecks: kopecks(overpaid - writtenOff),
    reference: `${reference}:return`,
  });
}
