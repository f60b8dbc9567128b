import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import { type Staff, staffOf } from "#features/back-office/back-office.rules.ts";
import {
  carryOutFactorRemovalEndpoint,
  type FactorRemovalView,
  listFactorRemovalsEndpoint,
  proposeFactorRemovalEndpoint,
  rejectFactorRemovalEndpoint,
} from "#features/back-office/factor-removals/factor-removals.contract.ts";
import {
  findFactorRemoval,
  listFactorRemovals,
} from "#features/back-office/factor-removals/factor-removals.reads.ts";
import {
  carryOutFactorRemoval,
  proposeFactorRemoval,
  rejectFactorRemoval,
} from "#features/back-office/factor-removals/factor-removals.writes.ts";
import { forgetApiKeys } from "#features/identity/api-keys/api-keys.reads.ts";
import type { UserId } from "#lib/api/actor.ts";
import { replayHeader, reply, route } from "#lib/api/route.ts";
import type { Db } from "#lib/db/pool.ts";
import { AppError } from "#lib/errors/app-error.ts";

async function getRemoval(db: Db, id: number, { staffId }: Staff): Promise<FactorRemovalView> {
  const found = await findFactorRemoval(db, id, staffId);
  if (!found) throw new AppError(backOfficeErrors.DESK_NOTHING_THERE);
  return found;
}

export const factorRemovalRoutes = [
  route(listFactorRemovalsEndpoint, ({ db, params, query, actor }) =>
    listFactorRemovals(db, { userId: params.id, before: query.before }, actor.userId),
  ),
  route(proposeFactorRemovalEndpoint, async ({ db, params, body, actor, ip, idempotencyKey }) => {
    const staff = staffOf(actor, ip);
    const proposal = { userId: params.id as UserId, reason: body.reason };
    const { id, replayed } = await proposeFactorRemoval(db, proposal, staff, idempotencyKey);
    return reply(await getRemoval(db, id, staff), { headers: replayHeader(replayed) });
  }),
  route(carryOutFactorRemovalEndpoint, async ({ db, params, body, actor, ip, idempotencyKey }) => {
    const staff = staffOf(actor, ip);
    const decision = { id: params.id, reason: body.reason };
    const { id, replayed, userId } = await carryOutFactorRemoval(db, decision, staff, idempotencyKey);
    forgetApiKeys(userId);
    return reply(await getRemoval(db, id, staff), { headers: replayHeader(replayed) });
  }),
  route(rejectFactorRemovalEndpoint, async ({ db, params, body, actor, ip }) => {
    const staff = staffOf(actor, ip);
    await rejectFactorRemoval(db, { id: params.id, reason: body.reason }, staff);
    return getRemoval(db, params.id, staff);
  }),
];
