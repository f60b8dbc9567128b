import { hasRole } from "#features/identity/roles/account-roles.reads.ts";
import { getDebt } from "#features/ledger/debts/debts.reads.ts";
import { getPartnerBalance, getReferralBalance, getStoreBalance } from "#features/ledger/ledger.reads.ts";
import type { Balance } from "#features/ledger/ledger.rules.ts";
import { rateText } from "#features/payments/charge-currency/charge-currency.rules.ts";
import type { Gateways } from "#features/payments/gateway/provider.gateway.ts";
import { findMoneyRest } from "#features/payments/withdrawals/payout-destination/payout-destination.reads.ts";
import { readUnusedTopUps } from "#features/payments/withdrawals/refundable-top-ups.reads.ts";
import type {
  WithdrawalMethodView,
  WithdrawalOptions,
} from "#features/payments/withdrawals/withdrawals.contract.ts";
import {
  type EarningsSource,
  isEarnings,
  kopecksForUsdt,
  methodsOfSource,
  type WithdrawalMethod,
  type WithdrawalSource,
} from "#features/payments/withdrawals.rules.ts";
import { findUsdRate } from "#features/pricing/rates/rates.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { env } from "#lib/env.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { translateMessage } from "#lib/i18n/translate.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

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
  if (source === "referral" && (await hasRole(db, userId, "referralSoft"))) return ["balance"];
  return methodsOfSource[source];
}

/** Partners alone have the source `partner`, and owners of stores `store`; anybody else learns nothing of it. Throws NOT_FOUND. */
export async function refuseForeignSource(
  db: Queryable,
  userId: number,
  source: WithdrawalSource | undefined,
): Promise<void> {
  const isOfRole = source === "partner" || source === "store";
  if (isOfRole && !(await hasRole(db, userId, source))) throw new AppError(apiErrors.NOT_FOUND);
}

const balanceOf = {
  referral: getReferralBalance,
  partner: getPartnerBalance,
  store: getStoreBalance,
} as const;

/** What somebody earned and what of it is kept aside for withdrawals. */
function readEarnings(db: Queryable, source: EarningsSource, userId: number): Promise<Balance> {
  return balanceOf[source](db, userId);
}

/** Everything the form needs. Throws NOT_FOUND for a source that the user does not have. */
export async function readWithdrawalOptions(
  db: Queryable,
  gateways: Gateways,
  question: { userId: number; source: WithdrawalSource; locale: Locale },
): Promise<WithdrawalOptions> {
  const { userId, source, locale } = question;
  await refuseForeignSource(db, userId, source);
  const unused = isEarnings(source) ? null : await readUnusedTopUps(db, gateways, userId, locale);
  const earned = isEarnings(source) ? await readEarnings(db, source, userId) : null;
  const refundable = unused?.topUps.reduce((sum, topUp) => sum + topUp.refundableKopecks, 0);
  const methods: WithdrawalMethodView[] = [];
  for (const method of await listMethodsOf(db, userId, source)) {
    const terms = await readMethodTerms(db, method);
    if (terms) methods.push(toMethodView(method, terms, locale));
  }
  const debt = await getDebt(db, userId);
  return {
    source,
    availableKopecks: earned?.availableKopecks ?? refundable ?? 0,
    heldKopecks: earned?.heldKopecks ?? 0,
    bonusKopecks: unused?.left.bonusKopecks ?? 0,
    methods,
    topUps: unused ? unused.topUps.map(({ method: _method, ...topUp }) => topUp) : [],
    blockedBy: env.WITHDRAWALS_PAUSED ? "paused" : debt > 0 ? "debt" : null,
    restsUntil: (await findMoneyRest(db, userId))?.toISOString() ?? null,
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
