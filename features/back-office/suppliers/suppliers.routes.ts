import { staffOf } from "#features/back-office/back-office.rules.ts";
import {
  addSupplierEndpoint,
  editSupplierEndpoint,
  endSupplierEndpoint,
  getSupplierEndpoint,
  listSupplierCostsEndpoint,
  listSuppliersEndpoint,
  pauseSupplierEndpoint,
  removeSupplierCostEndpoint,
  resumeSupplierEndpoint,
  rotateSupplierKeyEndpoint,
  type SupplierDetails,
  setSupplierCostsEndpoint,
} from "#features/back-office/suppliers/suppliers.contract.ts";
import {
  findSupplierCosts,
  findSupplierDetails,
  listSupplierViews,
} from "#features/back-office/suppliers/suppliers.reads.ts";
import {
  editSupplier,
  removeSupplierCost,
  rotateSupplierKey,
  type SupplierCall,
  setSupplierCosts,
  stepSupplier,
  takeSupplierOn,
} from "#features/back-office/suppliers/suppliers.writes.ts";
import { operationErrors } from "#features/supply/operation.errors.ts";
import type { UserActor } from "#lib/api/actor.ts";
import { replayHeader, reply, route } from "#lib/api/route.ts";
import type { Db } from "#lib/db/pool.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Locale } from "#lib/i18n/locales.ts";

async function getSupplier(db: Db, code: string, locale: Locale): Promise<SupplierDetails> {
  const found = await findSupplierDetails(db, code, locale);
  if (!found) throw new AppError(operationErrors.SUPPLIER_NOT_FOUND);
  return found;
}

type Asked = { actor: UserActor; ip: string; idempotencyKey: string; body: { reason: string } };
const callOf = ({ actor, ip, idempotencyKey, body }: Asked): SupplierCall => ({
  staff: staffOf(actor, ip),
  idempotencyKey,
  reason: body.reason,
});

/** Suppliers, at the desk. */
export const deskSupplierRoutes = [
  route(listSuppliersEndpoint, ({ db, query }) => listSupplierViews(db, query)),
  route(getSupplierEndpoint, ({ db, params, locale }) => getSupplier(db, params.code, locale)),
  route(listSupplierCostsEndpoint, async ({ db, params, query, locale }) => {
    const costs = await findSupplierCosts(db, { code: params.code, word: query.word }, locale);
    if (!costs) throw new AppError(operationErrors.SUPPLIER_NOT_FOUND);
    return costs;
  }),
  route(addSupplierEndpoint, async (asked) => {
    const { reason: _, ...input } = asked.body;
    const key = await takeSupplierOn(asked.db, input, callOf(asked));
    const supplier = await getSupplier(asked.db, input.code, asked.locale);
    return reply({ supplier, key }, { headers: replayHeader(key === null) });
  }),
  route(editSupplierEndpoint, async (asked) => {
    const { reason: _, ...input } = asked.body;
    await editSupplier(asked.db, asked.params.code, input, callOf(asked));
    return getSupplier(asked.db, asked.params.code, asked.locale);
  }),
  route(pauseSupplierEndpoint, async (asked) => {
    await stepSupplier(asked.db, asked.params.code, "pause", callOf(asked));
    return getSupplier(asked.db, asked.params.code, asked.locale);
  }),
  route(resumeSupplierEndpoint, async (asked) => {
    await stepSupplier(asked.db, asked.params.code, "resume", callOf(asked));
    return getSupplier(asked.db, asked.params.code, asked.locale);
  }),
  route(endSupplierEndpoint, async (asked) => {
    await stepSupplier(asked.db, asked.params.code, "end", callOf(asked));
    return getSupplier(asked.db, asked.params.code, asked.locale);
  }),
  route(rotateSupplierKeyEndpoint, async (asked) => {
    const { reason: _, ...input } = asked.body;
    const key = await rotateSupplierKey(asked.db, asked.params.code, input, callOf(asked));
    const supplier = await getSupplier(asked.db, asked.params.code, asked.locale);
    return reply({ supplier, key }, { headers: replayHeader(key === null) });
  }),
  route(setSupplierCostsEndpoint, async (asked) => {
    const { reason: _, ...input } = asked.body;
    await setSupplierCosts(asked.db, asked.params.code, input, callOf(asked));
    return getSupplier(asked.db, asked.params.code, asked.locale);
  }),
  route(removeSupplierCostEndpoint, async (asked) => {
    const { reason: _, ...input } = asked.body;
    await removeSupplierCost(asked.db, asked.params.code, input, callOf(asked));
    return getSupplier(asked.db, asked.params.code, asked.locale);
  }),
];
