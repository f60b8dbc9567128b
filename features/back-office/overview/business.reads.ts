import type {
  Business,
  BusinessFigures,
  SupplierLine,
} from "#features/back-office/overview/business.contract.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { readOpenHolds } from "#features/ledger/balances.reads.ts";
import { sumMoneyIn } from "#features/payments/turnover/money-in.reads.ts";
import {
  findCountedAt,
  findMedianWait,
  listBusinessDays,
  listTopCountries,
  listTopServices,
} from "#features/statistics/business/business.reads.ts";
import {
  addSums,
  type BusinessSums,
  deliveryPercentOf,
  marginOf,
  noSums,
  revenueOf,
} from "#features/statistics/business/business.rules.ts";
import { metricDays } from "#features/statistics/statistics.rules.ts";
import { countryOf, serviceOf } from "#features/statistics/subjects.rules.ts";
import { sumDelivery } from "#features/statistics/supplier-delivery.reads.ts";
import {
  listOperatedSuppliers,
  type OperatedSupplier,
} from "#features/supply/operation/operated-suppliers.reads.ts";
import type { Db } from "#lib/db/pool.ts";
import type { Locale } from "#lib/i18n/locales.ts";

const DELIVERY_HOURS = 24;

/** Today and the last 30 days in figures. Money is left out unless `showsMoney`. */
export async function getBusiness(db: Db, ask: { showsMoney: boolean; locale: Locale }): Promise<Business> {
  const { showsMoney, locale } = ask;
  const [catalogue, countedAt, holds, medianWait, moneyIn, days, services, countries, suppliers] =
    await Promise.all([
      readCatalogue(db),
      findCountedAt(db),
      readOpenHolds(db),
      readMedianWait(db),
      showsMoney ? sumMoneyIn(db, metricDays) : null,
      listBusinessDays(db),
      listTopServices(db),
      listTopCountries(db),
      listSupplierLines(db),
    ]);
  const view = (sums: BusinessSums) => figuresOf(sums, showsMoney);
  return {
    countedAt: countedAt?.toISOString() ?? null,
    holds: { orders: holds.orders, kopecks: showsMoney ? holds.kopecks : null },
    medianWait,
    moneyIn: moneyIn && { todayKopecks: moneyIn.todayKopecks, monthKopecks: moneyIn.recentKopecks },
    total: view(days.reduce<BusinessSums>(addSums, noSums)),
    days: days.map((row) => ({ ...view(row), day: row.day })),
    services: services.map((row) => ({ ...view(row), service: serviceOf(row.id, catalogue, locale) })),
    countries: countries.map((row) => ({ ...view(row), country: countryOf(row.id, catalogue, locale) })),
    suppliers,
  };
}

function figuresOf(sums: BusinessSums, showsMoney: boolean): BusinessFigures {
  const { placed, delivered, undelivered, refunded } = sums;
  const { refundedKopecks, costKopecks, bonusKopecks, referralKopecks } = sums;
  return {
    placed,
    delivered,
    undelivered,
    deliveryPercent: deliveryPercentOf(sums),
    refunded,
    money: showsMoney
      ? {
          revenueKopecks: revenueOf(sums),
          refundedKopecks,
          costKopecks,
          bonusKopecks,
          referralKopecks,
          marginKopecks: marginOf(sums),
        }
      : null,
  };
}

async function readMedianWait(db: Db): Promise<Business["medianWait"]> {
  const [todaySeconds, monthSeconds] = await Promise.all([
    findMedianWait(db, 1),
    findMedianWait(db, metricDays),
  ]);
  return { todaySeconds, monthSeconds };
}

async function listSupplierLines(db: Db): Promise<SupplierLine[]> {
  const suppliers = await listOperatedSuppliers(db, {}, null);
  const ids = suppliers.map(({ id }) => id);
  const delivery = await sumDelivery(db, ids, DELIVERY_HOURS);
  return suppliers.map((supplier) => {
    const { purchases, successes } = delivery.get(supplier.id) ?? { purchases: 0, successes: 0 };
    const { id, code, name, onSaleCount, lastSuccessAt } = supplier;
    return {
      ...{ id, code, name },
      state: stateOf(supplier),
      onSale: onSaleCount,
      lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
      ended: purchases,
      deliveryPercent: deliveryPercentOf({ delivered: successes, undelivered: purchases - successes }),
    };
  });
}

/** In one word: what is neither off nor healthy is silent, failing or under a penalty, and nothing is bought there. */
function stateOf({ enabled, healthy }: OperatedSupplier): SupplierLine["state"] {
  if (!enabled) return "off";
  return healthy ? "healthy" : "unavailable";
}
