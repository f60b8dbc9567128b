import { randomBytes } from "node:crypto";
import sql from "sql-template-tag";
import { mailOwner } from "#features/identity/mail/mail.writes.ts";
import { recordSecurityEvent } from "#features/identity/security-log/recording.writes.ts";
import { hashOfLink, linkLimits } from "#features/notifications/telegram/links/chat-links.rules.ts";
import { closeMessagesTo, queueNotice } from "#features/notifications/telegram/outbox/outbox.writes.ts";
import { SECURITY } from "#features/notifications/telegram/outbox.rules.ts";
import { telegramErrors } from "#features/notifications/telegram/telegram.errors.ts";
import { chatTexts } from "#features/notifications/telegram/telegram-texts.reads.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one } from "#lib/db/query.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Locale } from "#lib/i18n/locales.ts";

const TOKEN_BYTES = 24;

/**
 * A link for a chat that asks for one; the earlier ones of the chat are of no use any more. Null for a chat that has asked too often
 * within ten minutes.
 */
export async function makeLink(
  tx: Tx,
  { chatId, name }: { chatId: number; name: string },
): Promise<string | null> {
  const { minutes, perChat } = linkLimits;
  const { count } = await one<{ count: number }>(
    tx,
    sql`select count(*)::int as count from notifications_telegram_links
        where chat_id = ${chatId} and created_at > app_now() - make_interval(mins => ${minutes})`,
  );
  if (count >= perChat) return null;
  await execute(
    tx,
    sql`update notifications_telegram_links set expires_at = app_now()
        where chat_id = ${chatId} and used_at is null and expires_at > app_now()`,
  );
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  await execute(
    tx,
    sql`insert into notifications_telegram_links (token_hash, chat_id, name, expires_at)
        values (${hashOfLink(token)}, ${chatId}, ${name}, app_now() + make_interval(mins => ${minutes}))`,
  );
  return token;
}

type Linking = { readonly userId: UserId; readonly locale: Locale };

/**
 * Links the chat that asked for a link to an account, and tells the owner by mail and in the security log. The same link pressed twice
 * by the same account has linked once.
 * Throws TELEGRAM_LINK_INVALID, TELEGRAM_LINKED_ALREADY, TELEGRAM_CHAT_TAKEN, TOO_MANY_ADDED.
 */
export async function linkChat(tx: Tx, { userId, locale }: Linking, token: string): Promise<void> {
  await lockLinks(tx, userId);
  const link = await maybeOne<{ id: number; chatId: number; name: string; isOpen: boolean }>(
    tx,
    sql`select id, chat_id as "chatId", name, used_at is null and expires_at > app_now() as "isOpen"
        from notifications_telegram_links where token_hash = ${hashOfLink(token)} for update`,
  );
  if (!link) throw new AppError(telegramErrors.TELEGRAM_LINK_INVALID);
  const own = await maybeOne<{ chatId: number }>(
    tx,
    sql`select chat_id as "chatId" from notifications_telegram_chats where user_id = ${userId} and unlinked_at is null`,
  );
  if (own?.chatId === link.chatId) return;
  if (!link.isOpen) throw new AppError(telegramErrors.TELEGRAM_LINK_INVALID);
  if (own) throw new AppError(telegramErrors.TELEGRAM_LINKED_ALREADY);
  const chat = await maybeOne<{ id: number }>(
    tx,
    sql`insert into notifications_telegram_chats (user_id, chat_id, name, locale)
        values (${userId}, ${link.chatId}, ${link.name}, ${locale})
        on conflict (chat_id) where unlinked_at is null do nothing returning id`,
  );
  if (!chat) throw new AppError(telegramErrors.TELEGRAM_CHAT_TAKEN);
  await execute(tx, sql`update notifications_telegram_links set used_at = app_now() where id = ${link.id}`);
  await mailOwner(tx, userId, { name: "telegramLinked", what: link.name }, String(chat.id));
  const place = { chatId: link.chatId, noticeId: noticeOf(chat.id, "linked") };
  await queueNotice(tx, place, { html: chatTexts(locale)("linked") });
}

/** One at a time: two links of one account must not both find it without a chat. */
async function lockLinks(tx: Tx, userId: number): Promise<void> {
  const name = `notifications:telegram:${userId}`;
  await execute(tx, sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

const notices = ["linked", "unlinked"] as const;

function noticeOf(id: number, notice: (typeof notices)[number]): number {
  return id * notices.length + notices.indexOf(notice);
}

/**
 * Cuts a chat off from its account: from now on it is told nothing and may do nothing; what waits for it is not said, unless it is why
 * the chat is cut off. Told in the chat and in the security log. Answers whether there was one.
 */
export async function unlinkChat(tx: Tx, userId: number): Promise<boolean> {
  const chat = await maybeOne<{ id: number; chatId: number; name: string; locale: Locale }>(
    tx,
    sql`update notifications_telegram_chats set unlinked_at = app_now() where user_id = ${userId} and unlinked_at is null
        returning id, chat_id as "chatId", name, locale`,
  );
  if (!chat) return false;
  await closeMessagesTo(tx, chat.chatId, SECURITY);
  await recordSecurityEvent(tx, userId, { kind: "telegramUnlinked", what: chat.name });
  const place = { chatId: chat.chatId, noticeId: noticeOf(chat.id, "unlinked") };
  await queueNotice(tx, place, { html: chatTexts(chat.locale)("unlinked") });
  return true;
}

/** The person wants nothing more of the bot: nothing is said until something is written in the chat. */
export async function blockChat(tx: Tx, chatId: number): Promise<void> {
  await closeMessagesTo(tx, chatId);
  await execute(
    tx,
    sql`update notifications_telegram_chats set blocked_at = app_now()
        where chat_id = ${chatId} and unlinked_at is null and blocked_at is null`,
  );
}

/** Something was written in the chat: it is told again what happens from now on. */
export async function unblockChat(db: Queryable, chatId: number): Promise<void> {
  await execute(
    db,
    sql`update notifications_telegram_chats set blocked_at = null, events_since = clock_timestamp()
        where chat_id = ${chatId} and unlinked_at is null and blocked_at is not null`,
  );
}

/** Forgets links a day after their end, and chats a month after they were unlinked. Answers how many. */
export async function forgetOldLinks(db: Db, limit: number): Promise<number> {
  const links = await execute(
    db,
    sql`delete from notifications_telegram_links where id in (
          select id from notifications_telegram_links where expires_at < app_now() - interval '1 day'
          order by expires_at limit ${limit})`,
  );
  const chats = await execute(
    db,
    sql`delete from notifications_telegram_chats where id in (
          select id from notifications_telegram_chats
          where unlinked_at < app_now() - make_interval(days => ${linkLimits.unlinkedDays}) order by unlinked_at limit ${limit})`,
  );
  return links + chats;
}

/** What an account that is closed leaves behind in chats: nothing. */
export async function forgetChatsOf(tx: Tx, userId: number): Promise<void> {
  await execute(
    tx,
    sql`delete from notifications_telegram_messages
        where chat_id in (select chat_id from notifications_telegram_chats where user_id = ${userId} and unlinked_at is null)
          or user_id = ${userId}`,
  );
  await execute(tx, sql`delete from notifications_telegram_chats where user_id = ${userId}`);
}
