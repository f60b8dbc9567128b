import sql from "sql-template-tag";
import type { ChatSettings } from "#features/notifications/telegram/settings/chat-settings.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";

/** Has the chat told what is named, and lets it spend so much, from now on. */
export async function saveChatSettings(
  db: Queryable,
  userId: number,
  { kinds, dayCapKopecks, confirmAboveKopecks }: ChatSettings,
): Promise<void> {
  await execute(
    db,
    sql`insert into notifications_telegram_settings (user_id, kinds, day_cap_kopecks, confirm_above_kopecks)
        values (${userId}, ${[...kinds]}, ${dayCapKopecks}, ${confirmAboveKopecks})
        on conflict (user_id) do update set kinds = excluded.kinds, day_cap_kopecks = excluded.day_cap_kopecks,
          confirm_above_kopecks = excluded.confirm_above_kopecks`,
  );
}

/** What an account that is closed had chosen. */
export async function forgetChatSettings(db: Queryable, userId: number): Promise<void> {
  await execute(db, sql`delete from notifications_telegram_settings where user_id = ${userId}`);
}
