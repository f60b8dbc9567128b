import { repayDebt } from "#features/ledger/debts/writes.ts";
import { returnCashback } from "#features/loyalty/weeks/writes.ts";
import { returnWelcome } from "#features/loyalty/welcome/writes.ts";
import { sumBonusesReturnedWith } from "#features/payments/turnover/reads.ts";
import { lockCreditedPayment } from "#features/payments/turnover/writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { emitEvent, pokeEvents } from "#lib/jobs/events.ts";
import { addKopecks, type Kopecks } from "#lib/money/kopecks.ts";

/**
 * Takes back what a top-up brought beside itself, as far as the top-up was taken back: the welcome bonus, and the cashback
 * of a week that is paid. However often it runs, nothing goes back twice. Answers what went back now.
 */
export async function takeBackBonuses(db: Db, paymentId: number): Promise<Kopecks | null> {
  const returned = await withTransaction(db, async (tx) => {
    const payment = await lockCreditedPayment(tx, paymentId);
    if (!payment) return null;
    const withdrawn = await sumBonusesReturnedWith(tx, paymentId);
    const welcome = await returnWelcome(tx, payment, withdrawn);
    const cashback = await returnCashback(tx, payment, welcome.withdrawnKopecks);
    const amount = addKopecks(welcome.movedKopecks, cashback);
    if (amount === 0) return amount;
    await repayDebt(tx, payment.userId);
    await emitEvent(tx, {
      userId: payment.userId,
      kind: "balance",
      data: { paymentId, bonusTakenBack: true },
    });
    return amount;
  });
  if (returned) pokeEvents(db);
  return returned;
}
