import { mayAct } from "#features/identity/account-facts.reads.ts";
import { findChatOwner } from "#features/notifications/telegram/links/chat-links.reads.ts";
import type { ChatCaller } from "#features/notifications/telegram/telegram.rules.ts";
import type { UserActor } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";

/**
 * The account that a chat may act for now: it is linked, and its owner may act. Asked anew for everything that is written, so that a
 * chat that was cut off on the site is cut off at once. Null for all others.
 */
export async function proveChat(db: Db, chatId: number): Promise<ChatCaller | null> {
  const chat = await findChatOwner(db, chatId);
  if (!chat || !(await mayAct(db, chat.userId))) return null;
  const actor: UserActor = { kind: "user", userId: chat.userId, role: "user", via: "session" };
  return { db, actor, locale: chat.locale, chat };
}
