import {
  getExchangeEndpoint,
  getSupplierHealthEndpoint,
  listExchangesEndpoint,
} from "#features/back-office/supplier-health/supplier-health.contract.ts";
import {
  findExchangeView,
  findSupplierHealth,
  listExchangeViews,
} from "#features/back-office/supplier-health/supplier-health.reads.ts";
import { operationErrors } from "#features/supply/operation.errors.ts";
import { route } from "#lib/api/route.ts";
import { AppError } from "#lib/errors/app-error.ts";

function found<T>(value: T | null, error: (typeof operationErrors)[keyof typeof operationErrors]): T {
  if (value === null) throw new AppError(error);
  return value;
}

/** How suppliers answer, at the desk. */
export const supplierHealthRoutes = [
  route(getSupplierHealthEndpoint, async ({ db, params, locale }) =>
    found(await findSupplierHealth(db, params.code, locale), operationErrors.SUPPLIER_NOT_FOUND),
  ),
  route(listExchangesEndpoint, async ({ db, params, query }) =>
    found(await listExchangeViews(db, params.code, query.before), operationErrors.SUPPLIER_NOT_FOUND),
  ),
  route(getExchangeEndpoint, async ({ db, params }) =>
    found(await findExchangeView(db, params.code, params.id), operationErrors.EXCHANGE_NOT_FOUND),
  ),
];
