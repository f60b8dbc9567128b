import sql from "sql-template-tag";
import { minorText } from "#features/payments/charge-currency/charge-currency.rules.ts";
import { listClaimViews } from "#features/payments/claims/claims.reads.ts";
import { claimLimits } from "#features/payments/claims/claims.rules.ts";
import type { InvoiceView } from "#features/payments/invoice/invoice.contract.ts";
import { findPaymentView } from "#features/payments/payments.reads.ts";
import type { TransferMatch } from "#features/payments/tether.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";
import type { Locale } from "#lib/i18n/locales.ts";

type InvoiceRow = {
  address: string;
  amountMicro: number;
  expiresAt: Date;
  secondsLeft: number;
  isSeen: boolean;
};

const usdtText = (micro: number): string => minorText(BigInt(micro), "USDT");

/** The invoice of a payment of this user in a language, or null: a stranger's does not exist for them. */
export async function findInvoiceView(
  db: Queryable,
  userId: number,
  paymentId: number,
  locale: Locale,
): Promise<InvoiceView | null> {
  const payment = await findPaymentView(db, userId, paymentId, locale);
  if (!payment) return null;
  const [invoice, otherTransfers, claims] = await Promise.all([
    findInvoice(db, paymentId),
    listOtherTransfers(db, paymentId),
    listClaimViews(db, { userId, paymentId, locale }),
  ]);
  if (!invoice) return null;
  return {
    payment,
    address: invoice.address,
    amountUsdt: usdtText(invoice.amountMicro),
    expiresAt: invoice.expiresAt.toISOString(),
    secondsLeft: invoice.secondsLeft,
    isSeen: invoice.isSeen,
    otherTransfers,
    claimFeeUsd: claimLimits.feeUsd,
    claims,
  };
}

function findInvoice(db: Queryable, paymentId: number): Promise<InvoiceRow | null> {
  return maybeOne<InvoiceRow>(
    db,
    sql`select address, amount_micro as "amountMicro", expires_at as "expiresAt",
          greatest(0, floor(extract(epoch from expires_at - app_now())))::int as "secondsLeft",
          seen_transaction_id is not null as "isSeen"
        from payments_tether_invoices where payment_id = ${paymentId}`,
  );
}

/** Without ids: whoever claims one knows it from their own wallet. */
async function listOtherTransfers(db: Queryable, paymentId: number): Promise<InvoiceView["otherTransfers"]> {
  const found = await rows<{ amountMicro: number; match: TransferMatch; at: Date }>(
    db,
    sql`select amount_micro as "amountMicro", match, block_at as at from payments_tether_transfers
        where payment_id = ${paymentId} and match <> 'exact' order by block_at, id`,
  );
  return found.map(({ amountMicro, match, at }) => ({
    amountUsdt: usdtText(amountMicro),
    match,
    at: at.toISOString(),
  }));
}
