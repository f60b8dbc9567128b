import { deskPageSize, type Page, pageFrom } from "#features/back-office/back-office.rules.ts";
import type {
  ExchangeView,
  HealthSums,
  RawExchangeView,
  SupplierHealth,
} from "#features/back-office/supplier-health/supplier-health.contract.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { countryName, serviceName } from "#features/catalogue/catalogue.rules.ts";
import { listWorths } from "#features/statistics/routing/routing.reads.ts";
import { countDelivery } from "#features/statistics/supplier-delivery.reads.ts";
import {
  countUnusable,
  type ExchangeLine,
  findExchange,
  listExchanges,
  sumSuppliers,
} from "#features/supply/health/figures.reads.ts";
import {
  answerMsOf,
  meanAnswerMs,
  noNumbersPercent,
  type SupplierSums,
} from "#features/supply/health/figures.rules.ts";
import { findOperatedSupplier } from "#features/supply/operation/operated-suppliers.reads.ts";
import type { Db } from "#lib/db/pool.ts";
import type { Locale } from "#lib/i18n/locales.ts";

const [HOUR_MINUTES, DAY_MINUTES, DAY_HOURS] = [60, 1_440, 24];
const MOST_PERCENT = 90;
const WORTHS_SHOWN = 50;

/** How a supplier answers, or null where there is none by this code. */
export async function findSupplierHealth(
  db: Db,
  code: string,
  locale: Locale,
): Promise<SupplierHealth | null> {
  const supplier = await findOperatedSupplier(db, code);
  if (!supplier) return null;
  const ids = [supplier.id];
  const [hour, day, unusable, delivery, worths, catalogue] = await Promise.all([
    sumSuppliers(db, ids, { minutes: HOUR_MINUTES }),
    sumSuppliers(db, ids, { minutes: DAY_MINUTES }),
    countUnusable(db, ids, DAY_MINUTES),
    countDelivery(db, ids, DAY_HOURS),
    listWorths(db, supplier.id, WORTHS_SHOWN),
    readCatalogue(db),
  ]);
  return {
    hour: toSums(hour.get(supplier.id) as SupplierSums),
    day: toSums(day.get(supplier.id) as SupplierSums),
    unusable: unusable.map(({ action, reason, count, lastAt }) => ({
      ...{ action, reason, count },
      lastAt: lastAt.toISOString(),
    })),
    delivery: delivery.flatMap(({ serviceId, purchases, successes }) => {
      const service = catalogue.serviceById.get(serviceId);
      if (!service) return [];
      const name = serviceName(service, locale);
      return [{ code: service.code, name, orders: purchases, delivered: successes }];
    }),
    worth: worths.flatMap(({ serviceId, countryId, supplierId: _, codes, ...figures }) => {
      const service = catalogue.serviceById.get(serviceId);
      const country = catalogue.countryById.get(countryId);
      if (!service || !country) return [];
      const names = { service: serviceName(service, locale), country: countryName(country, locale) };
      return [{ ...names, delivered: codes, ...figures }];
    }),
  };
}

function toSums(sums: SupplierSums): HealthSums {
  const { numbers, noNumbers, failed, unanswered, sms, unusable } = sums;
  return {
    ...{ numbers, noNumbers, failed, unanswered, sms, unusable },
    noNumbersPercent: noNumbersPercent(sums),
    meanAnswerMs: meanAnswerMs(sums),
    mostAnswersMs: answerMsOf(MOST_PERCENT, sums),
  };
}

/** A supplier's answers that could not be used, newest first; null where there is no such supplier. */
export async function listExchangeViews(
  db: Db,
  code: string,
  before: number | undefined,
): Promise<Page<ExchangeView> | null> {
  const supplier = await findOperatedSupplier(db, code);
  if (!supplier) return null;
  const { items, hasMore } = pageFrom(
    await listExchanges(db, supplier.id, { before, limit: deskPageSize + 1 }),
  );
  return { items: items.map(toLine), hasMore };
}

/** One of them with its texts, or null when it has been forgotten. */
export async function findExchangeView(db: Db, code: string, id: number): Promise<RawExchangeView | null> {
  const found = await findExchange(db, code, id);
  return found && { ...toLine(found), request: found.request, answer: found.answer };
}

function toLine({ id, at, action, reason, detail, httpStatus }: ExchangeLine): ExchangeView {
  return { id, at: at.toISOString(), action, reason, detail, httpStatus };
}
