import { staffOf } from "#features/back-office/back-office.rules.ts";
import {
  deskGetSelfTestEndpoint,
  deskGetTestExchangeEndpoint,
  deskListSelfTestsEndpoint,
  deskStartSelfTestEndpoint,
} from "#features/back-office/self-test/desk-self-tests.contract.ts";
import { startSelfTestAtDesk } from "#features/back-office/self-test/desk-self-tests.writes.ts";
import { operationErrors } from "#features/supply/operation.errors.ts";
import {
  viewSelfTest,
  viewSelfTests,
  viewTestExchange,
} from "#features/supply/self-test/self-test-views.reads.ts";
import { findTestedSupplier, type TestedSupplier } from "#features/supply/self-test/self-tests.reads.ts";
import { replayHeader, reply, route } from "#lib/api/route.ts";
import type { Db } from "#lib/db/pool.ts";
import { AppError } from "#lib/errors/app-error.ts";

async function getTestedSupplier(db: Db, code: string): Promise<TestedSupplier> {
  const supplier = await findTestedSupplier(db, code);
  if (!supplier) throw new AppError(operationErrors.SUPPLIER_NOT_FOUND);
  return supplier;
}

/** Self-tests of suppliers, at the desk. */
export const deskSelfTestRoutes = [
  route(deskListSelfTestsEndpoint, async ({ db, params }) =>
    viewSelfTests(db, await getTestedSupplier(db, params.code)),
  ),
  route(deskStartSelfTestEndpoint, async ({ db, actor, ip, params, body, idempotencyKey }) => {
    const call = { ...body, staff: staffOf(actor, ip), idempotencyKey };
    const { id, replayed } = await startSelfTestAtDesk(db, params.code, call);
    const supplier = await getTestedSupplier(db, params.code);
    return reply(await viewSelfTest(db, supplier, id), { headers: replayHeader(replayed) });
  }),
  route(deskGetSelfTestEndpoint, async ({ db, params }) =>
    viewSelfTest(db, await getTestedSupplier(db, params.code), params.id),
  ),
  route(deskGetTestExchangeEndpoint, async ({ db, params }) => {
    const { id: supplierId } = await getTestedSupplier(db, params.code);
    return viewTestExchange(db, { supplierId, runId: params.id, id: params.exchangeId });
  }),
];
