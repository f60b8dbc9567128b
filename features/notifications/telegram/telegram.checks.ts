import { buyingLimits } from "#features/notifications/telegram/buying.rules.ts";
import { inboxLimits } from "#features/notifications/telegram/inbox/inbox.rules.ts";
import { outboxLimits } from "#features/notifications/telegram/outbox.rules.ts";
import type { Check } from "#lib/db/check.ts";

/** Statements about the live rows; a row that comes back is an offence. */
export const telegramChecks: Check[] = [
  {
    name: "telegram: what was bought in a chat is one order for each price that was told, of the same account",
    sql: `select p.id from notifications_telegram_purchases p left join activations a on a.id = p.order_id
          where p.order_id is not null and p.hours is null and (a.id is null or a.user_id <> p.user_id or a.price_kopecks > p.price_kopecks
            or a.idempotency_key <> 'telegram ' || p.id)`,
  },
  {
    name: "telegram: what was rented in a chat is one rental for each price that was told, of the same account",
    sql: `select p.id from notifications_telegram_purchases p left join rentals r on r.id = p.order_id
          where p.order_id is not null and p.hours is not null and (r.id is null or r.user_id <> p.user_id or r.price_kopecks > p.price_kopecks
            or r.idempotency_key <> 'telegram ' || p.id)`,
  },
  {
    name: "telegram: prices that were told are forgotten in time",
    sql: `select id, created_at from notifications_telegram_purchases
          where created_at < app_now() - interval '${buyingLimits.keptDays + 2} days' order by id limit 10`,
  },
  {
    name: "telegram: nothing waits to be said in a chat about an account that it is not linked to",
    sql: `select m.id from notifications_telegram_messages m where m.closed_at is null and m.user_id is not null
          and not exists (select from notifications_telegram_chats c
            where c.chat_id = m.chat_id and c.user_id = m.user_id and c.unlinked_at is null)`,
  },
  {
    name: "telegram: a chat was linked by a link that was used",
    sql: `select c.id from notifications_telegram_chats c where c.linked_at > app_now() - interval '1 day' and not exists (
            select from notifications_telegram_links l where l.chat_id = c.chat_id and l.used_at is not null)`,
  },
  {
    name: "telegram: what was written to the bot is forgotten in time",
    sql: `select id, created_at from notifications_telegram_updates
          where created_at < app_now() - interval '${inboxLimits.keptHours + 24} hours' order by id limit 10`,
  },
  {
    name: "telegram: what was said in chats is forgotten in time",
    sql: `select id, created_at from notifications_telegram_messages
          where created_at < app_now() - interval '${outboxLimits.keptHours + 24} hours' order by id limit 10`,
  },
];
