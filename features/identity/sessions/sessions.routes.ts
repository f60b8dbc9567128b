import { endsInMsOf } from "#features/identity/api-keys/api-keys.reads.ts";
import { API_KEY } from "#features/identity/api-keys/api-keys.rules.ts";
import { authenticateKey } from "#features/identity/api-keys/authenticate.gate.ts";
import {
  listOwnSessions,
  revokeOtherSessions,
  revokeOwnSession,
} from "#features/identity/sessions/sessions.contract.ts";
import {
  findSession,
  findSessionOf,
  listSessions,
  sessionTokenOfRequest,
} from "#features/identity/sessions/sessions.reads.ts";
import { bearerOf, sessionTokenOf } from "#features/identity/sessions/sessions.rules.ts";
import {
  revokeOtherSessions as endOthers,
  revokeSession,
  touchSession,
} from "#features/identity/sessions/sessions.writes.ts";
import { type Actor, guest, type UserActor } from "#lib/api/actor.ts";
import type { Called } from "#lib/api/mount.ts";
import { route } from "#lib/api/route.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { isHttps } from "#lib/https.ts";
import { log } from "#lib/log.ts";

/**
 * Who makes a request: `Authorization: Bearer` with a session token or an API key, else the session cookie.
 * A wrong bearer credential is refused (401), since its sender means it; a dead cookie is a guest, so that a
 * browser that still carries one can sign in again. `called` is what a key's call is counted by; null: it only proves itself again.
 */
export async function resolveActor(
  request: Request,
  db: Db,
  ip: string,
  called: Called | null = null,
): Promise<Actor> {
  const authorization = request.headers.get("authorization");
  if (authorization !== null) return bearerActor(authorization, db, ip, called);
  const token = sessionTokenOf(request.headers.get("cookie"), isHttps);
  return (token && (await sessionActor(token, "session", db))) || guest;
}

async function bearerActor(authorization: string, db: Db, ip: string, called: Called | null): Promise<Actor> {
  const credential = bearerOf(authorization);
  if (credential === null) throw new AppError(apiErrors.UNAUTHORIZED);
  if (API_KEY.test(credential)) {
    const call = called && `${called.method} /api${called.path}`;
    const { refusal, owner } = await authenticateKey(db, credential, ip, call);
    if (refusal === "address") throw new AppError(apiErrors.ADDRESS_NOT_ALLOWED);
    if (owner) {
      const { userId, role, key } = owner;
      return { kind: "user", userId, role, via: "api-key", key, endsInMs: endsInMsOf(owner) };
    }
  }
  const actor = await sessionActor(credential, "bearer", db);
  if (!actor) throw new AppError(apiErrors.UNAUTHORIZED);
  return actor;
}

async function sessionActor(token: string, via: "session" | "bearer", db: Db): Promise<UserActor | null> {
  const session = await findSession(db, token);
  if (!session) return null;
  if (session.isStale) {
    // A note for the idle limit; the call does not wait for it and does not fail with it.
    void touchSession(db, session.sessionId).catch((error: Error) =>
      log.warn({ error: error.message }, "session use not noted"),
    );
  }
  const { userId, role, sessionId, isPartner, staff, isFactorStale, endsInMs } = session;
  return { kind: "user", userId, role, via, sessionId, isPartner, staff, isFactorStale, endsInMs };
}

export const sessionRoutes = [
  route(listOwnSessions, async ({ db, actor, query, request }) => {
    const current = await findSessionOf(db, request);
    const place = { currentId: current?.sessionId ?? null, before: query.before ?? null };
    const { sessions, isMore } = await listSessions(db, actor.userId, place);
    const shown = sessions.map((session) => ({
      ...session,
      createdAt: session.createdAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
      expiresAt: session.expiresAt.toISOString(),
    }));
    return { sessions: shown, isMore };
  }),
  route(revokeOwnSession, async ({ db, actor, params }) => {
    await withTransaction(db, (tx) => revokeSession(tx, actor.userId, params.sessionId));
    return { status: "ended" as const };
  }),
  route(revokeOtherSessions, async ({ db, actor, request }) => {
    const keepToken = sessionTokenOfRequest(request);
    return { ended: await withTransaction(db, (tx) => endOthers(tx, actor.userId, keepToken)) };
  }),
];
