import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import type { Staff } from "#features/back-office/back-office.rules.ts";
import { recordAction } from "#features/identity/audit.writes.ts";
import { GatewayFault, type Gateways } from "#features/payments/gateway/provider.gateway.ts";
import { findPaymentSource } from "#features/payments/payment-facts.reads.ts";
import { paymentErrors } from "#features/payments/payments.errors.ts";
import type { ProviderPayment } from "#features/payments/payments.rules.ts";
import { type Settled, settleRecorded, type TakenAnswer } from "#features/payments/settlement.writes.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";

export type AskedPayment = { readonly word: ProviderPayment | null; readonly settled: Settled };

/**
 * Asks the provider about a payment now and takes its answer in as the sweep would, with the audit in the same transaction:
 * never more than that, so asking is safe. Throws DESK_NOTHING_THERE, PROVIDER_UNAVAILABLE (also where its settings are gone).
 */
export async function askProvider(
  db: Db,
  gateways: Gateways,
  id: number,
  staff: Staff,
): Promise<AskedPayment> {
  const payment = await findPaymentSource(db, id);
  if (!payment) throw new AppError(backOfficeErrors.DESK_NOTHING_THERE);
  const { provider, providerPaymentId } = payment;
  const record = (tx: Tx, { answer, settled }: TakenAnswer) =>
    recordAction(tx, {
      actorId: staff.staffId,
      action: "payment.ask",
      subject: `payment:${id}`,
      details: { provider, state: answer?.state ?? null, settled },
      ip: staff.ip,
    });
  if (providerPaymentId === null) {
    // Nothing to ask about: the provider has never named it.
    await withTransaction(db, (tx) => record(tx, { answer: null, settled: "unknown" }));
    return { word: null, settled: "unknown" };
  }
  const gateway = gateways.get(provider);
  if (!gateway) throw new AppError(paymentErrors.PROVIDER_UNAVAILABLE);
  try {
    const { answer, settled } = await settleRecorded(db, gateway, providerPaymentId, record);
    return { word: answer, settled };
  } catch (error) {
    if (!(error instanceof GatewayFault)) throw error;
    throw new AppError(paymentErrors.PROVIDER_UNAVAILABLE, { cause: error, headers: { "retry-after": "5" } });
  }
}
