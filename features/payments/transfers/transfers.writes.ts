import sql from "sql-template-tag";
import { transferProvider } from "#features/payments/methods.rules.ts";
import { paymentErrors } from "#features/payments/payments.errors.ts";
import {
  expectedStates,
  placeParts,
  type ReturnContext,
  statesBefore,
} from "#features/payments/payments.rules.ts";
import { transferErrors } from "#features/payments/transfers/transfers.errors.ts";
import {
  cleanText,
  transferLimits,
  transferPath,
  transferReference,
} from "#features/payments/transfers/transfers.rules.ts";
import { inputHash } from "#lib/api/input-hash.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";

export type TransferStart = {
  readonly userId: number;
  readonly amountKopecks: Kopecks;
  readonly note: string;
  readonly receipt: string;
  readonly context: ReturnContext;
  readonly idempotencyKey: string;
  /** Of the page that the payer is sent to. */
  readonly locale: Locale;
};

export type StartedTransfer = { readonly id: number; readonly reference: string; readonly replayed: boolean };

/**
 * Records a transfer that will come through the support; it waits for the staff's word. The same key answers the same one.
 * Throws TOO_MANY_TRANSFERS, IDEMPOTENCY_MISMATCH.
 */
export async function startTransfer(db: Db, start: TransferStart): Promise<StartedTransfer> {
  const inputHash = hashOf(start);
  return withTransaction(db, async (tx) => {
    const made = await maybeOne<{ id: number }>(
      tx,
      sql`insert into payments (user_id, method, provider, amount_kopecks, state, idempotency_key, input_hash,
            return_context, expires_at, due_at)
          values (${start.userId}, 'support', ${transferProvider}, ${start.amountKopecks}, 'created',
            ${start.idempotencyKey}, ${inputHash}, ${start.context},
            app_now() + make_interval(days => ${transferLimits.openDays}),
            app_now() + make_interval(days => ${transferLimits.openDays}))
          on conflict (user_id, idempotency_key) do nothing returning id`,
    );
    if (!made) return findEarlier(tx, start, inputHash);
    await refuseTooMany(tx, start.userId);
    await openTransfer(tx, made.id, start);
    return { id: made.id, reference: transferReference(made.id), replayed: false };
  });
}

function hashOf({ amountKopecks, note, receipt, context }: TransferStart): string {
  return inputHash("transfer", amountKopecks, note, receipt, ...placeParts(context));
}

async function findEarlier(tx: Tx, start: TransferStart, inputHash: string): Promise<StartedTransfer> {
  const earlier = await one<{ id: number; inputHash: string }>(
    tx,
    sql`select id, input_hash as "inputHash" from payments
        where user_id = ${start.userId} and idempotency_key = ${start.idempotencyKey}`,
  );
  if (earlier.inputHash !== inputHash) throw new AppError(apiErrors.IDEMPOTENCY_MISMATCH);
  return { id: earlier.id, reference: transferReference(earlier.id), replayed: true };
}

/** Counted with the new one; so that nobody fills the staff's queue. */
async function refuseTooMany(tx: Tx, userId: number): Promise<void> {
  const { waiting } = await one<{ waiting: number }>(
    tx,
    sql`select count(*)::int as waiting from payments
        where user_id = ${userId} and provider = ${transferProvider} and state = any (${[...statesBefore("open"), ...statesBefore("expire")]}::text[])`,
  );
  if (waiting > transferLimits.openAtOnce) {
    throw new AppError(transferErrors.TOO_MANY_TRANSFERS, { details: { count: transferLimits.openAtOnce } });
  }
}

async function openTransfer(tx: Tx, id: number, start: TransferStart): Promise<void> {
  const receipt = cleanText(start.receipt);
  await execute(
    tx,
    sql`insert into payments_transfers (payment_id, note, receipt, receipt_at)
        values (${id}, ${cleanText(start.note)}, ${receipt}, case when ${receipt} = '' then null else app_now() end)`,
  );
  await execute(
    tx,
    sql`update payments set state = 'pending', provider_payment_id = ${transferReference(id)},
          redirect_url = ${localizedPath(start.locale, transferPath(id))}, updated_at = app_now()
        where id = ${id} and state = any (${statesBefore("open")}::text[])`,
  );
}

/** Records how the payer says that a transfer was sent. Throws PAYMENT_NOT_FOUND, TRANSFER_OVER. */
export async function addReceipt(
  db: Db,
  { userId, paymentId, receipt }: { userId: number; paymentId: number; receipt: string },
): Promise<string> {
  const text = cleanText(receipt);
  return withTransaction(db, async (tx) => {
    const payment = await maybeOne<{ isOpen: boolean }>(
      tx,
      sql`select state = any (${[...expectedStates, "expired"]}::text[]) as "isOpen" from payments
          where id = ${paymentId} and user_id = ${userId} and provider = ${transferProvider} for update`,
    );
    if (!payment) throw new AppError(paymentErrors.PAYMENT_NOT_FOUND);
    if (!payment.isOpen) throw new AppError(transferErrors.TRANSFER_OVER);
    await execute(
      tx,
      sql`update payments_transfers set receipt = ${text}, receipt_at = case when ${text} = '' then null else app_now() end
          where payment_id = ${paymentId} and receipt <> ${text}`,
    );
    return text;
  });
}
