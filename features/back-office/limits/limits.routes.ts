import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import { staffOf } from "#features/back-office/back-office.rules.ts";
import {
  banPersonEndpoint,
  getPersonLimitsEndpoint,
  grantOpenMaxEndpoint,
  liftBanEndpoint,
  type PersonLimits,
} from "#features/back-office/limits/limits.contract.ts";
import { findPersonLimits } from "#features/back-office/limits/limits.reads.ts";
import { banPerson, grantPersonOpenMax, liftPersonBan } from "#features/back-office/limits/limits.writes.ts";
import { route } from "#lib/api/route.ts";
import type { Db } from "#lib/db/pool.ts";
import { AppError } from "#lib/errors/app-error.ts";

async function getLimits(db: Db, id: number): Promise<PersonLimits> {
  const limits = await findPersonLimits(db, id);
  if (!limits) throw new AppError(backOfficeErrors.DESK_NOTHING_THERE);
  return limits;
}

export const deskLimitRoutes = [
  route(getPersonLimitsEndpoint, ({ db, params }) => getLimits(db, params.id)),
  route(banPersonEndpoint, async ({ db, params, body, actor, ip }) => {
    await banPerson(db, { id: params.id, ...body }, staffOf(actor, ip));
    return getLimits(db, params.id);
  }),
  route(liftBanEndpoint, async ({ db, params, body, actor, ip }) => {
    await liftPersonBan(db, { id: params.id, ...body }, staffOf(actor, ip));
    return getLimits(db, params.id);
  }),
  route(grantOpenMaxEndpoint, async ({ db, params, body, actor, ip }) => {
    await grantPersonOpenMax(db, { id: params.id, ...body }, staffOf(actor, ip));
    return getLimits(db, params.id);
  }),
];
