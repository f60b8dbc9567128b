import { refuseForeignSource } from "#features/payments/withdrawals/terms.reads.ts";
import type { WithdrawalView } from "#features/payments/withdrawals/withdrawals.contract.ts";
import {
  nextState,
  statesOfStage,
  type WithdrawalMethod,
  type WithdrawalSource,
  type WithdrawalStage,
  type WithdrawalState,
} from "#features/payments/withdrawals.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { translateMessage } from "#lib/i18n/translate.ts";

/** Reasons of ours; anything else in `reason` was written by the staff and is shown as it is. */
const ownReasons: readonly string[] = ["provider_refused", "debt", "not_confirmed", "refunded_orders"];

type Row = {
  id: number;
  userId: number;
  source: WithdrawalSource;
  method: WithdrawalMethod;
  paymentId: number | null;
  amountKopecks: number;
  feeKopecks: number;
  bonusKopecks: number;
  receiverAmount: string;
  receiverCurrency: string;
  maskedDestination: string | null;
  /** What its owner wrote to the staff. */
  comment: string | null;
  state: WithdrawalState;
  needsSecond: boolean;
  firstApprovedBy: number | null;
  approvedBy: number | null;
  closedBy: number | null;
  reason: string | null;
  externalId: string | null;
  asks: number;
  createdAt: Date;
  closedAt: Date | null;
  /** Set while its new card or address rests, or all money of its owner does (identity_money_rests_until). */
  restsUntil: Date | null;
};

/** A withdrawal as the staff sees it; where it goes is masked. */
export type StaffWithdrawal = Readonly<Row>;

const COLUMNS = `id, user_id as "userId", source, method, payment_id as "paymentId", amount_kopecks as "amountKopecks",
  fee_kopecks as "feeKopecks", bonus_kopecks as "bonusKopecks", receiver_amount as "receiverAmount",
  receiver_currency as "receiverCurrency", masked_destination as "maskedDestination", comment, state, needs_second as "needsSecond",
  first_approved_by as "firstApprovedBy", approved_by as "approvedBy", closed_by as "closedBy", reason,
  external_id as "externalId", asks, created_at as "createdAt", closed_at as "closedAt",
  (select greatest(q.rests_until, identity_money_rests_until(q.user_id)) from payments_payout_destinations q
    where q.id = destination_id and closed_at is null and approved_by is null
      and greatest(q.rests_until, identity_money_rests_until(q.user_id)) > app_now()) as "restsUntil"`;

/** A withdrawal of this user in a language, or null: a stranger's does not exist for them. */
export async function findWithdrawalView(
  db: Queryable,
  userId: number,
  id: number,
  locale: Locale,
): Promise<WithdrawalView | null> {
  const row = await maybeOne<Row>(db, {
    text: `select ${COLUMNS} from payments_withdrawals where id = $1 and user_id = $2`,
    values: [id, userId],
  });
  return row && toView(row, locale);
}

export type WithdrawalPage = { withdrawals: WithdrawalView[]; hasMore: boolean };

/** A page of a user's withdrawals, newest first, by the id of the last one seen. Throws NOT_FOUND for a source the user does not have. */
export async function listWithdrawalViews(
  db: Queryable,
  userId: number,
  page: {
    source?: WithdrawalSource | undefined;
    stage?: WithdrawalStage | undefined;
    before?: number | undefined;
    limit: number;
  },
  locale: Locale,
): Promise<WithdrawalPage> {
  await refuseForeignSource(db, userId, page.source);
  const found = await rows<Row>(db, {
    text: `select ${COLUMNS} from payments_withdrawals
      where user_id = $1 and ($2::text is null or source = $2) and ($3::bigint is null or id < $3)
        and ($4::text[] is null or state = any ($4))
      order by id desc limit $5`,
    values: [
      userId,
      page.source ?? null,
      page.before ?? null,
      page.stage ? statesOfStage(page.stage) : null,
      page.limit + 1,
    ],
  });
  const withdrawals = found.slice(0, page.limit).map((row) => toView(row, locale));
  return { withdrawals, hasMore: found.length > page.limit };
}

function toView(row: Row, locale: Locale): WithdrawalView {
  const text = (key: string) => translateMessage(locale, `payments.withdrawals.${key}`);
  const reason =
    row.reason !== null && ownReasons.includes(row.reason) ? text(`reasons.${row.reason}`) : row.reason;
  return {
    id: row.id,
    source: row.source,
    method: row.method,
    methodName: text(`methods.${row.method}`),
    state: row.state,
    stateText: text(`states.${row.state}`),
    reason,
    amountKopecks: row.amountKopecks,
    feeKopecks: row.feeKopecks,
    bonusKopecks: row.bonusKopecks,
    payout: { amount: row.receiverAmount, currency: row.receiverCurrency },
    requisites: row.maskedDestination,
    comment: row.comment,
    paymentId: row.paymentId,
    transactionId: row.externalId,
    canCancel: nextState(row.state, "cancel") !== null,
    restsUntil: row.restsUntil?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
  };
}

export type StaffFilter = {
  readonly states?: readonly WithdrawalState[];
  readonly source?: WithdrawalSource;
  readonly userId?: number;
  /** The id of the last one of the page before. */
  readonly before?: number;
  readonly limit: number;
};

/** Withdrawals for the money desk, newest first; at most `limit`. */
export function listWithdrawalsForStaff(db: Queryable, filter: StaffFilter): Promise<StaffWithdrawal[]> {
  return rows<Row>(db, {
    text: `select ${COLUMNS} from payments_withdrawals
      where ($1::text[] is null or state = any ($1)) and ($2::text is null or source = $2)
        and ($3::bigint is null or user_id = $3) and ($4::bigint is null or id < $4)
      order by id desc limit $5`,
    values: [
      filter.states ?? null,
      filter.source ?? null,
      filter.userId ?? null,
      filter.before ?? null,
      filter.limit,
    ],
  });
}

/** One withdrawal for the money desk, or null. */
export function findWithdrawalForStaff(db: Queryable, id: number): Promise<StaffWithdrawal | null> {
  return maybeOne<Row>(db, {
    text: `select ${COLUMNS} from payments_withdrawals where id = $1`,
    values: [id],
  });
}
