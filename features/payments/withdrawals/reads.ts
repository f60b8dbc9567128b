import sql from "sql-template-tag";
import { isReferralSoft } from "#features/identity/settings/reads.ts";
import { listWalletCredits } from "#features/ledger/credits/reads.ts";
import { getDebt } from "#features/ledger/debts/reads.ts";
import { getBalance, getReferralBalance } from "#features/ledger/reads.ts";
import { rateText } from "#features/payments/charging/rules.ts";
import type { Gateways } from "#features/payments/gateway/provider.ts";
import type {
  UnusedTopUp,
  WithdrawalMethodView,
  WithdrawalOptions,
  WithdrawalView,
} from "#features/payments/withdrawals/contract.ts";
import {
  type KeptBonus,
  kopecksForUsdt,
  type Lot,
  methodsOfSource,
  nextState,
  releasedStates,
  splitWallet,
  type WalletLeft,
  type WithdrawalMethod,
  type WithdrawalSource,
  type WithdrawalState,
  withdrawalLimits,
} from "#features/payments/withdrawals/rules.ts";
import { findUsdRate } from "#features/pricing/reads.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, one, rows } from "#lib/db/query.ts";
import { env } from "#lib/env.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { translateMessage } from "#lib/i18n/translate.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

/** Reasons of ours; anything else in `reason` was written by the staff and is shown as it is. */
const ownReasons: readonly string[] = ["provider_refused", "debt"];

type Row = {
  id: number;
  userId: number;
  source: WithdrawalSource;
  method: WithdrawalMethod;
  paymentId: number | null;
  amountKopecks: number;
  feeKopecks: number;
  bonusKopecks: number;
  payoutAmount: string;
  payoutCurrency: string;
  maskedRequisites: string | null;
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
};

/** A withdrawal as the staff sees it; requisites only masked. */
export type StaffWithdrawal = Readonly<Row>;

const COLUMNS = `id, user_id as "userId", source, method, payment_id as "paymentId", amount_kopecks as "amountKopecks",
  fee_kopecks as "feeKopecks", bonus_kopecks as "bonusKopecks", payout_amount as "payoutAmount",
  payout_currency as "payoutCurrency", masked_requisites as "maskedRequisites", state, needs_second as "needsSecond",
  first_approved_by as "firstApprovedBy", approved_by as "approvedBy", closed_by as "closedBy", reason,
  external_id as "externalId", asks, created_at as "createdAt", closed_at as "closedAt"`;

/** A withdrawal of this user in a language, or null: a stranger's does not exist for him. */
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

/** A page of a user's withdrawals, newest first, by the id of the last one seen. */
export async function listWithdrawalViews(
  db: Queryable,
  userId: number,
  page: { source?: WithdrawalSource | undefined; before?: number | undefined; limit: number },
  locale: Locale,
): Promise<WithdrawalPage> {
  const found = await rows<Row>(db, {
    text: `select ${COLUMNS} from payments_withdrawals
      where user_id = $1 and ($2::text is null or source = $2) and ($3::bigint is null or id < $3)
      order by id desc limit $4`,
    values: [userId, page.source ?? null, page.before ?? null, page.limit + 1],
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
    payout: { amount: row.payoutAmount, currency: row.payoutCurrency },
    requisites: row.maskedRequisites,
    paymentId: row.paymentId,
    transactionId: row.externalId,
    canCancel: nextState(row.state, "cancel") !== null,
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

/**
 * What of a payment went back by our own refunds, also those whose outcome is not known yet: what a provider reports as
 * taken back beyond this was taken by others. Read it with the payment's row locked.
 */
export async function sumSentBack(db: Queryable, paymentId: number): Promise<Kopecks> {
  const row = await one<{ sum: number }>(
    db,
    sql`select coalesce(sum(amount_kopecks), 0)::bigint as sum from payments_withdrawals
        where payment_id = ${paymentId} and state in ('sending', 'paid')`,
  );
  return kopecks(row.sum);
}

type PaymentRow = {
  id: number;
  transferId: number;
  method: string;
  provider: string;
  amountKopecks: number;
  /** What has neither been taken back by others (our own refunds are withdrawals) nor asked back by the user. */
  netKopecks: number;
  isCredited: boolean;
  isRecent: boolean;
  creditedAt: Date;
};

export type Unused = {
  readonly left: WalletLeft;
  readonly topUps: readonly (UnusedTopUp & { readonly method: string })[];
};

/**
 * Which top-ups are still unspent in the wallet, newest first, and what of them can go back now. Read with the wallet
 * locked when something is decided by it. `gateways`: the providers that are set up.
 */
export async function readUnusedTopUps(
  db: Queryable,
  gateways: Gateways,
  userId: number,
  locale: Locale,
): Promise<Unused> {
  const { availableKopecks } = await getBalance(db, userId);
  const credits = await listWalletCredits(db, userId, withdrawalLimits.creditsRead);
  const payments = await listCreditedPayments(
    db,
    credits.filter(({ origin }) => origin === "top_up").map(({ transferId }) => transferId),
  );
  const lots = credits.map((credit): Lot => {
    const payment = payments.get(credit.transferId);
    return payment ? { ...credit, amountKopecks: kopecks(payment.netKopecks) } : credit;
  });
  const left = splitWallet(availableKopecks, lots, await listKeptBonuses(db, userId));
  const topUps = [...left.topUps].flatMap(([transferId, share]) => {
    const payment = payments.get(transferId);
    if (!payment || share === 0 || !payment.isCredited) return [];
    const goesBack = payment.isRecent && Boolean(gateways.get(payment.provider)?.refund);
    return [
      {
        paymentId: payment.id,
        method: payment.method,
        methodName: translateMessage(locale, `payments.methods.${payment.method}`),
        amountKopecks: payment.amountKopecks,
        refundableKopecks: goesBack ? share : 0,
        throughSupportKopecks: goesBack ? 0 : share,
        creditedAt: payment.creditedAt.toISOString(),
      },
    ];
  });
  return { left, topUps };
}

async function listCreditedPayments(
  db: Queryable,
  transferIds: number[],
): Promise<ReadonlyMap<number, PaymentRow>> {
  const found = await rows<PaymentRow>(
    db,
    sql`select p.id, p.credited_transfer_id as "transferId", p.method, p.provider, p.amount_kopecks as "amountKopecks",
          greatest(p.amount_kopecks - p.debt_kopecks - coalesce(w.asked, 0), 0)::bigint as "netKopecks",
          p.state <> 'charged_back' as "isCredited",
          p.credited_at > app_now() - make_interval(days => ${withdrawalLimits.refundableDays}) as "isRecent",
          p.credited_at as "creditedAt"
        from payments p
        left join lateral (select sum(amount_kopecks) as asked from payments_withdrawals
          where payment_id = p.id and state <> all (${releasedStates as unknown as string[]}::text[])) w on true
        where p.credited_transfer_id = any (${transferIds}::bigint[])`,
  );
  return new Map(found.map((payment) => [payment.transferId, payment]));
}

async function listKeptBonuses(db: Queryable, userId: number): Promise<KeptBonus[]> {
  const found = await rows<{ holdId: number; amount: number }>(
    db,
    sql`select bonus_hold_id as "holdId", bonus_kopecks as amount from payments_withdrawals
        where user_id = ${userId} and bonus_hold_id is not null and bonus_free_at is null`,
  );
  return found.map(({ holdId, amount }) => ({ holdId, amountKopecks: kopecks(amount) }));
}

/** The least amount and the fee of a way out now; null for USDT while there is no rate. */
export type MethodTerms = {
  readonly minKopecks: Kopecks;
  readonly feeKopecks: Kopecks;
  readonly currency: "RUB" | "USDT";
  readonly microRubPerUnit: bigint | null;
};

/** The terms of a method as they are configured, with the newest rate for USDT. */
export async function readMethodTerms(db: Queryable, method: WithdrawalMethod): Promise<MethodTerms | null> {
  if (method === "usdt") {
    const rate = await findUsdRate(db);
    if (!rate) return null;
    return {
      minKopecks: kopecksForUsdt(env.WITHDRAWAL_USDT_MIN, rate.microRubPerUsd),
      feeKopecks: kopecks(env.WITHDRAWAL_USDT_FEE_KOPECKS),
      currency: "USDT",
      microRubPerUnit: rate.microRubPerUsd,
    };
  }
  const fixed = {
    source: { min: env.WITHDRAWAL_SOURCE_MIN_KOPECKS, fee: 0 },
    card: { min: env.WITHDRAWAL_CARD_MIN_KOPECKS, fee: env.WITHDRAWAL_CARD_FEE_KOPECKS },
    balance: { min: env.WITHDRAWAL_BALANCE_MIN_KOPECKS, fee: 0 },
  }[method];
  return {
    minKopecks: kopecks(fixed.min),
    feeKopecks: kopecks(fixed.fee),
    currency: "RUB",
    microRubPerUnit: null,
  };
}

/** The ways out that a user may take from a source: soft referrals take their share into the balance only. */
export async function listMethodsOf(
  db: Queryable,
  userId: number,
  source: WithdrawalSource,
): Promise<readonly WithdrawalMethod[]> {
  if (source === "referral" && (await isReferralSoft(db, userId))) return ["balance"];
  return methodsOfSource[source];
}

/** Everything the form needs. */
export async function readWithdrawalOptions(
  db: Queryable,
  gateways: Gateways,
  question: { userId: number; source: WithdrawalSource; locale: Locale },
): Promise<WithdrawalOptions> {
  const { userId, source, locale } = question;
  const unused = source === "top_up" ? await readUnusedTopUps(db, gateways, userId, locale) : null;
  const refundable = unused?.topUps.reduce((sum, topUp) => sum + topUp.refundableKopecks, 0);
  const availableKopecks = refundable ?? (await getReferralBalance(db, userId)).availableKopecks;
  const methods: WithdrawalMethodView[] = [];
  for (const method of await listMethodsOf(db, userId, source)) {
    const terms = await readMethodTerms(db, method);
    if (terms) methods.push(toMethodView(method, terms, locale));
  }
  const debt = await getDebt(db, userId);
  return {
    source,
    availableKopecks,
    bonusKopecks: unused?.left.bonusKopecks ?? 0,
    methods,
    topUps: unused ? unused.topUps.map(({ method: _method, ...topUp }) => topUp) : [],
    blockedBy: env.WITHDRAWALS_PAUSED ? "paused" : debt > 0 ? "debt" : null,
  };
}

function toMethodView(method: WithdrawalMethod, terms: MethodTerms, locale: Locale): WithdrawalMethodView {
  const { minKopecks, feeKopecks, currency, microRubPerUnit } = terms;
  return {
    method,
    name: translateMessage(locale, `payments.withdrawals.methods.${method}`),
    minKopecks,
    feeKopecks,
    currency,
    rubPerUnit: microRubPerUnit === null ? null : rateText(microRubPerUnit),
  };
}
