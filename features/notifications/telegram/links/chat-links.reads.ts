import sql from "sql-template-tag";
import { hashOfLink } from "#features/notifications/telegram/links/chat-links.rules.ts";
import type { LinkedChat } from "#features/notifications/telegram/telegram.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";

/** The account that a chat is linked to, or null. The link proves the person as a session does. */
export function findChatOwner(db: Queryable, chatId: number): Promise<LinkedChat | null> {
  return maybeOne<LinkedChat>(
    db,
    sql`select id, user_id as "userId", chat_id as "chatId", locale, blocked_at is not null as "isBlocked"
        from notifications_telegram_chats where chat_id = ${chatId} and unlinked_at is null`,
  );
}

/** The chat that an account had at a moment, also where it was cut off since; null where it had none, or one that wants to hear nothing. */
export function findChatAt(
  db: Queryable,
  userId: number,
  moment: Date,
): Promise<Pick<LinkedChat, "chatId" | "locale"> | null> {
  return maybeOne<Pick<LinkedChat, "chatId" | "locale">>(
    db,
    sql`select chat_id as "chatId", locale from notifications_telegram_chats
        where user_id = ${userId} and linked_at <= ${moment} and (unlinked_at is null or unlinked_at >= ${moment})
          and blocked_at is null
        order by id desc limit 1`,
  );
}

export type ChatFacts = {
  readonly name: string;
  readonly linkedAt: Date;
  readonly isBlocked: boolean;
};

/** The chat of an account, or null. */
export function findOwnChat(db: Queryable, userId: number): Promise<ChatFacts | null> {
  return maybeOne<ChatFacts>(
    db,
    sql`select name, linked_at as "linkedAt", blocked_at is not null as "isBlocked"
        from notifications_telegram_chats where user_id = ${userId} and unlinked_at is null`,
  );
}

/** By what name the bot is found in Telegram; null where there is none. */
export async function findBotName(db: Queryable): Promise<string | null> {
  const bot = await maybeOne<{ username: string }>(db, sql`select username from notifications_telegram_bot`);
  return bot?.username ?? null;
}

/** Who asked the bot for a link, while it is of use; null where it is of none. */
export async function findLinkName(db: Queryable, token: string): Promise<string | null> {
  const link = await maybeOne<{ name: string }>(
    db,
    sql`select name from notifications_telegram_links
        where token_hash = ${hashOfLink(token)} and used_at is null and expires_at > app_now()`,
  );
  return link?.name ?? null;
}
