import { randomUUID } from "node:crypto";
import sql, { raw } from "sql-template-tag";
import { mailOwner } from "#features/identity/mail/mail.writes.ts";
import { newWebhookSecret } from "#features/notifications/webhooks/signing.rules.ts";
import { webhookErrors } from "#features/notifications/webhooks/webhooks.errors.ts";
import {
  chosenNames,
  type EventName,
  fitsFormat,
  testEvent,
  type WebhookFormat,
  waitingStates,
  webhookLimits,
} from "#features/notifications/webhooks/webhooks.rules.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one, rows } from "#lib/db/query.ts";
import { stateList } from "#lib/db/state-list.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { seal } from "#lib/sealed-text.ts";

/** What an owner decides about a webhook; the address has been checked (`checkReceiver`). */
export type WebhookInput = {
  readonly name: string;
  readonly url: URL;
  /** Names of today and former ones: each event is told by the name it was chosen by. */
  readonly events: readonly EventName[];
  /** Left out: standard for a new one, and as it was for an old one. */
  readonly format?: WebhookFormat | undefined;
};

/** Throws WEBHOOK_CLASSIC_SMS_ONLY. */
function checkFormat(format: WebhookFormat, events: readonly EventName[]): void {
  if (!fitsFormat(format, events)) throw new AppError(webhookErrors.WEBHOOK_CLASSIC_SMS_ONLY);
}

type Told = { readonly id: number; readonly secret: string };

/**
 * Makes a webhook that is told what happens from now on. The secret is told this once. Throws WEBHOOK_LIMIT_REACHED,
 * WEBHOOK_CLASSIC_SMS_ONLY.
 */
export async function createWebhook(tx: Tx, userId: UserId, input: WebhookInput): Promise<Told> {
  const { format = "standard" } = input;
  checkFormat(format, input.events);
  // Two at once must not pass the limit together.
  await execute(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended(${`notifications:webhooks:${userId}`}, 0))`,
  );
  const { count } = await one<{ count: number }>(
    tx,
    sql`select count(*)::int as count from notifications_webhooks where user_id = ${userId}`,
  );
  if (count >= webhookLimits.perUser) throw new AppError(webhookErrors.WEBHOOK_LIMIT_REACHED);
  const secret = newWebhookSecret();
  const { id } = await one<{ id: number }>(
    tx,
    sql`insert into notifications_webhooks (user_id, name, url, host, events, format, sealed_secret)
        values (${userId}, ${input.name}, ${input.url.href}, ${input.url.host}, ${chosenNames(input.events)}, ${format},
          ${seal(secret)})
        returning id`,
  );
  await mailOwner(tx, userId, { name: "webhookMade", what: input.url.host }, String(id));
  return { id, secret };
}

/** Turns all of a user's webhooks off; what waits for them is given up. */
export async function endWebhooksOf(tx: Tx, userId: number): Promise<void> {
  const own = await rows<{ id: number }>(
    tx,
    sql`select id from notifications_webhooks where user_id = ${userId} and disabled_at is null order by id for no key update`,
  );
  for (const { id } of own) await disableWebhook(tx, id, "owner");
}

/**
 * Changes a webhook of the user's. Turned on again it is told what happens from now on; turned off, what waits is given up.
 * Throws WEBHOOK_NOT_FOUND, WEBHOOK_CLASSIC_SMS_ONLY.
 */
export async function changeWebhook(
  tx: Tx,
  userId: UserId,
  id: number,
  { name, url, events, isEnabled, ...input }: WebhookInput & { readonly isEnabled: boolean },
): Promise<void> {
  const before = await maybeOne<{ isEnabled: boolean; host: string; format: WebhookFormat }>(
    tx,
    sql`select disabled_at is null as "isEnabled", host, format from notifications_webhooks
        where id = ${id} and user_id = ${userId} for no key update`,
  );
  if (!before) throw new AppError(webhookErrors.WEBHOOK_NOT_FOUND);
  const format = input.format ?? before.format;
  checkFormat(format, events);
  await execute(
    tx,
    sql`update notifications_webhooks set name = ${name}, url = ${url.href}, host = ${url.host}, events = ${chosenNames(events)},
          format = ${format},
          -- What failed was the former address.
          failing_since = case when url = ${url.href} then failing_since end
        where id = ${id}`,
  );
  // Who sends codes elsewhere has as good as made a new one.
  if (before.host !== url.host) {
    await mailOwner(tx, userId, { name: "webhookMade", what: url.host }, `${id}:${randomUUID()}`);
  }
  if (before.isEnabled && !isEnabled) await disableWebhook(tx, id, "owner");
  if (!before.isEnabled && isEnabled) {
    await execute(
      tx,
      sql`update notifications_webhooks set disabled_at = null, disabled_reason = null, failing_since = null,
            active_since = app_now(), events_since = clock_timestamp() where id = ${id}`,
    );
  }
}

/** Turns a webhook off and gives up what waits for it. Answers whether it was on. */
export async function disableWebhook(
  tx: Tx,
  id: number,
  reason: "owner" | "failures" | "gone",
): Promise<boolean> {
  const changed = await execute(
    tx,
    sql`update notifications_webhooks set disabled_at = app_now(), disabled_reason = ${reason}
        where id = ${id} and disabled_at is null`,
  );
  await execute(
    tx,
    sql`update notifications_webhook_deliveries set state = 'failed', closed_at = app_now()
        where webhook_id = ${id} and state in (${raw(stateList(waitingStates))})`,
  );
  return changed > 0;
}

/** Removes a webhook with its deliveries. Throws WEBHOOK_NOT_FOUND. */
export async function deleteWebhook(db: Queryable, userId: UserId, id: number): Promise<void> {
  const deleted = await execute(
    db,
    sql`delete from notifications_webhooks where id = ${id} and user_id = ${userId}`,
  );
  if (deleted === 0) throw new AppError(webhookErrors.WEBHOOK_NOT_FOUND);
}

/** A new secret; the one of before signs beside it for `overlapHours` (0 = no longer). Throws WEBHOOK_NOT_FOUND. */
export async function rotateSecret(
  db: Queryable,
  userId: UserId,
  id: number,
  overlapHours: number,
): Promise<Told> {
  const secret = newWebhookSecret();
  const changed = await execute(
    db,
    sql`update notifications_webhooks set sealed_secret = ${seal(secret)},
          sealed_old_secret = case when ${overlapHours} > 0 then sealed_secret end,
          old_secret_until = case when ${overlapHours} > 0 then app_now() + make_interval(hours => ${overlapHours}) end
        where id = ${id} and user_id = ${userId}`,
  );
  if (changed === 0) throw new AppError(webhookErrors.WEBHOOK_NOT_FOUND);
  return { id, secret };
}

/** Queues a delivery that means nothing. Answers its id. Throws WEBHOOK_NOT_FOUND, WEBHOOK_DISABLED, TOO_MANY_TESTS. */
export async function queueTest(tx: Tx, userId: UserId, webhookId: number): Promise<number> {
  const webhook = await maybeOne<{ isEnabled: boolean; tests: number }>(
    tx,
    sql`select w.disabled_at is null as "isEnabled",
          (select count(*)::int from notifications_webhook_deliveries d
            where d.webhook_id = w.id and d.type = ${testEvent} and d.created_at > app_now() - interval '1 hour') as tests
        from notifications_webhooks w where w.id = ${webhookId} and w.user_id = ${userId} for no key update`,
  );
  if (!webhook) throw new AppError(webhookErrors.WEBHOOK_NOT_FOUND);
  if (!webhook.isEnabled) throw new AppError(webhookErrors.WEBHOOK_DISABLED);
  if (webhook.tests >= webhookLimits.testsPerHour) throw new AppError(webhookErrors.TOO_MANY_TESTS);
  const { id } = await one<{ id: number }>(
    tx,
    sql`insert into notifications_webhook_deliveries (webhook_id, type) values (${webhookId}, ${testEvent}) returning id`,
  );
  return id;
}

/**
 * Sends a delivery again now, with all its attempts anew; one that is under way stays so. Throws DELIVERY_NOT_FOUND,
 * WEBHOOK_DISABLED.
 */
export async function resendDelivery(tx: Tx, userId: UserId, id: number): Promise<void> {
  const found = await maybeOne<{ isEnabled: boolean }>(
    tx,
    sql`select w.disabled_at is null as "isEnabled"
        from notifications_webhook_deliveries d join notifications_webhooks w on w.id = d.webhook_id
        where d.id = ${id} and w.user_id = ${userId} for share of w`,
  );
  if (!found) throw new AppError(webhookErrors.DELIVERY_NOT_FOUND);
  if (!found.isEnabled) throw new AppError(webhookErrors.WEBHOOK_DISABLED);
  await execute(
    tx,
    sql`update notifications_webhook_deliveries
        set state = 'pending', closed_at = null, tries = 0, due_at = case when is_sending then due_at else app_now() end
        where id = ${id}`,
  );
}

/** Removes deliveries that are over and older than they are kept. Answers how many went. */
export function forgetOldDeliveries(db: Queryable, limit: number): Promise<number> {
  return execute(
    db,
    sql`delete from notifications_webhook_deliveries where id in (
          select id from notifications_webhook_deliveries
          where created_at < app_now() - make_interval(days => ${webhookLimits.keptDays}) and state not in (${raw(stateList(waitingStates))})
          order by created_at limit ${limit})`,
  );
}

/** Removes what receivers answered to SMS when its time is over. Answers how many. */
export function forgetSmsAnswers(db: Queryable, limit: number): Promise<number> {
  return execute(
    db,
    sql`update notifications_webhook_attempts set answer = '', answer_until = null where id in (
          select id from notifications_webhook_attempts where answer_until <= app_now()
          order by answer_until limit ${limit} for update skip locked)`,
  );
}
