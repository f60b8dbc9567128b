import { GatewayFault, type PaymentGateway } from "#features/payments/gateway/provider.gateway.ts";
import { referenceOf } from "#features/payments/payments.rules.ts";
import { settlePayment } from "#features/payments/settlement.writes.ts";
import { isWatchDue, listUnsettledPayments } from "#features/payments/tether/tether.reads.ts";
import { releaseInvoices, takeTransfersIn } from "#features/payments/tether/tether.writes.ts";
import type { TronChain } from "#features/payments/tether/tron.gateway.ts";
import type { Db } from "#lib/db/pool.ts";
import { defineSweep, type Sweep } from "#lib/jobs/sweeps.ts";
import { log } from "#lib/log.ts";

const BATCH = 100;

/** Looks at the chain and settles the payments whose invoice something came for. Answers how many. */
export async function watchChain(db: Db, gateway: PaymentGateway, chain: TronChain): Promise<number> {
  if (!(await isWatchDue(db, chain.address))) return 0;
  try {
    await takeTransfersIn(db, chain);
    const paymentIds = await listUnsettledPayments(db, BATCH);
    for (const id of paymentIds) await settlePayment(db, gateway, referenceOf(id));
    return paymentIds.length;
  } catch (error) {
    if (!(error instanceof GatewayFault)) throw error;
    log.debug({ error: error.message }, "the chain could not be read");
    return 0;
  }
}

/** The sweeps of Tether; none where there is no address. */
export function tetherSweeps(tether: { gateway: PaymentGateway; chain: TronChain } | null): Sweep[] {
  if (!tether) return [];
  return [
    defineSweep({
      name: "payments: watch the tether address",
      everyMs: 4_000,
      run: (db) => watchChain(db, tether.gateway, tether.chain),
    }),
    defineSweep({
      name: "payments: release tether amounts",
      everyMs: 600_000,
      run: (db) => releaseInvoices(db, 1_000),
    }),
  ];
}
