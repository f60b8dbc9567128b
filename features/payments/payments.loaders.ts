import "server-only";
import {
  findCountry,
  findCountryBySlug,
  findService,
  findServiceByCode,
  findServiceBySlug,
} from "#features/catalogue/catalogue.reads.ts";
import {
  type Country,
  countryIconPath,
  countryName,
  type Service,
  serviceIconPath,
  serviceName,
} from "#features/catalogue/catalogue.rules.ts";
import { requireViewer } from "#features/identity/identity.loaders.ts";
import { getDebt } from "#features/ledger/debts/debts.reads.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { readRates } from "#features/payments/charge-currency/charge-currency.reads.ts";
import { type CouponFacts, couponMinimumFen } from "#features/payments/coupons/coupons.rules.ts";
import type { PaymentPage } from "#features/payments/listing/listing.contract.ts";
import { findPaymentPage } from "#features/payments/listing/listing.reads.ts";
import { quickAmountsKopecks } from "#features/payments/methods.rules.ts";
import {
  type MethodView,
  type PaymentView,
  type PlannedPurchase,
  PurchaseKey,
  ReturnPlace,
} from "#features/payments/payments.contract.ts";
import { configuredProviders, offeredMethods, paymentMethods } from "#features/payments/payments.gateway.ts";
import {
  findLatestPaymentId,
  findPaymentView,
  listMethods,
  methodName,
} from "#features/payments/payments.reads.ts";
import { missingFor, type ReturnContext } from "#features/payments/payments.rules.ts";
import { type Planned, readPlanned } from "#features/payments/planned.rules.ts";
import { findTransfer, type Transfer } from "#features/payments/transfers/transfers.reads.ts";
import { findBuyerPrices, listOffers } from "#features/pricing/pricing.reads.ts";
import { findUsdRate } from "#features/pricing/rates/rates.reads.ts";
import { ownPriceOf } from "#features/pricing/table/price-table.rules.ts";
import { readId } from "#lib/api/id-text.ts";
import { pageDb } from "#lib/db/page-db.ts";
import { env } from "#lib/env.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** Read once: adapters bring their libraries along, and settings do not change while a process lives. */
let known: ReadonlySet<string> | null = null;
function offeredProviders(): ReadonlySet<string> {
  known ??= configuredProviders();
  return known;
}

export type TopUpPage = {
  readonly methods: MethodView[];
  readonly quickAmountsKopecks: number[];
  readonly rubPerUsd: number | null;
  /** Goes with the payment, so that it can bring the buyer back. */
  readonly context: ReturnContext;
  readonly purchase: PlannedPurchase | null;
  /** What is missing for that purchase; null when the balance covers it, and where its price is not known. */
  readonly missing: Missing | null;
  readonly coupon: CouponFacts;
  /** What the user owes; the next top-up pays it first. */
  readonly debtKopecks: number;
  /** The user's newest payments. */
  readonly recent: PaymentPage;
};

/** What is known of something that is bought beside numbers. */
export type PlannedFacts = {
  readonly purchase: PlannedPurchase;
  /** What it costs the viewer now, in all. */
  readonly priceKopecks: number;
};

/** Asks those who sell it; null when it is not sold. They stand below payments, so the pages hand it in. */
export type PlannedReader = (planned: Planned, locale: Locale) => Promise<PlannedFacts | null>;

type Missing = {
  /** What the purchase costs the viewer now. */
  readonly priceKopecks: number;
  /** By how much the balance falls short of it; a debt, which the next top-up pays first, included. */
  readonly missingKopecks: number;
};

const RECENT = 10;

type Query = Readonly<Record<string, string | string[] | undefined>>;

/** What the top-up page shows; a guest is sent to sign in. */
export async function loadTopUp(locale: Locale, query: Query, askSellers: PlannedReader): Promise<TopUpPage> {
  const { userId } = await requireViewer(locale);
  const db = pageDb();
  const context = contextOf(query);
  const [rate, rates, planned, wanted, debtKopecks, recent] = await Promise.all([
    findUsdRate(db),
    readRates(db),
    findPlanned(locale, context, askSellers),
    findWanted(context),
    getDebt(db, userId),
    findPaymentPage(db, userId, { beforeId: null, limit: RECENT, locale }),
  ]);
  return {
    methods: listMethods(offeredProviders(), rates, locale),
    quickAmountsKopecks: [...quickAmountsKopecks],
    rubPerUsd: rate?.rubPerUsd ?? null,
    context,
    purchase: planned?.purchase ?? (wanted && toPurchase(locale, wanted)),
    missing: await findMissing(
      userId,
      planned?.priceKopecks ?? (await findPrice(userId, wanted)),
      Math.max(0, debtKopecks),
    ),
    coupon: {
      minimumCny: couponMinimumFen(env.COUPON_MINIMUMS_CNY, locale) / 100,
      shopUrl: env.COUPON_SHOP_URL ?? null,
    },
    debtKopecks: Math.max(0, debtKopecks),
    recent,
  };
}

/** What somebody without an account is about to buy, and how it can be paid. */
export async function loadWish(locale: Locale, query: Query) {
  const db = pageDb();
  const context = contextOf(query);
  const [rate, rates, wanted] = await Promise.all([findUsdRate(db), readRates(db), findWanted(context)]);
  return {
    methods: listMethods(offeredProviders(), rates, locale),
    quickAmountsKopecks: quickAmountsKopecks as readonly number[],
    rubPerUsd: rate?.rubPerUsd ?? null,
    context,
    purchase: wanted && toPurchase(locale, wanted),
    priceKopecks: wanted ? await findGuestPrice(wanted) : 0,
  };
}

/** What a guest is shown as the price now; 0 where there is none. */
async function findGuestPrice({ service, country }: Wanted): Promise<number> {
  if (!country) return 0;
  const wanted = { serviceId: service.id, countryId: country.id } as const;
  const [offer] = await listOffers(pageDb(), { ...wanted, channel: "site", userId: null });
  return offer?.retailKopecks ?? 0;
}

export type TransferPage = {
  readonly payment: PaymentView;
  readonly transfer: Transfer;
  readonly purchase: PlannedPurchase | null;
  readonly supportEmail: string;
  /** Where to transfer, as configured; null: support is asked. */
  readonly details: string | null;
};

/** The page of a transfer through the support; null when it is none of the viewer's. */
export async function loadTransfer(
  locale: Locale,
  id: string,
  askSellers: PlannedReader,
): Promise<TransferPage | null> {
  const { userId } = await requireViewer(locale);
  const db = pageDb();
  const paymentId = readId(id);
  if (paymentId === null) return null;
  const [payment, transfer] = await Promise.all([
    findPaymentView(db, userId, paymentId, locale),
    findTransfer(db, userId, paymentId),
  ]);
  if (!payment || !transfer) return null;
  return {
    payment,
    transfer,
    purchase: await findPurchase(locale, placeOf(payment), askSellers),
    supportEmail: env.SUPPORT_EMAIL,
    details: env.SUPPORT_TRANSFER_DETAILS ?? null,
  };
}

/** The marks of the ways to pay that are offered, each once, with the names of their methods. */
export function listPaymentMarks(locale: Locale): { mark: string; name: string }[] {
  const everyRate = { has: () => true };
  const marks = offeredMethods(offeredProviders(), everyRate).flatMap(({ id, marks }) =>
    marks.map((mark) => ({ mark, name: methodName(locale, id) })),
  );
  return [...new Map(marks.map((one) => [one.mark, one])).values()];
}

/** The names of all methods the product knows, by their ids. */
export function listMethodNames(locale: Locale): Record<string, string> {
  return Object.fromEntries(paymentMethods.map(({ id }) => [id, methodName(locale, id)]));
}

/** What a payment remembers of where its buyer came from. */
export function placeOf({ service, country, planned }: PaymentView): ReturnContext {
  return {
    service: service ?? undefined,
    country: country ?? undefined,
    planned: planned ?? undefined,
  };
}

export type ArrivingPayment = {
  readonly payment: PaymentView | null;
  readonly purchase: PlannedPurchase | null;
  /** Where to write about money that came in another amount. */
  readonly supportEmail: string;
};

/** The payment that a payer comes back from: the one of the address, else the latest of the day; null when there is none. */
export async function loadPayment(
  locale: Locale,
  query: Query,
  askSellers: PlannedReader,
): Promise<ArrivingPayment> {
  const { userId } = await requireViewer(locale);
  const db = pageDb();
  const id =
    query.payment === undefined ? await findLatestPaymentId(db, userId) : readId(oneOf(query.payment));
  const payment = id === null ? null : await findPaymentView(db, userId, id, locale);
  const purchase = payment && (await findPurchase(locale, placeOf(payment), askSellers));
  return { payment, purchase, supportEmail: env.SUPPORT_EMAIL };
}

function oneOf(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value[0] : value) ?? "";
}

/** The names out of the address that are well-formed; the others are left out. */
function contextOf(query: Query): ReturnContext {
  const keyIn = (name: string) => PurchaseKey.safeParse(oneOf(query[name])).data;
  return {
    service: keyIn("service"),
    country: keyIn("country"),
    goback: oneOf(query.goback) === "1" || undefined,
    externalId: ReturnPlace.shape.externalId.safeParse(query.externalId).data,
    planned: ReturnPlace.shape.planned.safeParse(query.planned).data,
  };
}

type Wanted = { readonly service: Service; readonly country: Country | null };

/** What the buyer was about to buy, or null when it is nothing we know. */
export async function findPurchase(
  locale: Locale,
  context: ReturnContext,
  askSellers: PlannedReader,
): Promise<PlannedPurchase | null> {
  const planned = await findPlanned(locale, context, askSellers);
  if (planned) return planned.purchase;
  const wanted = await findWanted(context);
  return wanted && toPurchase(locale, wanted);
}

async function findPlanned(
  locale: Locale,
  context: ReturnContext,
  askSellers: PlannedReader,
): Promise<PlannedFacts | null> {
  const planned = context.planned === undefined ? null : readPlanned(context.planned);
  return planned && askSellers(planned, locale);
}

async function findWanted({ service, country }: ReturnContext): Promise<Wanted | null> {
  const found = service === undefined ? null : await findNamedService(service);
  if (!found) return null;
  return {
    service: found,
    country: (country === undefined ? null : await findNamedCountry(country)) ?? null,
  };
}

function toPurchase(locale: Locale, { service, country }: Wanted): PlannedPurchase {
  return {
    kind: "number",
    name: serviceName(service, locale),
    icon: serviceIconPath(service),
    country: country && { name: countryName(country, locale), icon: countryIconPath(country) },
    path: country ? `/${service.slug}?country=${country.slug}` : `/${service.slug}`,
  };
}

/** What the number costs the viewer now; null where its price is not known. */
async function findPrice(userId: number, wanted: Wanted | null): Promise<number | null> {
  if (!wanted?.country) return null;
  const db = pageDb();
  const { service, country } = wanted;
  const [[offer], buyer] = await Promise.all([
    listOffers(db, { serviceId: service.id, countryId: country.id, channel: "site", userId }),
    findBuyerPrices(db, userId),
  ]);
  return offer ? ownPriceOf(offer, buyer).kopecks : null;
}

async function findMissing(
  userId: number,
  priceKopecks: number | null,
  debtKopecks: number,
): Promise<Missing | null> {
  if (priceKopecks === null) return null;
  const { availableKopecks } = await getBalance(pageDb(), userId);
  const missingKopecks = missingFor({ priceKopecks, debtKopecks, availableKopecks });
  return missingKopecks > 0 ? { priceKopecks, missingKopecks } : null;
}

/** By its external id ("tg"), its number, or its slug. */
async function findNamedService(key: string) {
  const db = pageDb();
  if (/^\d{1,9}$/.test(key)) return findService(db, Number(key));
  return (await findServiceByCode(db, key)) ?? findServiceBySlug(db, key);
}

/** By its external id, which is its number, or its slug. */
async function findNamedCountry(key: string) {
  return /^\d{1,6}$/.test(key) ? findCountry(pageDb(), Number(key)) : findCountryBySlug(pageDb(), key);
}
