import { requirePartnerSupplier } from "#features/partners/cabinet/partner.gate.ts";
import {
  getSelfTestEndpoint,
  getTestExchangeEndpoint,
  listSelfTestsEndpoint,
  startSelfTestEndpoint,
} from "#features/partners/self-test/cabinet-self-tests.contract.ts";
import {
  viewSelfTest,
  viewSelfTests,
  viewTestExchange,
} from "#features/supply/self-test/self-test-views.reads.ts";
import { findTestedSupplier, type TestedSupplier } from "#features/supply/self-test/self-tests.reads.ts";
import { startSelfTest } from "#features/supply/self-test/self-tests.writes.ts";
import type { UserActor } from "#lib/api/actor.ts";
import { replayHeader, reply, route } from "#lib/api/route.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";

async function supplierOf(db: Db, actor: UserActor): Promise<TestedSupplier> {
  const { code } = await requirePartnerSupplier(db, actor);
  const supplier = await findTestedSupplier(db, code);
  if (!supplier) throw new AppError(apiErrors.NOT_FOUND);
  return supplier;
}

/** The self-test of the partner's own supplier. */
export const cabinetSelfTestRoutes = [
  route(listSelfTestsEndpoint, async ({ db, actor }) => viewSelfTests(db, await supplierOf(db, actor))),
  route(startSelfTestEndpoint, async ({ db, actor, body, idempotencyKey }) => {
    const supplier = await supplierOf(db, actor);
    const { code } = supplier;
    const { id, replayed } = await withTransaction(db, (tx) =>
      startSelfTest(tx, { ...body, code, idempotencyKey }),
    );
    return reply(await viewSelfTest(db, supplier, id), { headers: replayHeader(replayed) });
  }),
  route(getSelfTestEndpoint, async ({ db, actor, params }) =>
    viewSelfTest(db, await supplierOf(db, actor), params.id),
  ),
  route(getTestExchangeEndpoint, async ({ db, actor, params }) => {
    const { id: supplierId } = await supplierOf(db, actor);
    return viewTestExchange(db, { supplierId, runId: params.id, id: params.exchangeId });
  }),
];
