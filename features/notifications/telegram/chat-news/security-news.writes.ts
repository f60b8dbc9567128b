import sql from "sql-template-tag";
import { findSecurityEvent } from "#features/identity/security-log/security-log.reads.ts";
import { findChatAt } from "#features/notifications/telegram/links/chat-links.reads.ts";
import { queueSecurity } from "#features/notifications/telegram/outbox/outbox.writes.ts";
import { RECOVERY } from "#features/notifications/telegram/outbox.rules.ts";
import { escapeHtml } from "#features/notifications/telegram/telegram.rules.ts";
import {
  buttonTexts,
  chatTexts,
  siteAddress,
  withPage,
} from "#features/notifications/telegram/telegram-texts.reads.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";
import { translateMessage } from "#lib/i18n/translate.ts";
import { typedText } from "#lib/mail/typed-text.ts";

/**
 * Tells the chat that an account had when something happened to it, once, whatever its owner chose to hear in it. Its words are those of
 * the security log; they are written down here, since the same event may have cut the chat off.
 */
export async function queueSecurityNews(
  db: Db,
  told: { readonly userId: number; readonly eventId: number },
): Promise<void> {
  const event = await findSecurityEvent(db, told);
  const chat = event && (await findChatAt(db, told.userId, event.createdAt));
  if (!chat) return;
  const { chatId, locale } = chat;
  // A stranger may have typed what stands there: nothing of it becomes a link.
  const facts = event.what === "" ? [] : [escapeHtml(typedText(event.what))];
  const lines = [
    `<b>${escapeHtml(translateMessage(locale, `identity.securityLog.kinds.${event.kind}`))}</b>`,
    ...facts,
    chatTexts(locale)("security.notYou"),
  ];
  const address = siteAddress(locale, "/profile/settings/security");
  const message = withPage(lines.join("\n"), buttonTexts(locale)("security.open"), address);
  await queueSecurity(db, { chatId, eventId: told.eventId }, message);
}

/** Notices of one recovery that are told apart. */
const NOTICES_MAX = 100;

/** A message for the linked chat, once per notice of a recovery, whatever its owner chose to hear in it. */
export async function queueRecoveryNews(
  db: Queryable,
  { userId, recoveryId, told }: { userId: number; recoveryId: number; told: number },
): Promise<void> {
  await execute(
    db,
    sql`insert into notifications_telegram_messages (chat_id, user_id, type, subject_id, object_id)
        select chat_id, user_id, ${RECOVERY}, ${recoveryId * NOTICES_MAX + told}::bigint, ${recoveryId}::bigint
        from notifications_telegram_chats where user_id = ${userId} and unlinked_at is null and blocked_at is null
        on conflict do nothing`,
  );
}
