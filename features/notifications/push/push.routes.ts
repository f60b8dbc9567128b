import { findSessionOf } from "#features/identity/sessions/sessions.reads.ts";
import {
  deletePushEndpoint,
  getPushEndpoint,
  type PushState,
  putPushEndpoint,
} from "#features/notifications/push/push.contract.ts";
import { pushErrors } from "#features/notifications/push/push.errors.ts";
import { pushKey } from "#features/notifications/push/push.gateway.ts";
import { hasPush } from "#features/notifications/push/push.reads.ts";
import { isPushService } from "#features/notifications/push/push.rules.ts";
import { deletePush, savePush } from "#features/notifications/push/push.writes.ts";
import { route } from "#lib/api/route.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";

const publicKey = pushKey?.publicKey ?? null;

async function sessionIdOf(db: Db, request: Request): Promise<number> {
  const session = await findSessionOf(db, request);
  // It ended while the request was on its way.
  if (!session) throw new AppError(apiErrors.UNAUTHORIZED);
  return session.sessionId;
}

export const pushRoutes = [
  route(getPushEndpoint, async ({ db, request }): Promise<PushState> => {
    return { publicKey, isOn: await hasPush(db, await sessionIdOf(db, request)) };
  }),
  route(putPushEndpoint, async ({ db, actor, request, body, locale }): Promise<PushState> => {
    if (!publicKey) throw new AppError(pushErrors.PUSH_UNAVAILABLE);
    if (!isPushService(body.endpoint, env.PUSH_SERVICES))
      throw new AppError(pushErrors.PUSH_ADDRESS_FORBIDDEN);
    const sessionId = await sessionIdOf(db, request);
    await withTransaction(db, (tx) => savePush(tx, { userId: actor.userId, sessionId, locale }, body));
    return { publicKey, isOn: true };
  }),
  route(deletePushEndpoint, async ({ db, request }): Promise<PushState> => {
    await deletePush(db, await sessionIdOf(db, request));
    return { publicKey, isOn: false };
  }),
];
