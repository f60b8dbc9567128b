import sql from "sql-template-tag";
import { usdtRateAt } from "#features/payments/charge-currency/charge-currency.reads.ts";
import type { ClaimView } from "#features/payments/claims/claims.contract.ts";
import { type ClaimState, claimWorth } from "#features/payments/claims/claims.rules.ts";
import type { PaymentState } from "#features/payments/payments.rules.ts";
import { type TransferMatch, tetherLimits, tetherProvider } from "#features/payments/tether.rules.ts";
import {
  DESTINATION_RESTS_UNTIL,
  DESTINATION_STATE,
} from "#features/payments/withdrawals/payout-destination/payout-destination.reads.ts";
import {
  type DestinationState,
  maskDestination,
} from "#features/payments/withdrawals/payout-destination/payout-destination.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { translateMessage } from "#lib/i18n/translate.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";

/**
 * A value, where `c` is a claim and `t` its transfer: the rate that the transfer is worth at. A payment gives its rate only to what
 * came within its time, the one that the transfer was put down to before the one that the claim names: else whoever claims would choose
 * among the rates of all payments they ever began. Without one it is the rate of the moment at which the transfer came.
 */
export const CLAIM_RATE = sql`coalesce(
  (select a.rub_per_unit from payments a join payments_tether_invoices i on i.payment_id = a.id
    where a.id in (t.payment_id, c.payment_id)
      and t.block_at between i.created_at - make_interval(secs => ${tetherLimits.clockSeconds}) and i.expires_at
    order by a.id = t.payment_id desc limit 1),
  ${usdtRateAt(sql`t.block_at`)})`;

type ClaimRow = Omit<ClaimView, "stateText" | "returnRestsUntil" | "createdAt" | "decidedAt"> & {
  returnRestsUntil: Date | null;
  createdAt: Date;
  decidedAt: Date | null;
};

/** The claims of one payment of this user, newest first, in a language. */
export async function listClaimViews(
  db: Queryable,
  { userId, paymentId, locale }: { userId: number; paymentId: number; locale: Locale },
): Promise<ClaimView[]> {
  const found = await rows<ClaimRow>(
    db,
    sql`select c.id, c.state, c.transaction_id as "transactionId", c.return_address as "returnAddress",
          ${DESTINATION_STATE} as "returnAddressState", ${DESTINATION_RESTS_UNTIL} as "returnRestsUntil", c.contact,
          c.credited_kopecks as "creditedKopecks", c.return_transaction_id as "returnTransactionId", c.reason,
          c.created_at as "createdAt", c.decided_at as "decidedAt"
        from payments_claims c left join payments_payout_destinations q on q.id = c.destination_id
        where c.payment_id = ${paymentId} and c.user_id = ${userId} order by c.id desc`,
  );
  return found.map((row) => ({
    ...row,
    stateText: translateMessage(locale, `payments.claims.states.${row.state}`),
    returnRestsUntil: row.returnRestsUntil?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
  }));
}

/** Is this a Tether payment of the user? */
export async function ownsTetherPayment(db: Queryable, userId: number, paymentId: number): Promise<boolean> {
  const payment = await maybeOne(
    db,
    sql`select id from payments where id = ${paymentId} and user_id = ${userId} and provider = ${tetherProvider}`,
  );
  return payment !== null;
}

/** A claim as the staff see it. */
export type ClaimLine = {
  readonly id: number;
  readonly state: ClaimState;
  readonly userId: number;
  readonly paymentId: number;
  readonly paymentState: PaymentState;
  readonly paymentKopecks: number;
  /** What the invoice asked for, in USDT. */
  readonly chargeAmount: string | null;
  readonly transactionId: string;
  /** In full only when money may go there. */
  readonly returnAddress: string;
  readonly returnAddressState: DestinationState;
  readonly returnRestsUntil: Date | null;
  readonly contact: string;
  /** The transfer on the chain; null while there is none with this id to our address. */
  readonly transfer: ClaimedTransfer | null;
  /** Who has said, where it takes two, that it is to be credited; their latest words, oldest first. */
  readonly signatures: readonly ClaimSigned[];
  /** Claims of other users about the same transaction. */
  readonly otherClaims: number;
  readonly creditedKopecks: number | null;
  readonly returnTransactionId: string | null;
  readonly reason: string | null;
  readonly decidedBy: number | null;
  readonly decidedAt: Date | null;
  readonly createdAt: Date;
};

type ClaimSigned = { readonly actorId: number; readonly withFee: boolean; readonly signedAt: Date };

type ClaimedTransfer = {
  readonly match: TransferMatch;
  /** The payment it was put down to: another one than the claim's is a warning. */
  readonly paymentId: number | null;
  readonly fromAddress: string;
  readonly amountMicro: number;
  readonly blockAt: Date;
  /** What crediting it would bring; null when nothing would be left. */
  readonly worthKopecks: Kopecks | null;
  readonly worthLessFeeKopecks: Kopecks | null;
};

type SignedOnWire = Omit<ClaimSigned, "signedAt"> & { readonly signedAt: string };

type LineRow = Omit<ClaimLine, "transfer" | "signatures"> & {
  signatures: readonly SignedOnWire[] | null;
  rate: string;
  feeMicro: number;
  match: TransferMatch | null;
  matchedPaymentId: number | null;
  fromAddress: string;
  amountMicro: number;
  blockAt: Date;
};

/** Claims for the staff, oldest first (they wait); `afterId` is the last of the page before. */
export async function listClaims(
  db: Queryable,
  { states, afterId, limit }: { states: readonly ClaimState[]; afterId: number | null; limit: number },
): Promise<ClaimLine[]> {
  const found = await rows<LineRow>(
    db,
    sql`select c.id, c.state, c.user_id as "userId", c.payment_id as "paymentId", p.state as "paymentState",
          p.amount_kopecks as "paymentKopecks", p.charge_amount as "chargeAmount", c.transaction_id as "transactionId",
          c.return_address as "returnAddress", ${DESTINATION_STATE} as "returnAddressState",
          ${DESTINATION_RESTS_UNTIL} as "returnRestsUntil", c.contact, c.credited_kopecks as "creditedKopecks",
          c.return_transaction_id as "returnTransactionId", c.reason, c.decided_by as "decidedBy",
          c.decided_at as "decidedAt", c.created_at as "createdAt", c.fee_micro as "feeMicro",
          coalesce(c.rub_per_unit, ${CLAIM_RATE})::text as rate,
          (select jsonb_agg(jsonb_build_object('actorId', s.actor_id, 'withFee', s.with_fee,
              'signedAt', s.signed_at) order by s.signed_at)
            from payments_claim_signatures s where s.claim_id = c.id) as signatures,
          (select count(*)::int from payments_claims o
            where o.transaction_id = c.transaction_id and o.user_id <> c.user_id) as "otherClaims",
          t.match, t.payment_id as "matchedPaymentId", t.from_address as "fromAddress",
          t.amount_micro as "amountMicro", t.block_at as "blockAt"
        from payments_claims c join payments p on p.id = c.payment_id
          left join payments_tether_transfers t on t.transaction_id = c.transaction_id
          left join payments_payout_destinations q on q.id = c.destination_id
        where c.state = any (${states}::text[]) and (${afterId}::bigint is null or c.id > ${afterId})
        order by c.id limit ${limit}`,
  );
  return found.map(toLine);
}

function toLine(row: LineRow): ClaimLine {
  const { rate, feeMicro, match, matchedPaymentId, fromAddress, amountMicro, blockAt, ...rest } = row;
  const signatures = (rest.signatures ?? []).map((one) => ({ ...one, signedAt: new Date(one.signedAt) }));
  const told = { ...rest, signatures };
  const line = { ...told, returnAddress: shownAddress(told) };
  if (match === null) return { ...line, transfer: null };
  const worth = (fee: bigint) => claimWorth(BigInt(amountMicro), fee, rate);
  return {
    ...line,
    transfer: {
      match,
      paymentId: matchedPaymentId,
      fromAddress,
      amountMicro,
      blockAt,
      worthKopecks: worth(0n),
      worthLessFeeKopecks: worth(BigInt(feeMicro)),
    },
  };
}

/** Nobody sends money by mistake to an address that is not read before it may be used. */
function shownAddress({ state, returnAddress, returnAddressState }: Omit<ClaimLine, "transfer">): string {
  const isHidden = state === "open" && returnAddressState !== "usable";
  return isHidden ? maskDestination("usdt", returnAddress) : returnAddress;
}

/** What the staff credited for a user's claim about this payment, or null. */
export async function findClaimCredit(
  db: Queryable,
  userId: number,
  paymentId: number,
): Promise<number | null> {
  const [found] = await rows<{ creditedKopecks: number }>(db, {
    text: `select credited_kopecks as "creditedKopecks" from payments_claims
      where payment_id = $1 and user_id = $2 and state = 'credited' order by id limit 1`,
    values: [paymentId, userId],
  });
  return found?.creditedKopecks ?? null;
}
