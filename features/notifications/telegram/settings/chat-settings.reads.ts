import sql from "sql-template-tag";
import { type ToldKind, toldKinds } from "#features/notifications/telegram/telling/telling.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";

export type ChatSettings = { readonly kinds: readonly ToldKind[] };

/** What an account has its chat told; everything until it says otherwise. */
export async function findChatSettings(db: Queryable, userId: number): Promise<ChatSettings> {
  const row = await maybeOne<{ kinds: string[] }>(
    db,
    sql`select kinds from notifications_telegram_settings where user_id = ${userId}`,
  );
  return { kinds: row ? toldKinds.filter((kind) => row.kinds.includes(kind)) : toldKinds };
}
