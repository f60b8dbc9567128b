import { inboxLimits } from "#features/notifications/telegram/inbox/inbox.rules.ts";
import { outboxLimits } from "#features/notifications/telegram/outbox/outbox.rules.ts";
import type { Check } from "#lib/db/check.ts";

/** Statements about the live rows; a row that comes back is an offence. */
export const telegramChecks: Check[] = [
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
