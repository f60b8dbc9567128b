import { createHash } from "node:crypto";
import sql from "sql-template-tag";
import { readSession } from "#features/identity/sessions/find-session.reads.ts";
import {
  bearerOf,
  SESSION_IDLE_DAYS,
  SESSION_TOKEN,
  SESSIONS_PER_PAGE,
  sessionTokenOf,
} from "#features/identity/sessions/sessions.rules.ts";
import type { Role, StaffStanding, UserId } from "#lib/api/actor.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import { isHttps } from "#lib/https.ts";

/** SHA-256 of a random token; enough for 256 random bits, no slow hash needed. */
export function tokenHash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

export type FoundSession = {
  readonly sessionId: number;
  readonly userId: UserId;
  readonly role: Role;
  /** The person is a partner (`is_p`). */
  readonly isPartner: boolean;
  /** Its last use was noted so long ago that it should be noted again. */
  readonly isStale: boolean;
  /** Of the staff only. */
  readonly staff: StaffStanding | null;
  /** The person has a second factor on that this session has not shown within `STEP_UP_SECONDS`. */
  readonly isFactorStale: boolean;
  /** Milliseconds until it ends by its date, or for want of use. */
  readonly endsInMs: number;
};

/** The live session of a token whose user may act, or null. Of many tokens at once asked in one statement. */
export async function findSession(db: Queryable, token: string): Promise<FoundSession | null> {
  if (!SESSION_TOKEN.test(token)) return null;
  const found = await readSession(db, tokenHash(token));
  if (!found?.isLive) return null;
  const { sessionId, userId, role, isPartner, isStale, isFactorStale, endsInMs } = found;
  const { permission, secondFactorAgeSeconds } = found;
  const staff = role === "staff" ? { permission, secondFactorAgeSeconds } : null;
  return { sessionId, userId, role, isPartner, isStale, isFactorStale, endsInMs, staff };
}

/** The session token that proves this request, from header or cookie; null for an API key. */
export function sessionTokenOfRequest(request: Request): string | null {
  return (
    bearerOf(request.headers.get("authorization")) ?? sessionTokenOf(request.headers.get("cookie"), isHttps)
  );
}

/** The live session that proves a request, or null. */
export function findSessionOf(db: Queryable, request: Request): Promise<FoundSession | null> {
  return findSession(db, sessionTokenOfRequest(request) ?? "");
}

/** Those of the sessions that are live and whose user may act. */
export async function listLiveSessions(db: Queryable, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const found = await rows<{ id: number }>(
    db,
    sql`select s.id from identity_sessions s join identity_users u on u.id = s.user_id
        where s.id = any (${[...ids]}::bigint[]) and s.expires_at > app_now() and u.suspended_at is null
          and not exists (select from identity_closings c where c.user_id = u.id)
          and s.last_seen_at > app_now() - make_interval(days => ${SESSION_IDLE_DAYS})`,
  );
  return found.map(({ id }) => id);
}

type SessionRow = {
  id: number;
  ip: string;
  userAgent: string;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
};

type SessionsPage = { sessions: (SessionRow & { isCurrent: boolean })[]; isMore: boolean };

/**
 * A page of a user's live sessions: on the first one the session that asks, then the others, newest first. `before` is the id of
 * the last one of the page before.
 */
export async function listSessions(
  db: Queryable,
  userId: UserId,
  { currentId, before }: { currentId: number | null; before: number | null },
): Promise<SessionsPage> {
  const found = await rows<SessionRow & { isCurrent: boolean }>(
    db,
    sql`select id, ip, user_agent as "userAgent", created_at as "createdAt", last_seen_at as "lastSeenAt", expires_at as "expiresAt",
          id is not distinct from ${currentId}::bigint as "isCurrent"
        from identity_sessions
        where user_id = ${userId} and expires_at > app_now() and last_seen_at > app_now() - make_interval(days => ${SESSION_IDLE_DAYS})
          and (${before}::bigint is null or (id < ${before} and id is distinct from ${currentId}::bigint))
        order by "isCurrent" desc, id desc limit ${SESSIONS_PER_PAGE + 1}`,
  );
  return { sessions: found.slice(0, SESSIONS_PER_PAGE), isMore: found.length > SESSIONS_PER_PAGE };
}
