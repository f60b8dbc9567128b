import { createHash } from "node:crypto";
import sql from "sql-template-tag";
import { newsColumns, type UserNews } from "#features/notifications/news.rules.ts";
import {
  type BrowserSubscription,
  pauseAfterTry,
  pushLimits,
  RECOVERY_TYPE,
  smsTypes,
  type TakenPush,
} from "#features/notifications/push/push.rules.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, rows } from "#lib/db/query.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { seal, unseal } from "#lib/sealed-text.ts";

type Browser = { readonly userId: number; readonly sessionId: number; readonly locale: Locale };

/**
 * Has a session's browser told from now on. A browser that asks again keeps its row; where another person signed in meanwhile,
 * nothing of what came before is told. Beyond ten of an account the oldest gives way.
 */
export async function savePush(
  tx: Tx,
  { userId, sessionId, locale }: Browser,
  subscription: BrowserSubscription,
): Promise<void> {
  const hash = createHash("sha256").update(subscription.endpoint).digest();
  // One after the other: of two people at one browser the later one has it, without anything of the earlier one's.
  const browser = `notifications:push:${hash.toString("base64url")}`;
  await execute(tx, sql`select pg_advisory_xact_lock(hashtextextended(${browser}, 0))`);
  await execute(
    tx,
    sql`delete from notifications_push_subscriptions
        where session_id = ${sessionId} and endpoint_hash <> ${hash} or endpoint_hash = ${hash} and user_id <> ${userId}`,
  );
  await execute(
    tx,
    sql`insert into notifications_push_subscriptions (user_id, session_id, endpoint_hash, sealed_subscription, locale)
        values (${userId}, ${sessionId}, ${hash}, ${seal(JSON.stringify(subscription))}, ${locale})
        on conflict (endpoint_hash) do update set session_id = excluded.session_id, locale = excluded.locale,
          sealed_subscription = excluded.sealed_subscription`,
  );
  await execute(
    tx,
    sql`delete from notifications_push_subscriptions where id in (
          select id from notifications_push_subscriptions where user_id = ${userId} order by id desc offset ${pushLimits.perUser})`,
  );
}

/** Tells a session's browser nothing more. */
export async function deletePush(db: Queryable, sessionId: number): Promise<void> {
  await execute(db, sql`delete from notifications_push_subscriptions where session_id = ${sessionId}`);
}

/** A push for every browser of the user's that was there when the SMS came; once per browser and SMS, whoever queues it. */
export function queuePushes(tx: Tx, news: readonly UserNews[]): Promise<number> {
  const told = news.filter(({ type }) => (smsTypes as readonly string[]).includes(type));
  if (told.length === 0) return Promise.resolve(0);
  return execute(tx, {
    text: `insert into notifications_pushes (subscription_id, type, subject_id, object_id, happened_at)
      select distinct on (s.id, n.type, n.subject_id) s.id, n.type, n.subject_id, n.object_id, n.happened_at
      from unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::timestamptz[], $6::timestamptz[])
        n (user_id, type, subject_id, object_id, happened_at, marked_at)
      join notifications_push_subscriptions s on s.user_id = n.user_id and n.happened_at >= s.events_since
        and (n.marked_at is null or n.marked_at >= s.created_at)
      where not exists (select from notifications_pushes p
        where p.subscription_id = s.id and p.type = n.type and p.subject_id = n.subject_id)
      order by s.id, n.type, n.subject_id
      on conflict do nothing`,
    values: newsColumns(told),
  });
}

/** Notices of one recovery that are told apart. */
const NOTICES_MAX = 100;

/** A push for every browser of an account, once per notice of a recovery. */
export async function queueRecoveryPushes(
  db: Queryable,
  { userId, recoveryId, told }: { userId: number; recoveryId: number; told: number },
): Promise<void> {
  await execute(
    db,
    sql`insert into notifications_pushes (subscription_id, type, subject_id, object_id, happened_at)
        select id, ${RECOVERY_TYPE}, ${recoveryId * NOTICES_MAX + told}::bigint, ${recoveryId}::bigint, clock_timestamp()
        from notifications_push_subscriptions where user_id = ${userId} order by id
        on conflict do nothing`,
  );
}

/** Takes pushes that are due and that nobody else holds; those whose code is of no use any more are closed. */
export async function takePushes(db: Db, limit: number): Promise<TakenPush[]> {
  const taken = await rows<Omit<TakenPush, "subscription"> & { sealed: string }>(
    db,
    sql`with due as (
          select id from notifications_pushes where closed_at is null and due_at <= app_now()
          order by due_at, id limit ${limit} for update skip locked
        )
        update notifications_pushes p set tries = p.tries + 1,
          due_at = app_now() + make_interval(secs => ${pushLimits.leaseSeconds}),
          closed_at = case when p.created_at < app_now() - make_interval(secs => case p.type
              when ${RECOVERY_TYPE} then ${pushLimits.tellAccountWithinSeconds}::integer else ${pushLimits.tellWithinSeconds}::integer end)
            then app_now() end
        from due, notifications_push_subscriptions s
        where p.id = due.id and s.id = p.subscription_id
        returning p.id, p.subscription_id as "subscriptionId", s.user_id as "userId", s.session_id as "sessionId", s.locale,
          p.type, p.subject_id as "subjectId", p.object_id as "objectId", p.tries, s.sealed_subscription as sealed,
          p.closed_at is not null as "isOver"`,
  );
  return taken
    .filter((push) => !(push as unknown as { isOver: boolean }).isOver)
    .map(({ sealed, ...push }) => ({
      ...push,
      subscription: JSON.parse(unseal(sealed)) as BrowserSubscription,
    }));
}

/** Nothing more is done for it: it was taken, or will never arrive. */
export async function closePush(db: Queryable, id: number): Promise<void> {
  await execute(
    db,
    sql`update notifications_pushes set closed_at = app_now() where id = ${id} and closed_at is null`,
  );
}

/** It is tried again after a pause. */
export async function postponePush(db: Queryable, { id, tries }: TakenPush): Promise<void> {
  await execute(
    db,
    sql`update notifications_pushes set due_at = app_now() + make_interval(secs => ${pauseAfterTry(tries)})
        where id = ${id} and closed_at is null and tries = ${tries}`,
  );
}

/** The browser has taken its subscription back. */
export async function dropSubscription(db: Queryable, id: number): Promise<void> {
  await execute(db, sql`delete from notifications_push_subscriptions where id = ${id}`);
}

/** Forgets pushes of yesterday. Answers how many. */
export function forgetOldPushes(db: Db, limit: number): Promise<number> {
  return execute(
    db,
    sql`delete from notifications_pushes where id in (
          select id from notifications_pushes where created_at < app_now() - make_interval(hours => ${pushLimits.keptHours})
          order by created_at limit ${limit})`,
  );
}
