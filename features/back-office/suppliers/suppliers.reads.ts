import { deskPageSize, type Page, pageFrom } from "#features/back-office/back-office.rules.ts";
import { listNames } from "#features/back-office/names.reads.ts";
import type {
  SupplierCosts,
  SupplierDetails,
  SupplierView,
} from "#features/back-office/suppliers/suppliers.contract.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { type Catalogue, countryName, serviceName } from "#features/catalogue/catalogue.rules.ts";
import { sumSuppliers } from "#features/supply/health/figures.reads.ts";
import { meanAnswerMs, noNumbersPercent, type SupplierSums } from "#features/supply/health/figures.rules.ts";
import {
  findOperatedSupplier,
  listOperatedSuppliers,
  listRetiredKeys,
  listSupplierCosts,
  type OperatedSupplier,
  type SupplierFilter,
} from "#features/supply/operation/operated-suppliers.reads.ts";
import { findCountryId } from "#features/supply/operation/supplier-costs.rules.ts";
import { operationState } from "#features/supply/operation.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** Suppliers that fit, newest first. */
export async function listSupplierViews(db: Db, filter: SupplierFilter): Promise<Page<SupplierView>> {
  const { items, hasMore } = pageFrom(await listOperatedSuppliers(db, filter, deskPageSize + 1));
  return { items: await toViews(db, items), hasMore };
}

/** One supplier with its terms, or null. */
export async function findSupplierDetails(
  db: Db,
  code: string,
  locale: Locale,
): Promise<SupplierDetails | null> {
  const found = await findOperatedSupplier(db, code);
  if (!found) return null;
  const [catalogue, retired, nameOf, [view]] = await Promise.all([
    readCatalogue(db),
    listRetiredKeys(db, found.id),
    listNames(db, [found.ownerUserId]),
    toViews(db, [found]),
  ]);
  const { baseUrl, honoursClientId, rents, openMax, defaultCostKopecks } = found;
  const { costFloorKopecks, costCeilingKopecks, wordTable } = found;
  const { currency, rateKopecks, balanceCents, balanceMinCents } = found;
  return {
    ...(view as SupplierView),
    ...{ baseUrl, honoursClientId, rents, openMax, defaultCostKopecks },
    ...{ costFloorKopecks, costCeilingKopecks, wordTable },
    ...{ currency, rateKopecks, balanceCents, balanceMinCents },
    balanceAt: found.balanceAt?.toISOString() ?? null,
    countries: found.allowedCountryIds.map((id) => namedCountry(catalogue, id, locale)),
    services: found.allowedServiceIds.map((id) => namedService(catalogue, id, locale)),
    operators: [...found.allowedOperators],
    createdAt: found.createdAt.toISOString(),
    endedAt: found.endedAt?.toISOString() ?? null,
    owner: found.ownerUserId === null ? null : nameOf(found.ownerUserId),
    rentCount: found.rentCount,
    costsCount: found.costsCount,
    hourCostsCount: found.hourCostsCount,
    retiredKeys: retired.map(({ callsUntil, takenUntil, retiredAt }) => ({
      callsUntil: callsUntil.toISOString(),
      takenUntil: takenUntil.toISOString(),
      retiredAt: retiredAt.toISOString(),
    })),
  };
}

/** The costs that are set for a supplier, of the country or service of a word where one is given; null when there is no supplier. */
export async function findSupplierCosts(
  db: Db,
  { code, word }: { code: string; word: string | undefined },
  locale: Locale,
): Promise<SupplierCosts | null> {
  const found = await findOperatedSupplier(db, code);
  if (!found) return null;
  const catalogue = await readCatalogue(db);
  const countryId = word ? findCountryId(catalogue, word) : undefined;
  const serviceId = word ? catalogue.serviceByCode.get(word)?.id : undefined;
  if (word && countryId === undefined && serviceId === undefined) return { items: [], hasMore: false };
  const of = {
    supplierId: found.id,
    ...(countryId === undefined ? {} : { countryId }),
    // A word that names both is a country's.
    ...(serviceId === undefined || countryId !== undefined ? {} : { serviceId }),
  };
  const { items, hasMore } = pageFrom(await listSupplierCosts(db, of, deskPageSize + 1));
  return {
    items: items.map((cost) => ({
      kind: cost.kind,
      country: namedCountry(catalogue, cost.countryId, locale),
      service: cost.serviceId === null ? null : namedService(catalogue, cost.serviceId, locale),
      costKopecks: cost.costKopecks,
    })),
    hasMore,
  };
}

function namedCountry(catalogue: Catalogue, id: number, locale: Locale) {
  const country = catalogue.countryById.get(id);
  return { word: country?.slug ?? String(id), name: country ? countryName(country, locale) : String(id) };
}

function namedService(catalogue: Catalogue, id: number, locale: Locale) {
  const service = catalogue.serviceById.get(id);
  return { word: service?.code ?? String(id), name: service ? serviceName(service, locale) : String(id) };
}

const LIST_MINUTES = 60;

async function toViews(db: Db, suppliers: readonly OperatedSupplier[]): Promise<SupplierView[]> {
  const ids = suppliers.map(({ id }) => id);
  const sums = await sumSuppliers(db, ids, { minutes: LIST_MINUTES });
  return suppliers.map((supplier) => toView(supplier, sums.get(supplier.id) as SupplierSums));
}

function toView(supplier: OperatedSupplier, sums: SupplierSums): SupplierView {
  const { id, code, name, kind, healthy, isFull, isOutOfMoney, circuitState } = supplier;
  const { toldCount, onSaleCount, provenCount } = supplier;
  return {
    ...{ id, code, name, kind, healthy, isFull, isOutOfMoney, circuitState },
    ...{ toldCount, onSaleCount, provenCount },
    noNumbersPercent: noNumbersPercent(sums),
    meanAnswerMs: meanAnswerMs(sums),
    unusableCount: sums.unusable,
    state: operationState(supplier),
    lastSuccessAt: supplier.lastSuccessAt?.toISOString() ?? null,
    lastFailureAt: supplier.lastFailureAt?.toISOString() ?? null,
    lastError: supplier.lastError,
    penaltyUntil: supplier.penaltyUntil?.toISOString() ?? null,
    penaltyReason: supplier.penaltyReason,
    looseTypesAt: supplier.looseTypesAt?.toISOString() ?? null,
    looseTypes: supplier.looseTypes,
  };
}
