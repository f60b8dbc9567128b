import sql from "sql-template-tag";
import { fillBody } from "#features/notifications/webhooks/bodies/bodies.reads.ts";
import type {
  DeliveryPage,
  DeliveryView,
  WebhookView,
} from "#features/notifications/webhooks/webhooks.contract.ts";
import { webhookErrors } from "#features/notifications/webhooks/webhooks.errors.ts";
import {
  type DeliveredType,
  type EventName,
  formerName,
  type WebhookEvent,
  type WebhookFault,
  type WebhookFormat,
} from "#features/notifications/webhooks/webhooks.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { unseal } from "#lib/sealed-text.ts";

type WebhookRow = {
  id: number;
  name: string;
  url: string;
  events: EventName[];
  format: WebhookFormat;
  disabledReason: WebhookView["disabledReason"];
  failingSince: Date | null;
  oldSecretUntil: Date | null;
  createdAt: Date;
};

/** A user's webhooks, oldest first. */
export async function listWebhooks(db: Queryable, userId: number): Promise<WebhookView[]> {
  const found = await rows<WebhookRow>(
    db,
    sql`select id, name, url, events, format, disabled_reason as "disabledReason", failing_since as "failingSince",
          case when old_secret_until > app_now() then old_secret_until end as "oldSecretUntil", created_at as "createdAt"
        from notifications_webhooks where user_id = ${userId} order by id`,
  );
  return found.map(({ failingSince, oldSecretUntil, createdAt, ...row }) => ({
    ...row,
    isEnabled: row.disabledReason === null,
    failingSince: failingSince?.toISOString() ?? null,
    oldSecretUntil: oldSecretUntil?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }));
}

/** Is an address told of an event already, under any of its names, by a webhook of the user's own that is on? False for what is no address. */
export async function isTold(
  db: Queryable,
  userId: number,
  address: string,
  event: WebhookEvent,
): Promise<boolean> {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  url.hash = "";
  const found = await maybeOne(
    db,
    sql`select id from notifications_webhooks
        where user_id = ${userId} and url = ${url.href} and events && ${[event, formerName(event)]}::text[] and disabled_at is null limit 1`,
  );
  return found !== null;
}

/** One of a user's webhooks. Throws WEBHOOK_NOT_FOUND. */
export async function getWebhook(db: Queryable, userId: number, id: number): Promise<WebhookView> {
  const found = (await listWebhooks(db, userId)).find((webhook) => webhook.id === id);
  if (!found) throw new AppError(webhookErrors.WEBHOOK_NOT_FOUND);
  return found;
}

type DeliveryRow = {
  id: number;
  messageId: string;
  type: DeliveredType;
  state: DeliveryView["state"];
  attempts: number;
  happenedAt: Date;
  createdAt: Date;
  dueAt: Date;
};

const COLUMNS = `d.id, d.message_id as "messageId", d.type, d.state, d.attempts, d.happened_at as "happenedAt",
  d.created_at as "createdAt", d.due_at as "dueAt"`;

function deliveryFacts(row: DeliveryRow): Omit<DeliveryView, "lastAttempt"> {
  const { id, messageId, type, state, attempts, happenedAt, createdAt, dueAt } = row;
  return {
    ...{ id, messageId, type, state, attempts },
    happenedAt: happenedAt.toISOString(),
    createdAt: createdAt.toISOString(),
    nextAttemptAt: state === "pending" ? dueAt.toISOString() : null,
  };
}

type AttemptRow = {
  beganAt: Date;
  durationMs: number;
  status: number | null;
  fault: WebhookFault | null;
  answer: string;
};

function attemptView({ beganAt, ...row }: AttemptRow) {
  const { durationMs, status, fault, answer } = row;
  return { beganAt: beganAt.toISOString(), durationMs, status, fault, answer };
}

/** A page of a webhook's log, newest first. Throws WEBHOOK_NOT_FOUND. */
export async function getDeliveryPage(
  db: Queryable,
  userId: number,
  webhookId: number,
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Promise<DeliveryPage> {
  const own = await maybeOne(db, {
    text: "select id from notifications_webhooks where id = $1 and user_id = $2",
    values: [webhookId, userId],
  });
  if (!own) throw new AppError(webhookErrors.WEBHOOK_NOT_FOUND);
  const found = await rows<DeliveryRow & Partial<AttemptRow>>(db, {
    text: `select ${COLUMNS}, a.began_at as "beganAt", a.duration_ms as "durationMs", a.status, a.fault, a.answer
      from (select * from notifications_webhook_deliveries
        where webhook_id = $1 and ($2::bigint is null or id < $2) order by id desc limit $3) d
      left join lateral (select * from notifications_webhook_attempts where delivery_id = d.id order by id desc limit 1) a on true
      order by d.id desc`,
    values: [webhookId, before, limit + 1],
  });
  return {
    deliveries: found.slice(0, limit).map((row) => ({
      ...deliveryFacts(row),
      lastAttempt: row.beganAt ? attemptView(row as AttemptRow) : null,
    })),
    isMore: found.length > limit,
  };
}

/** One of a user's deliveries with every attempt and its body as it would be sent now. Throws DELIVERY_NOT_FOUND. */
export async function getDelivery(db: Queryable, userId: number, id: number) {
  const row = await maybeOne<DeliveryRow & { sealedBody: string | null; subjectId: number | null }>(db, {
    text: `select ${COLUMNS}, d.sealed_body as "sealedBody", d.subject_id as "subjectId"
      from notifications_webhook_deliveries d join notifications_webhooks w on w.id = d.webhook_id
      where d.id = $1 and w.user_id = $2`,
    values: [id, userId],
  });
  if (!row) throw new AppError(webhookErrors.DELIVERY_NOT_FOUND);
  const log = await rows<AttemptRow>(
    db,
    sql`select began_at as "beganAt", duration_ms as "durationMs", status, fault, answer
        from notifications_webhook_attempts where delivery_id = ${id} order by id desc limit 200`,
  );
  const body = row.sealedBody === null ? null : await fillBody(db, row, unseal(row.sealedBody));
  return { ...deliveryFacts(row), body, log: log.map(attemptView) };
}
