import sql from "sql-template-tag";
import type { z } from "zod";
import { deskPageSize, pageFrom } from "#features/back-office/back-office.rules.ts";
import type {
  DeskPayment,
  DeskPaymentDetails,
  listDeskPaymentsEndpoint,
  TransferLine,
} from "#features/back-office/payments/payments.contract.ts";
import { listTransfersAbout } from "#features/ledger/transfer-lines.reads.ts";
import { listProviderNotices } from "#features/payments/payment-facts.reads.ts";
import { oddStates, type PaymentState } from "#features/payments/payments.rules.ts";
import { readId } from "#lib/api/id-text.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";

type Row = {
  id: number;
  userId: number | null;
  userName: string;
  userEmail: string;
  method: string;
  provider: string;
  providerPaymentId: string | null;
  amountKopecks: number;
  state: PaymentState;
  chargeAmount: string | null;
  chargeCurrency: string;
  providerAmount: string | null;
  providerCurrency: string | null;
  reversedKopecks: number;
  createdAt: Date;
  creditedAt: Date | null;
};

const PAYMENT = sql`select p.id, p.user_id as "userId", coalesce(u.name, '') as "userName", coalesce(u.email, '') as "userEmail",
    p.method, p.provider, p.provider_payment_id as "providerPaymentId", p.amount_kopecks as "amountKopecks", p.state,
    p.charge_amount as "chargeAmount", p.charge_currency as "chargeCurrency", p.provider_amount as "providerAmount",
    p.provider_currency as "providerCurrency", p.reversed_kopecks as "reversedKopecks", p.created_at as "createdAt",
    p.credited_at as "creditedAt"`;
const FROM = sql`from payments_for_staff p left join identity_people u on u.id = p.user_id`;

function toView(row: Row): DeskPayment {
  const { chargeAmount, chargeCurrency, providerAmount, providerCurrency } = row;
  return {
    id: row.id,
    user: row.userId === null ? null : { id: row.userId, name: row.userName, email: row.userEmail },
    method: row.method,
    provider: row.provider,
    providerPaymentId: row.providerPaymentId,
    amountKopecks: row.amountKopecks,
    state: row.state,
    charged:
      chargeAmount !== null && chargeCurrency !== "RUB"
        ? { amount: chargeAmount, currency: chargeCurrency }
        : null,
    received:
      providerAmount !== null && providerCurrency !== null
        ? { amount: providerAmount, currency: providerCurrency }
        : null,
    takenBackKopecks: row.reversedKopecks,
    createdAt: row.createdAt.toISOString(),
    creditedAt: row.creditedAt?.toISOString() ?? null,
  };
}

export type PaymentFilter = z.output<NonNullable<typeof listDeskPaymentsEndpoint.query>>;

/** Payments that fit, newest first. */
export async function listDeskPayments(
  db: Queryable,
  { state, method, userId, search, from, to, days, before }: PaymentFilter,
): Promise<{ items: DeskPayment[]; hasMore: boolean }> {
  const ownId = readId(search ?? "");
  const states = state === "odd" ? [...oddStates] : state ? [state] : null;
  const at = days === "credited" ? sql`p.credited_at` : sql`p.created_at`;
  const found = await rows<Row>(
    db,
    sql`${PAYMENT} ${FROM}
        where (${states}::text[] is null or p.state = any (${states}::text[])
            or (${state ?? null}::text = 'odd' and p.is_kept))
          and (${method ?? null}::text is null or p.method = ${method ?? null})
          and (${userId ?? null}::bigint is null or p.user_id = ${userId ?? null})
          and (${search ?? null}::text is null or p.provider_payment_id = ${search ?? null} or p.id = ${ownId}::bigint)
          and (${from ?? null}::date is null or ${at} >= ${from ?? null}::date at time zone 'UTC')
          and (${to ?? null}::date is null or ${at} < (${to ?? null}::date + 1) at time zone 'UTC')
          and (${days} <> 'credited' or p.credited_at is not null)
          and (${before ?? null}::bigint is null or p.id < ${before ?? null})
        order by p.id desc limit ${deskPageSize + 1}`,
  );
  const { items, hasMore } = pageFrom(found);
  return { items: items.map(toView), hasMore };
}

type DeskPaymentRow = Row & {
  expiresAt: Date;
  dueAt: Date | null;
  asks: number;
  hasFingerprint: boolean;
  creditedTransferId: number | null;
};
/** One payment with what its provider sent and what it moved, or null. */
export async function findDeskPayment(db: Queryable, id: number): Promise<DeskPaymentDetails | null> {
  const row = await maybeOne<DeskPaymentRow>(
    db,
    sql`${PAYMENT}, p.expires_at as "expiresAt", p.due_at as "dueAt", p.asks,
          p.has_fingerprint as "hasFingerprint", p.credited_transfer_id as "creditedTransferId"
        ${FROM} where p.id = ${id}`,
  );
  if (!row) return null;
  const notices =
    row.providerPaymentId === null ? [] : await listNotices(db, row.provider, row.providerPaymentId);
  return {
    ...toView(row),
    expiresAt: row.expiresAt.toISOString(),
    dueAt: row.dueAt?.toISOString() ?? null,
    asks: row.asks,
    hasFingerprint: row.hasFingerprint,
    notices,
    transfers: await listTransfersOf(db, row),
  };
}

async function listNotices(db: Queryable, provider: string, providerPaymentId: string) {
  const found = await listProviderNotices(db, { provider, providerPaymentId }, 100);
  return found.map((notice) => ({
    ...notice,
    receivedAt: notice.receivedAt.toISOString(),
    lastReceivedAt: notice.lastReceivedAt.toISOString(),
  }));
}

/** The transfers whose reference begins with the payment's own, and the one that credited it. */
async function listTransfersOf(db: Queryable, row: DeskPaymentRow): Promise<TransferLine[]> {
  const reference = `payment:${row.provider}:${row.providerPaymentId}`;
  const found = await listTransfersAbout(db, { reference, transferId: row.creditedTransferId }, 200);
  return found.map((line) => ({ ...line, at: line.at.toISOString() }));
}
