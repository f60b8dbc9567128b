import sql from "sql-template-tag";
import { spendingDefaults } from "#features/notifications/telegram/buying.rules.ts";
import { type NewsKind, newsKinds } from "#features/notifications/telegram/news-kinds.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";

export type ChatSettings = {
  readonly kinds: readonly NewsKind[];
  /** What may be spent in the chat on a day (UTC). */
  readonly dayCapKopecks: number;
  /** A dearer number is asked for once more. */
  readonly confirmAboveKopecks: number;
};

/** What an account has its chat told, and lets it spend; the defaults until it says otherwise. */
export async function findChatSettings(db: Queryable, userId: number): Promise<ChatSettings> {
  const row = await maybeOne<{ kinds: string[]; dayCapKopecks: number; confirmAboveKopecks: number }>(
    db,
    sql`select kinds, day_cap_kopecks as "dayCapKopecks", confirm_above_kopecks as "confirmAboveKopecks"
        from notifications_telegram_settings where user_id = ${userId}`,
  );
  if (!row) return { kinds: newsKinds, ...spendingDefaults };
  return { ...row, kinds: newsKinds.filter((kind) => row.kinds.includes(kind)) };
}
