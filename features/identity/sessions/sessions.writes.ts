import { randomBytes } from "node:crypto";
import sql from "sql-template-tag";
import { forgetKeyCalls } from "#features/identity/api-keys/key-calls.writes.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { forgetSecurityEvents } from "#features/identity/security-log/forgetting.writes.ts";
import { recordSecurityEvent } from "#features/identity/security-log/recording.writes.ts";
import { tokenHash } from "#features/identity/sessions/sessions.reads.ts";
import {
  deviceNameOf,
  SESSION_LIFETIME_DAYS,
  SESSIONS_AT_MOST,
} from "#features/identity/sessions/sessions.rules.ts";
import { forgetEmailChanges } from "#features/identity/way-back.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one } from "#lib/db/query.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** 256 random bits for a session or a link; only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

export type NewSession = {
  userId: UserId;
  ip: string;
  userAgent: string;
  /** The second factor was shown with the password. */
  hasSecondFactor?: boolean;
};

/**
 * Lets one login of an account at a time through, until the transaction ends: those at one moment would not see each other's sessions,
 * and leave more than `SESSIONS_AT_MOST`. Taken behind the account's row, which logins hold side by side.
 */
export async function queueLogins(tx: Tx, userId: UserId): Promise<void> {
  await execute(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended('identity-logins:' || ${userId}::bigint, 0))`,
  );
}

/** Opens a session. The token is told once and never stored. */
export async function openSession(
  tx: Queryable,
  session: NewSession,
): Promise<{ token: string; expiresAt: Date }> {
  const token = newToken();
  const { expiresAt } = await one<{ expiresAt: Date }>(
    tx,
    sql`insert into identity_sessions (user_id, token_hash, ip, user_agent, expires_at, second_factor_at)
        values (${session.userId}, ${tokenHash(token)}, ${session.ip.slice(0, 64)}, ${session.userAgent.slice(0, 300)},
          app_now() + make_interval(days => ${SESSION_LIFETIME_DAYS}),
          case when ${session.hasSecondFactor ?? false} then app_now() end)
        returning expires_at as "expiresAt"`,
  );
  return { token, expiresAt };
}

/**
 * Ends what a user has beyond `SESSIONS_AT_MOST`: the sessions that nobody has used for longest, never that of `keepToken`. What somebody
 * is ending right now is left to them. Behind `queueLogins`.
 */
export async function endSurplusSessions(tx: Queryable, userId: UserId, keepToken: string): Promise<void> {
  await execute(
    tx,
    sql`delete from identity_sessions where id in (
          select id from identity_sessions where id in (
            select id from identity_sessions where user_id = ${userId} and token_hash <> ${tokenHash(keepToken)}
            order by last_seen_at desc, id desc offset ${SESSIONS_AT_MOST - 1})
          for update skip locked)`,
  );
}

/**
 * Gives a session whose rights change a new token; the old one is nobody's from now on. Notes that the second factor was
 * shown (true) or is gone (false). Answers null when the session has ended.
 */
export async function renewSession(
  tx: Queryable,
  oldToken: string,
  hasSecondFactor: boolean,
): Promise<string | null> {
  const token = newToken();
  const renewed = await execute(
    tx,
    sql`update identity_sessions set token_hash = ${tokenHash(token)},
          second_factor_at = case when ${hasSecondFactor} then app_now() end
        where token_hash = ${tokenHash(oldToken)}`,
  );
  return renewed === 0 ? null : token;
}

/** Records that a session has just shown its second factor again. */
export async function recordSecondFactor(tx: Queryable, token: string): Promise<void> {
  await execute(
    tx,
    sql`update identity_sessions set second_factor_at = app_now() where token_hash = ${tokenHash(token)}`,
  );
}

/** Records that a session is in use, at most every ten minutes. */
export async function touchSession(db: Queryable, sessionId: number): Promise<void> {
  await execute(
    db,
    sql`update identity_sessions set last_seen_at = app_now()
        where id = ${sessionId} and last_seen_at < app_now() - interval '10 minutes'`,
  );
}

/** Ends the session of a token; ending it twice changes nothing. */
export async function endSessionOf(tx: Queryable, token: string): Promise<void> {
  await execute(tx, sql`delete from identity_sessions where token_hash = ${tokenHash(token)}`);
}

/** Ends one of a user's sessions, who asks for it. Throws SESSION_NOT_FOUND for another's or none. */
export async function revokeSession(tx: Tx, userId: UserId, sessionId: number): Promise<void> {
  const ended = await maybeOne<{ userAgent: string }>(
    tx,
    sql`delete from identity_sessions where id = ${sessionId} and user_id = ${userId} returning user_agent as "userAgent"`,
  );
  if (!ended) throw new AppError(identityErrors.SESSION_NOT_FOUND);
  await recordSecurityEvent(tx, userId, { kind: "sessionEnded", what: deviceNameOf(ended.userAgent) ?? "" });
}

/** Ends all but the session of `keepToken`, because their user asks for it; tells how many. */
export async function revokeOtherSessions(tx: Tx, userId: UserId, keepToken: string | null): Promise<number> {
  const ended = await endOtherSessions(tx, userId, keepToken);
  if (ended > 0) await recordSecurityEvent(tx, userId, { kind: "otherSessionsEnded" });
  return ended;
}

/** Ends all sessions of a user but the one of `keepToken`; tells how many. */
export function endOtherSessions(tx: Queryable, userId: UserId, keepToken: string | null): Promise<number> {
  const keep = keepToken === null ? null : tokenHash(keepToken);
  return execute(
    tx,
    sql`delete from identity_sessions where user_id = ${userId} and token_hash is distinct from ${keep}::bytea`,
  );
}

const EXPIRED_AT_ONCE = 1_000;

/**
 * Deletes what ran out: sessions, registrations, password requests, unfinished logins, mailed codes, challenges of passkeys, ways to providers, spent captchas, known browsers, changes of addresses, old lines of security logs, old counters. Nothing depends on
 * it, every read checks the time itself. Answers how many rows went.
 */
export async function forgetExpired(db: Queryable): Promise<number> {
  const limit = EXPIRED_AT_ONCE;
  const counts = [
    await forgetSecurityEvents(db, limit),
    await forgetKeyCalls(db, limit),
    await forgetEmailChanges(db, limit),
    await execute(
      db,
      sql`delete from identity_sessions where id in (
            select id from identity_sessions where expires_at <= app_now() limit ${limit} for update skip locked)`,
    ),
    await execute(
      db,
      sql`delete from identity_registrations where id in (
            select id from identity_registrations where expires_at <= app_now() limit ${limit} for update skip locked)`,
    ),
    await execute(
      db,
      sql`delete from identity_password_resets where id in (
            select id from identity_password_resets where expires_at <= app_now() limit ${limit} for update skip locked)`,
    ),
    await execute(
      db,
      sql`delete from identity_login_challenges where token_hash in (
            select token_hash from identity_login_challenges where expires_at <= app_now() limit ${limit} for update skip locked)`,
    ),
    await execute(
      db,
      sql`delete from identity_mail_codes where id in (
            select id from identity_mail_codes where expires_at <= app_now() limit ${limit} for update skip locked)`,
    ),
    await execute(
      db,
      sql`delete from identity_passkey_challenges where challenge_hash in (
            select challenge_hash from identity_passkey_challenges where expires_at <= app_now() limit ${limit} for update skip locked)`,
    ),
    await execute(
      db,
      sql`delete from identity_social_trips where state_hash in (
            select state_hash from identity_social_trips where expires_at <= app_now() limit ${limit} for update skip locked)`,
    ),
    await execute(
      db,
      sql`delete from identity_social_tickets where ticket_hash in (
            select ticket_hash from identity_social_tickets where expires_at <= app_now() limit ${limit} for update skip locked)`,
    ),
    await execute(
      db,
      sql`delete from identity_captcha_uses where challenge_hash in (
            select challenge_hash from identity_captcha_uses where expires_at <= app_now() limit ${limit} for update skip locked)`,
    ),
    await execute(
      db,
      sql`delete from identity_known_devices where (token_hash, user_id) in (
            select token_hash, user_id from identity_known_devices where expires_at <= app_now() limit ${limit} for update skip locked)`,
    ),
    await execute(
      db,
      sql`delete from identity_throttles where bucket in (
            select bucket from identity_throttles
            where window_ends_at <= app_now() and coalesce(blocked_until <= app_now(), true)
            limit ${limit} for update skip locked)`,
    ),
  ];
  return counts.reduce((sum, count) => sum + count, 0);
}
