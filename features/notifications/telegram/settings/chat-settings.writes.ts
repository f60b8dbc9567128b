import sql from "sql-template-tag";
import type { ChatSettings } from "#features/notifications/telegram/settings/chat-settings.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";

/** Has the chat told what is named, from the next thing that happens. */
export async function saveChatSettings(
  db: Queryable,
  userId: number,
  { kinds }: ChatSettings,
): Promise<void> {
  await execute(
    db,
    sql`insert into notifications_telegram_settings (user_id, kinds) values (${userId}, ${[...kinds]})
        on conflict (user_id) do update set kinds = excluded.kinds`,
  );
}

/** What an account that is closed had chosen. */
export async function forgetChatSettings(db: Queryable, userId: number): Promise<void> {
  await execute(db, sql`delete from notifications_telegram_settings where user_id = ${userId}`);
}
