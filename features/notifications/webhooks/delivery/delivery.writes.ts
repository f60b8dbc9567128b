import sql, { raw } from "sql-template-tag";
import { findMailReader } from "#features/identity/mail/mail.reads.ts";
import { renderDisabledMail } from "#features/notifications/webhooks/delivery/delivery.rules.ts";
import {
  type AttemptResult,
  type DeliveredType,
  isGone,
  isTaken,
  pauseAfter,
  type WebhookFormat,
  waitingStates,
  webhookLimits,
} from "#features/notifications/webhooks/webhooks.rules.ts";
import { disableWebhook } from "#features/notifications/webhooks/webhooks.writes.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one, rows } from "#lib/db/query.ts";
import { stateList } from "#lib/db/state-list.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { enqueueMail } from "#lib/mail/send.ts";
import { seal, unseal } from "#lib/sealed-text.ts";

/** A delivery that this worker has taken. */
export type TakenDelivery = {
  readonly id: number;
  readonly webhookId: number;
  readonly userId: number;
  readonly host: string;
  readonly url: string;
  /** How a body that is built now is written. */
  readonly format: WebhookFormat;
  readonly messageId: string;
  readonly type: DeliveredType;
  readonly subjectId: number | null;
  readonly objectId: number | null;
  readonly happenedAt: Date;
  readonly sealedBody: string | null;
  /** The newest first; two during a rotation. */
  readonly sealedSecrets: readonly string[];
  /** The number of this taking. */
  readonly taken: number;
};

/**
 * Takes deliveries that are due and that nobody else holds. A process that dies with one in hand loses it after a minute; it is sent again
 * with the same id and body.
 */
export function takeDeliveries(db: Queryable, ids: readonly number[]): Promise<TakenDelivery[]> {
  return rows<TakenDelivery>(
    db,
    sql`with due as (
          select id from notifications_webhook_deliveries
          where id = any (${[...ids]}::bigint[]) and state in (${raw(stateList(waitingStates))}) and due_at <= app_now()
          for update skip locked
        )
        update notifications_webhook_deliveries d
        set due_at = app_now() + make_interval(secs => ${webhookLimits.leaseSeconds}), taken = d.taken + 1, is_sending = true
        from due, notifications_webhooks w
        where d.id = due.id and w.id = d.webhook_id and w.disabled_at is null
        returning d.id, d.webhook_id as "webhookId", w.user_id as "userId", w.host, w.url, w.format,
          d.message_id as "messageId", d.type,
          d.subject_id as "subjectId", d.object_id as "objectId", d.happened_at as "happenedAt", d.sealed_body as "sealedBody",
          d.taken, case when w.old_secret_until > app_now() then array[w.sealed_secret, w.sealed_old_secret]
            else array[w.sealed_secret] end as "sealedSecrets"`,
  );
}

/** Keeps the body of a delivery for all its attempts. Answers the one that is kept: the first. */
export async function keepBody(db: Queryable, id: number, body: string): Promise<string> {
  const { sealedBody } = await one<{ sealedBody: string }>(
    db,
    sql`update notifications_webhook_deliveries set sealed_body = coalesce(sealed_body, ${seal(body)}) where id = ${id}
        returning sealed_body as "sealedBody"`,
  );
  return unseal(sealedBody);
}

/** Ends a delivery whose order, rental or payment is gone, or that its webhook's new format has no body for. */
export async function dropDelivery(db: Queryable, id: number): Promise<void> {
  await execute(
    db,
    sql`update notifications_webhook_deliveries set state = 'failed', closed_at = app_now(), is_sending = false
        where id = ${id} and state in (${raw(stateList(waitingStates))})`,
  );
}

/** What becomes of the beginning of a receiver's answer: one to an SMS may repeat it. */
export type AnswerKept = "with the log" | "for a day" | "never";

/**
 * Records an attempt and what follows: done, sent again after a pause, or given up; nothing but failures for three days, or "gone", turns
 * the webhook off and tells its owner by mail. An attempt of an earlier taking is logged and changes nothing but a success.
 */
export async function recordAttempt(
  db: Db,
  delivery: TakenDelivery,
  result: AttemptResult,
  attempt: { readonly beganAt: Date; readonly durationMs: number; readonly answerKept: AnswerKept },
): Promise<void> {
  await withTransaction(db, async (tx) => {
    // The webhook's row first: whoever disables it holds it and then its deliveries.
    const webhook = await maybeOne<{ hasFailedTooLong: boolean }>(
      tx,
      sql`select coalesce(failing_since <= app_now() - make_interval(hours => ${webhookLimits.failingHours}), false)
            as "hasFailedTooLong"
          from notifications_webhooks where id = ${delivery.webhookId} for no key update`,
    );
    if (!webhook) return;
    await recordAttemptRow(tx, delivery, result, attempt);
    if (isTaken(result)) await recordSuccess(tx, delivery);
    else await recordFailure(tx, delivery, { isOver: isGone(result), ...webhook });
  });
}

/** A day counts from what happened, so that no answer outlives the SMS: its order ended then or later. */
async function recordAttemptRow(
  tx: Tx,
  { id, happenedAt }: TakenDelivery,
  { status, fault, answer }: AttemptResult,
  { beganAt, durationMs, answerKept }: { beganAt: Date; durationMs: number; answerKept: AnswerKept },
): Promise<void> {
  await execute(
    tx,
    sql`insert into notifications_webhook_attempts (delivery_id, began_at, duration_ms, status, fault, answer, answer_until)
        select ${id}, ${beganAt}, ${durationMs}, ${status}, ${fault}, case when kept then ${answer} else '' end,
          case when kept and ${answerKept === "for a day"} and ${answer} <> '' then until end
        from (
          select until, case ${answerKept} when 'never' then false when 'for a day' then until > app_now() else true end as kept
          from (select ${happenedAt}::timestamptz + make_interval(hours => ${webhookLimits.smsAnswerHours}) as until) u
        ) k`,
  );
}

async function recordSuccess(tx: Tx, { id, webhookId }: TakenDelivery): Promise<void> {
  await execute(
    tx,
    sql`update notifications_webhook_deliveries set state = 'delivered', closed_at = coalesce(closed_at, app_now()),
          attempts = attempts + 1, tries = tries + 1, is_sending = false where id = ${id}`,
  );
  await execute(
    tx,
    sql`update notifications_webhooks set failing_since = null where id = ${webhookId} and failing_since is not null`,
  );
}

async function recordFailure(
  tx: Tx,
  delivery: TakenDelivery,
  { isOver, hasFailedTooLong }: { isOver: boolean; hasFailedTooLong: boolean },
): Promise<void> {
  const { tries, isCurrent } = await one<{ tries: number; isCurrent: boolean }>(
    tx,
    sql`update notifications_webhook_deliveries set attempts = attempts + 1,
          tries = tries + case when taken = ${delivery.taken} and state in (${raw(stateList(waitingStates))}) then 1 else 0 end,
          is_sending = is_sending and taken <> ${delivery.taken}
        where id = ${delivery.id}
        returning tries, taken = ${delivery.taken} and state in (${raw(stateList(waitingStates))}) as "isCurrent"`,
  );
  await execute(
    tx,
    sql`update notifications_webhooks set failing_since = app_now()
        where id = ${delivery.webhookId} and failing_since is null`,
  );
  if (isCurrent) await waitOrGiveUp(tx, delivery.id, pauseAfter(tries));
  if (isOver || hasFailedTooLong) await disableAndTell(tx, delivery, isOver ? "gone" : "failures");
}

async function waitOrGiveUp(tx: Tx, id: number, pauseSeconds: number | null): Promise<void> {
  await execute(
    tx,
    pauseSeconds === null
      ? sql`update notifications_webhook_deliveries set state = 'failed', closed_at = app_now() where id = ${id}`
      : sql`update notifications_webhook_deliveries set due_at = app_now() + make_interval(secs => ${pauseSeconds})
            where id = ${id}`,
  );
}

async function disableAndTell(tx: Tx, delivery: TakenDelivery, reason: "failures" | "gone"): Promise<void> {
  if (!(await disableWebhook(tx, delivery.webhookId, reason))) return;
  const reader = await findMailReader(tx, delivery.userId);
  if (!reader) return;
  const { name, occasion } = await one<{ name: string; occasion: string }>(
    tx,
    sql`select name, (extract(epoch from disabled_at) * 1000000)::bigint::text as occasion
        from notifications_webhooks where id = ${delivery.webhookId}`,
  );
  const mail = renderDisabledMail(
    { personName: reader.name, webhookName: name, host: delivery.host, reason },
    reader.locale,
    { brand: env.BRAND_NAME, publicUrl: env.PUBLIC_URL },
  );
  await enqueueMail(tx, { ...mail, to: reader.email, key: `webhook-off:${delivery.webhookId}:${occasion}` });
}
