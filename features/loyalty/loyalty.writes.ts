import { repayDebt } from "#features/ledger/debts/debts.writes.ts";
import { returnCashback } from "#features/loyalty/weeks/weeks.writes.ts";
import { returnWelcome } from "#features/loyalty/welcome/welcome.writes.ts";
import { lockCreditedPayment } from "#features/payments/turnover/turnover.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { emitEvent, notifyListeners } from "#lib/jobs/events.ts";
import { addKopecks, type Kopecks, kopecks } from "#lib/money/kopecks.ts";

/**
 * Brings what a top-up brought beside itself in line with what is left of it: the welcome bonus, and the cashback of a week
 * that is paid. However often it runs, nothing goes back twice. Answers what moved, below zero when it came again.
 */
export async function reverseBonuses(db: Db, paymentId: number): Promise<Kopecks | null> {
  const moved = await withTransaction(db, async (tx) => {
    const payment = await lockCreditedPayment(tx, paymentId);
    if (!payment) return null;
    const { userId } = payment;
    // The week first: it locks the other payments of the week, which are taken before any wallet.
    const amounts = [await returnCashback(tx, payment), await returnWelcome(tx, payment)];
    if (amounts.every((amount) => amount === 0)) return kopecks(0);
    await repayDebt(tx, userId);
    await emitEvent(tx, { userId, kind: "balance", data: { paymentId, bonusReversed: true } });
    return addKopecks(...amounts);
  });
  if (moved) notifyListeners(db);
  return moved;
}
