import type { Rates } from "#features/payments/charge-currency/charge-currency.reads.ts";
import type { Charge } from "#features/payments/charge-currency/charge-currency.rules.ts";
import type { MethodView, PaymentView } from "#features/payments/payments.contract.ts";
import { offeredMethods, paymentMethods, screenOf } from "#features/payments/payments.gateway.ts";
import { isClosed, type PaymentState, type ReturnContext } from "#features/payments/payments.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";
import { env } from "#lib/env.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { translateMessage } from "#lib/i18n/translate.ts";

/** The methods that can be used now, named in a language. `providers` are those that are set up. */
export function listMethods(
  providers: { has(provider: string): boolean },
  rates: Rates,
  locale: Locale,
): MethodView[] {
  return offeredMethods(providers, rates).map(({ id, screen, marks, minKopecks, maxKopecks, currency }) => ({
    id,
    name: methodName(locale, id),
    screen,
    marks: [...marks],
    minPriceKopecks: minKopecks,
    maxPriceKopecks: maxKopecks,
    currency,
    rubPerUnit: rates.get(currency) ?? null,
  }));
}

/** The name of a method in a language. */
export function methodName(locale: Locale, id: string): string {
  const brand = paymentMethods.find((method) => method.id === id)?.name;
  return brand ?? translateMessage(locale, `payments.methods.${id}`);
}

type PaymentRow = {
  id: number;
  method: string;
  amountKopecks: number;
  charge: Charge;
  state: PaymentState;
  returnContext: ReturnContext;
  redirectUrl: string | null;
  providerAmount: string | null;
  providerCurrency: string | null;
  reversedKopecks: number;
  createdAt: Date;
  expiresAt: Date;
  creditedAt: Date | null;
};

const COLUMNS = `id, method, amount_kopecks as "amountKopecks", state, return_context as "returnContext",
  redirect_url as "redirectUrl", provider_amount as "providerAmount", provider_currency as "providerCurrency",
  jsonb_build_object('currency', charge_currency,
    'amount', coalesce(charge_amount, (amount_kopecks::numeric / 100)::numeric(20, 2)::text)) as charge,
  reversed_kopecks as "reversedKopecks", created_at as "createdAt", expires_at as "expiresAt",
  credited_at as "creditedAt"`;

/** A payment of this user in a language, or null: a stranger's does not exist for them. */
export async function findPaymentView(
  db: Queryable,
  userId: number,
  id: number,
  locale: Locale,
): Promise<PaymentView | null> {
  const row = await maybeOne<PaymentRow>(db, {
    text: `select ${COLUMNS} from payments where id = $1 and user_id = $2`,
    values: [id, userId],
  });
  return row && toView(row, locale);
}

/** A page of a user's payments in a language, newest first; `beforeId` is the last one of the page before. */
export async function listPaymentViews(
  db: Queryable,
  userId: number,
  { beforeId, limit, locale }: { beforeId: number | null; limit: number; locale: Locale },
): Promise<PaymentView[]> {
  const found = await rows<PaymentRow>(db, {
    text: `select ${COLUMNS} from payments where user_id = $1 and ($2::bigint is null or id < $2)
      order by id desc limit $3`,
    values: [userId, beforeId, limit],
  });
  return found.map((row) => toView(row, locale));
}

/** The user's newest payment of the last day, or null. */
export async function findLatestPaymentId(db: Queryable, userId: number): Promise<number | null> {
  const row = await maybeOne<{ id: number }>(db, {
    text: `select id from payments where user_id = $1 and created_at > app_now() - interval '1 day'
      order by id desc limit 1`,
    values: [userId],
  });
  return row?.id ?? null;
}

function toView(row: PaymentRow, locale: Locale): PaymentView {
  const { service, country, goback, externalId, planned } = row.returnContext;
  const differs = row.state === "underpaid" || row.state === "overpaid";
  return {
    id: row.id,
    method: row.method,
    methodName: methodName(locale, row.method),
    screen: screenOf(row.method),
    amountKopecks: row.amountKopecks,
    charge: row.charge,
    state: row.state,
    stateText: translateMessage(locale, `payments.states.${row.state}`),
    isOpen: !isClosed(row.state),
    received:
      differs && row.providerAmount !== null && row.providerCurrency !== null
        ? { amount: row.providerAmount, currency: row.providerCurrency }
        : null,
    takenBackKopecks: row.reversedKopecks,
    redirectUrl: row.state === "pending" && row.redirectUrl ? onThisSite(row.redirectUrl) : null,
    service: service ?? null,
    country: country ?? null,
    goback: goback ?? false,
    externalId: externalId ?? null,
    planned: planned ?? null,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    creditedAt: row.creditedAt?.toISOString() ?? null,
  };
}

/** An address below our own origin as a path: the site is also reached under other names (localhost, 127.0.0.1). */
export function onThisSite(url: string): string {
  const own = new URL(env.PUBLIC_URL).origin;
  return url.startsWith(`${own}/`) ? url.slice(own.length) : url;
}
