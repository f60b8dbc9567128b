import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import { type Staff, staffOf } from "#features/back-office/back-office.rules.ts";
import {
  type CorrectionView,
  carryOutCorrectionEndpoint,
  getCorrectionEndpoint,
  getDeskOrderEndpoint,
  listCorrectionsEndpoint,
  proposeCorrectionEndpoint,
  rejectCorrectionEndpoint,
} from "#features/back-office/corrections/corrections.contract.ts";
import { findCorrection, listCorrections } from "#features/back-office/corrections/corrections.reads.ts";
import {
  carryOutCorrection,
  proposeCorrection,
  rejectCorrection,
} from "#features/back-office/corrections/corrections.writes.ts";
import { findDeskOrder } from "#features/back-office/orders.reads.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { countryName, serviceName } from "#features/catalogue/catalogue.rules.ts";
import { replayHeader, reply, route } from "#lib/api/route.ts";
import type { Db } from "#lib/db/pool.ts";
import { AppError } from "#lib/errors/app-error.ts";

async function getCorrection(db: Db, id: number, staff: Staff): Promise<CorrectionView> {
  const found = await findCorrection(db, id, staff);
  if (!found) throw new AppError(backOfficeErrors.DESK_NOTHING_THERE);
  return found;
}

export const correctionRoutes = [
  route(listCorrectionsEndpoint, ({ db, query, actor, ip }) =>
    listCorrections(db, query, staffOf(actor, ip)),
  ),
  route(getCorrectionEndpoint, ({ db, params, actor, ip }) =>
    getCorrection(db, params.id, staffOf(actor, ip)),
  ),
  route(proposeCorrectionEndpoint, async ({ db, body, actor, ip, idempotencyKey }) => {
    const staff = staffOf(actor, ip);
    const { id, replayed } = await proposeCorrection(db, body, staff, idempotencyKey);
    return reply(await getCorrection(db, id, staff), { headers: replayHeader(replayed) });
  }),
  route(carryOutCorrectionEndpoint, async ({ db, params, body, actor, ip, idempotencyKey }) => {
    const staff = staffOf(actor, ip);
    const decision = { id: params.id, note: body.note };
    const { id, replayed } = await carryOutCorrection(db, decision, staff, idempotencyKey);
    return reply(await getCorrection(db, id, staff), { headers: replayHeader(replayed) });
  }),
  route(rejectCorrectionEndpoint, async ({ db, params, body, actor, ip }) => {
    const staff = staffOf(actor, ip);
    await rejectCorrection(db, { id: params.id, reason: body.reason }, staff);
    return getCorrection(db, params.id, staff);
  }),
  route(getDeskOrderEndpoint, async ({ db, params, locale }) => {
    const order = await findDeskOrder(db, params.id);
    if (!order) throw new AppError(backOfficeErrors.DESK_NOTHING_THERE);
    const catalogue = await readCatalogue(db);
    const service = catalogue.serviceById.get(order.serviceId);
    const country = catalogue.countryById.get(order.countryId);
    return {
      id: order.id,
      userId: order.userId,
      state: order.state,
      priceKopecks: order.priceKopecks,
      service: service ? serviceName(service, locale) : "",
      country: country ? countryName(country, locale) : "",
      requestedAt: order.requestedAt.toISOString(),
      isCaptured: order.isCaptured,
      refundId: order.refundId,
    };
  }),
];
