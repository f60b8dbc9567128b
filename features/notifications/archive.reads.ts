import sql from "sql-template-tag";
import { type ArchivePart, listPart, pagedPart } from "#features/identity/archive/archive-part.reads.ts";

/** What notifications keep about a person; the addresses of push messages are keys of browsers and stay here, and so does what was said in a chat. */
export const notificationArchive: readonly ArchivePart[] = [
  listPart(
    "webhooks",
    (userId) => sql`
      select id, name, url, events, format, created_at, failing_since, disabled_at, disabled_reason from notifications_webhooks
      where user_id = ${userId} order by id`,
  ),
  pagedPart(
    "webhookDeliveries",
    ({ userId, after, limit }) => sql`
      select d.id, d.webhook_id, d.message_id, d.type, d.state, d.attempts, d.happened_at, d.created_at, d.closed_at
      from notifications_webhook_deliveries d
      where d.webhook_id in (select id from notifications_webhooks where user_id = ${userId}) and d.id > ${after}
      order by d.id limit ${limit}`,
  ),
  listPart(
    "pushBrowsers",
    (userId) => sql`
      select id, locale as language, created_at from notifications_push_subscriptions where user_id = ${userId} order by id`,
  ),
  listPart(
    "telegramChats",
    (userId) => sql`
      select id, name, locale as language, linked_at, blocked_at, unlinked_at from notifications_telegram_chats
      where user_id = ${userId} order by id`,
  ),
  listPart(
    "telegramSettings",
    (userId) =>
      sql`select kinds, day_cap_kopecks, confirm_above_kopecks from notifications_telegram_settings where user_id = ${userId}`,
  ),
  pagedPart(
    "telegramPurchases",
    ({ userId, after, limit }) => sql`
      select id, service_id, country_id, price_kopecks, hours, created_at, asked_at, begun_at, ended_at, order_id
      from notifications_telegram_purchases where user_id = ${userId} and id > ${after} order by id limit ${limit}`,
  ),
  pagedPart(
    "telegramMessages",
    ({ userId, after, limit }) => sql`
      select id, type, created_at, closed_at from notifications_telegram_messages
      where user_id = ${userId} and id > ${after} order by id limit ${limit}`,
  ),
];
