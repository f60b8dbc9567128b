import { readRates } from "#features/payments/charge-currency/charge-currency.reads.ts";
import {
  type Charge,
  type ChargeCurrency,
  chargeOf,
  type RateText,
} from "#features/payments/charge-currency/charge-currency.rules.ts";
import {
  GatewayFault,
  type Gateways,
  type PaymentGateway,
  type PaymentOrder,
} from "#features/payments/gateway/provider.gateway.ts";
import { findAmountProblem, type PaymentMethod } from "#features/payments/methods.rules.ts";
import { paymentErrors } from "#features/payments/payments.errors.ts";
import { offeredMethods } from "#features/payments/payments.gateway.ts";
import {
  limits,
  type PaymentState,
  placeParts,
  type ReturnContext,
  referenceOf,
  statesBefore,
} from "#features/payments/payments.rules.ts";
import { inputHash } from "#lib/api/input-hash.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { maybeOne, one } from "#lib/db/query.ts";
import { env } from "#lib/env.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";
import { log } from "#lib/log.ts";
import { decimalRoubles, type Kopecks, kopecks } from "#lib/money/kopecks.ts";

/** What somebody is about to pay. */
export type PaymentWish = {
  readonly method: string;
  readonly amountKopecks: number;
  readonly context: ReturnContext;
  readonly idempotencyKey: string;
  /** Of the provider's page and of the page the payer comes back to. */
  readonly locale: Locale;
};
type PaymentStart = PaymentWish & { readonly userId: number };

export type StartedPayment = {
  readonly id: number;
  readonly redirectUrl: string;
  readonly replayed: boolean;
};

export type StoredPayment = {
  id: number;
  state: PaymentState;
  inputHash: string;
  chargeAmount: string;
  chargeCurrency: ChargeCurrency;
  redirectUrl: string | null;
  expiresAt: Date;
};

/**
 * Begins a top-up: notes it, has the provider make the payment, notes where to pay. The same key answers the same
 * payment; where the provider's answer was lost it is asked again with the same reference, which makes nothing twice.
 * Throws METHOD_NOT_FOUND, AMOUNT_*, IDEMPOTENCY_MISMATCH, TOO_MANY_REQUESTS, PROVIDER_UNAVAILABLE, PAYMENT_OVER.
 */
export async function startPayment(db: Db, gateways: Gateways, start: PaymentStart): Promise<StartedPayment> {
  const terms = await agreeTerms(db, gateways, start);
  const inputHash = hashOf(start);
  const noted = await recordPayment(db, start, terms, inputHash);
  return goOn(db, noted, {
    gateway: terms.gateway,
    inputHash,
    locale: start.locale,
    returnPath: `/success-payment?payment=${noted.payment.id}`,
  });
}

/** What is charged for what somebody is about to pay, and by whom. Throws METHOD_NOT_FOUND, AMOUNT_*. */
export async function agreeTerms(db: Db, gateways: Gateways, wish: PaymentWish): Promise<Terms> {
  const rates = await readRates(db);
  const method = offeredMethods(gateways, rates).find(({ id }) => id === wish.method);
  const gateway = method && gateways.get(method.provider);
  if (!gateway) throw new AppError(paymentErrors.METHOD_NOT_FOUND);
  refuseAmount(wish.amountKopecks, method);
  const rate = rates.get(method.currency) ?? null;
  return { method, gateway, rate, charge: chargeOf(kopecks(wish.amountKopecks), method.currency, rate) };
}

type Way = {
  readonly gateway: PaymentGateway;
  readonly inputHash: string;
  readonly locale: Locale;
  /** Where the payer comes back to, without a language. */
  readonly returnPath: string;
};

/**
 * Has the provider make a payment that is noted, where it has not yet. Throws IDEMPOTENCY_MISMATCH, PROVIDER_UNAVAILABLE,
 * PAYMENT_OVER.
 */
export async function goOn(db: Db, noted: NotedPayment, way: Way): Promise<StartedPayment> {
  const { payment, replayed } = noted;
  if (payment.inputHash !== way.inputHash) throw new AppError(apiErrors.IDEMPOTENCY_MISMATCH);
  const redirectUrl = payment.redirectUrl || (await openPayment(db, payment, way));
  return { id: payment.id, redirectUrl, replayed };
}

/** Throws AMOUNT_NOT_POSITIVE, AMOUNT_TOO_SMALL or AMOUNT_TOO_LARGE where a method does not take an amount. */
export function refuseAmount(amountKopecks: number, method: PaymentMethod): void {
  const problem = findAmountProblem(amountKopecks, method);
  if (problem === "not-positive") throw new AppError(paymentErrors.AMOUNT_NOT_POSITIVE);
  if (problem === "too-small") {
    throw new AppError(paymentErrors.AMOUNT_TOO_SMALL, {
      details: { minPrice: plainRoubles(method.minKopecks) },
    });
  }
  if (problem === "too-large") {
    throw new AppError(paymentErrors.AMOUNT_TOO_LARGE, {
      details: { maxPrice: plainRoubles(method.maxKopecks) },
    });
  }
}

/** "10" rather than "10.00" in a sentence. */
function plainRoubles(amount: Kopecks): string {
  return decimalRoubles(amount).replace(/\.00$/, "");
}

function hashOf({ method, amountKopecks, context }: PaymentStart): string {
  return inputHash("top-up", method, amountKopecks, ...placeParts(context));
}

/** Rows from before other currencies have no charge of their own: roubles. */
export const STORED = `id, state, input_hash as "inputHash", redirect_url as "redirectUrl", expires_at as "expiresAt",
  coalesce(charge_amount, (amount_kopecks::numeric / 100)::numeric(20, 2)::text) as "chargeAmount",
  charge_currency as "chargeCurrency"`;

export type Terms = {
  readonly method: PaymentMethod;
  readonly gateway: PaymentGateway;
  readonly charge: Charge;
  readonly rate: RateText | null;
};
export type NotedPayment = { readonly payment: StoredPayment; readonly replayed: boolean };

async function recordPayment(
  db: Queryable,
  start: PaymentStart,
  terms: Terms,
  inputHash: string,
): Promise<NotedPayment> {
  const made = await insertPayment(db, start, terms, inputHash);
  if (made) return { payment: made, replayed: false };
  const earlier = await maybeOne<StoredPayment>(db, {
    text: `select ${STORED} from payments where user_id = $1 and idempotency_key = $2`,
    values: [start.userId, start.idempotencyKey],
  });
  if (!earlier) throw new AppError(apiErrors.TOO_MANY_REQUESTS, { headers: { "retry-after": "600" } });
  return { payment: earlier, replayed: true };
}

/** Null where the key was used before, or the user has begun too many. A guest's (`userId` null) is told apart by its own row. */
export function insertPayment(
  db: Queryable,
  start: PaymentWish & { readonly userId: number | null },
  { method, charge, rate }: Terms,
  inputHash: string,
): Promise<StoredPayment | null> {
  return maybeOne<StoredPayment>(db, {
    text: `insert into payments (user_id, method, provider, amount_kopecks, state, idempotency_key, input_hash,
        return_context, expires_at, due_at, charge_amount, charge_currency, rub_per_unit)
      select $1::bigint, $2, $3, $4, 'created', $5, $6, $7, app_now() + make_interval(mins => $8),
        app_now() + make_interval(mins => $9), $11, $12, $13
      where (select count(*) from payments where user_id = $1 and created_at > app_now() - interval '1 hour') < $10
      on conflict (user_id, idempotency_key) do nothing
      returning ${STORED}`,
    values: [
      start.userId,
      method.id,
      method.provider,
      start.amountKopecks,
      start.idempotencyKey,
      inputHash,
      start.context,
      limits.openMinutes,
      limits.openingMinutes,
      limits.startsPerHour,
      charge.amount,
      charge.currency,
      rate,
    ],
  });
}

/** Has the provider make the payment and notes its id and address. Outside any transaction. */
async function openPayment(db: Db, payment: StoredPayment, way: Way): Promise<string> {
  if (payment.state !== "created") throw new AppError(paymentErrors.PAYMENT_OVER);
  const opened = await askToOpen(db, payment, way);
  const noted = await maybeOne(db, {
    text: `update payments set state = 'pending', provider_payment_id = $3, redirect_url = $4, updated_at = app_now(),
        charge_amount = coalesce($6, charge_amount), due_at = app_now() + make_interval(secs => $5)
      where id = $1 and state = any ($2::text[]) returning id`,
    values: [
      payment.id,
      statesBefore("open"),
      opened.providerPaymentId,
      opened.redirectUrl,
      limits.firstAskSeconds,
      opened.chargeAmount ?? null,
    ],
  });
  if (noted) return opened.redirectUrl;
  // Another call with the same key, or a notice, was faster; what it noted holds.
  const { redirectUrl } = await one<{ redirectUrl: string | null }>(db, {
    text: `select redirect_url as "redirectUrl" from payments where id = $1`,
    values: [payment.id],
  });
  if (!redirectUrl) throw new AppError(paymentErrors.PAYMENT_OVER);
  return redirectUrl;
}

async function askToOpen(db: Db, payment: StoredPayment, { gateway, locale, returnPath }: Way) {
  const order: PaymentOrder = {
    reference: referenceOf(payment.id),
    amount: payment.chargeAmount,
    currency: payment.chargeCurrency,
    description: env.BRAND_NAME,
    locale,
    returnUrl: `${env.PUBLIC_URL}${localizedPath(locale, returnPath)}`,
    // The providers of the default start live on this machine, the real ones outside.
    notifyUrl: `${env.DEMO ? env.API_URL : env.PUBLIC_URL}/api/payments/webhooks/${gateway.id}`,
    expiresAt: payment.expiresAt,
  };
  try {
    return await gateway.createPayment(order, db);
  } catch (error) {
    if (!(error instanceof GatewayFault)) throw error;
    log.warn(
      { provider: gateway.id, paymentId: payment.id, error: error.message },
      "payment could not be opened",
    );
    throw new AppError(paymentErrors.PROVIDER_UNAVAILABLE, { cause: error, headers: { "retry-after": "5" } });
  }
}
