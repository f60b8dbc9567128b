import "server-only";
import { findCountry, findServiceByCode } from "#features/catalogue/reads.ts";
import { countryIconPath, countryName, serviceIconPath, serviceName } from "#features/catalogue/rules.ts";
import { requireViewer } from "#features/identity/loaders.ts";
import { readRates } from "#features/payments/charging/reads.ts";
import {
  type MethodView,
  type PaymentView,
  type Purchase,
  PurchaseKey,
} from "#features/payments/contract.ts";
import { configuredProviders } from "#features/payments/gateway.ts";
import { quickAmountsKopecks } from "#features/payments/methods/rules.ts";
import { findLatestPaymentId, findPaymentView, listMethods } from "#features/payments/reads.ts";
import type { ReturnContext } from "#features/payments/rules.ts";
import { findUsdRate } from "#features/pricing/reads.ts";
import { pageDb } from "#lib/db/page-db.ts";
import type { Locale } from "#lib/i18n/locales.ts";

export type TopUpPage = {
  readonly methods: MethodView[];
  readonly quickAmountsKopecks: number[];
  readonly rubPerUsd: number | null;
  /** Goes with the payment, so that it can bring the buyer back. */
  readonly context: ReturnContext;
  readonly purchase: Purchase | null;
};

type Query = Readonly<Record<string, string | string[] | undefined>>;

/** What the top-up page shows; a guest is sent to sign in. */
export async function loadTopUp(locale: Locale, query: Query): Promise<TopUpPage> {
  await requireViewer(locale);
  const context = contextOf(query);
  const [rate, rates, purchase] = await Promise.all([
    findUsdRate(pageDb()),
    readRates(pageDb()),
    findPurchase(locale, context),
  ]);
  return {
    methods: listMethods(configuredProviders(), rates, locale),
    quickAmountsKopecks: [...quickAmountsKopecks],
    rubPerUsd: rate?.rubPerUsd ?? null,
    context,
    purchase,
  };
}

export type PaymentPage = { readonly payment: PaymentView | null; readonly purchase: Purchase | null };

/** The payment that a payer comes back from: the one of the address, else his latest of the day; null when there is none. */
export async function loadPayment(locale: Locale, query: Query): Promise<PaymentPage> {
  const { userId } = await requireViewer(locale);
  const db = pageDb();
  const id =
    query.payment === undefined ? await findLatestPaymentId(db, userId) : paymentIdIn(oneOf(query.payment));
  const payment = id === null ? null : await findPaymentView(db, userId, id, locale);
  const { service, country } = payment ?? {};
  const purchase = await findPurchase(locale, {
    service: service ?? undefined,
    country: country ?? undefined,
  });
  return { payment, purchase };
}

function oneOf(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value[0] : value) ?? "";
}

function paymentIdIn(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

/** The names out of the address that are well-formed; the others are left out. */
function contextOf(query: Query): ReturnContext {
  const keyIn = (name: string) => PurchaseKey.safeParse(oneOf(query[name])).data;
  return {
    service: keyIn("service"),
    country: keyIn("country"),
    goback: oneOf(query.goback) === "1" || undefined,
  };
}

async function findPurchase(locale: Locale, { service, country }: ReturnContext): Promise<Purchase | null> {
  const db = pageDb();
  const wanted = service === undefined ? null : await findServiceByCode(db, service);
  if (!wanted) return null;
  const place =
    country !== undefined && /^\d{1,6}$/.test(country) ? await findCountry(db, Number(country)) : null;
  return {
    name: serviceName(wanted, locale),
    icon: serviceIconPath(wanted),
    country: place && { name: countryName(place, locale), icon: countryIconPath(place) },
    path: place ? `/${wanted.slug}?country=${place.slug}` : `/${wanted.slug}`,
  };
}
