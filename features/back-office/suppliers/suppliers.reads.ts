import { deskPageSize, type Page, pageFrom } from "#features/back-office/back-office.rules.ts";
import type { SupplierView, SupplierWhole } from "#features/back-office/suppliers/suppliers.contract.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { countryName, serviceName } from "#features/catalogue/catalogue.rules.ts";
import {
  findOperatedSupplier,
  listOperatedSuppliers,
  listRetiredKeys,
  type OperatedSupplier,
  type SupplierFilter,
} from "#features/supply/operation/operated-suppliers.reads.ts";
import { operationState } from "#features/supply/operation/operation.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** Suppliers that fit, newest first. */
export async function listSupplierViews(db: Db, filter: SupplierFilter): Promise<Page<SupplierView>> {
  const { items, hasMore } = pageFrom(await listOperatedSuppliers(db, filter, deskPageSize + 1));
  return { items: items.map(toView), hasMore };
}

/** One supplier with its terms, or null. */
export async function findSupplierWhole(db: Db, code: string, locale: Locale): Promise<SupplierWhole | null> {
  const found = await findOperatedSupplier(db, code);
  if (!found) return null;
  const [catalogue, retired] = await Promise.all([readCatalogue(db), listRetiredKeys(db, found.id)]);
  const { baseUrl, honoursClientId, rents, openMax, defaultCostKopecks } = found;
  return {
    ...toView(found),
    ...{ baseUrl, honoursClientId, rents, openMax, defaultCostKopecks },
    countries: found.allowedCountryIds.map((id) => {
      const country = catalogue.countryById.get(id);
      return { word: country?.slug ?? String(id), name: country ? countryName(country, locale) : String(id) };
    }),
    services: found.allowedServiceIds.flatMap((id) => {
      const service = catalogue.serviceById.get(id);
      return service ? [{ word: service.code, name: serviceName(service, locale) }] : [];
    }),
    operators: [...found.allowedOperators],
    createdAt: found.createdAt.toISOString(),
    endedAt: found.endedAt?.toISOString() ?? null,
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

function toView(supplier: OperatedSupplier): SupplierView {
  const { id, code, name, kind, healthy, isFull, circuitState, toldCount, onSaleCount } = supplier;
  return {
    ...{ id, code, name, kind, healthy, isFull, circuitState, toldCount, onSaleCount },
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
