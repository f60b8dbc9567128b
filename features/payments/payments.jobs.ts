import { GatewayFault, type Gateways } from "#features/payments/gateway/provider.gateway.ts";
import { guestSweeps } from "#features/payments/guests/guests.jobs.ts";
import { configuredGateways, configuredTether } from "#features/payments/payments.gateway.ts";
import {
  claimDuePayments,
  type DuePayment,
  giveUpPayment,
} from "#features/payments/provider-polling.writes.ts";
import { forgetRefusedNotices } from "#features/payments/provider-webhooks.writes.ts";
import { settlePayment } from "#features/payments/settlement.writes.ts";
import { tetherSweeps } from "#features/payments/tether/tether.jobs.ts";
import { transferSweeps } from "#features/payments/transfers/transfers.jobs.ts";
import type { Db } from "#lib/db/pool.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";
import { log } from "#lib/log.ts";

const BATCH = 20;

/** Asks the providers about payments whose notice may have been lost, and ends those whose time is over. */
export async function askProviders(db: Db, gateways: Gateways): Promise<number> {
  const due = await claimDuePayments(db, BATCH);
  await Promise.all(due.map((payment) => askProvider(db, gateways, payment)));
  return due.length;
}

async function askProvider(db: Db, gateways: Gateways, payment: DuePayment): Promise<void> {
  if (payment.providerPaymentId === null) return giveUpPayment(db, payment.id);
  const gateway = gateways.get(payment.provider);
  // A provider whose settings were taken away is asked again once they are back.
  if (!gateway) return;
  try {
    const settled = await settlePayment(db, gateway, payment.providerPaymentId);
    if (settled === "unknown") await giveUpPayment(db, payment.id);
  } catch (error) {
    if (!(error instanceof GatewayFault)) throw error;
    log.debug({ paymentId: payment.id, error: error.message }, "provider could not be asked");
  }
}

const gateways = configuredGateways();

export const paymentSweeps = [
  ...tetherSweeps(configuredTether()),
  ...transferSweeps,
  ...guestSweeps(gateways),
  defineSweep({ name: "payments: ask providers", everyMs: 2_000, run: (db) => askProviders(db, gateways) }),
  defineSweep({
    name: "payments: forget refused notices",
    everyMs: 600_000,
    run: (db) => forgetRefusedNotices(db, 1_000),
  }),
];
