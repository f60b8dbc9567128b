import sql from "sql-template-tag";
import type { ClosingPart } from "#features/identity/closing/closing-part.reads.ts";
import { forgetPurchasesOf } from "#features/notifications/telegram/buying/chat-purchases.writes.ts";
import { forgetChatsOf } from "#features/notifications/telegram/links/chat-links.writes.ts";
import { forgetChatSettings } from "#features/notifications/telegram/settings/chat-settings.writes.ts";
import { execute } from "#lib/db/query.ts";

/** Webhooks with what was told to them, browsers that get messages, and the chat with the bot end with their account. */
export const notificationClosing: ClosingPart = {
  forget: async (tx, userId) => {
    await execute(tx, sql`delete from notifications_webhooks where user_id = ${userId}`);
    await execute(tx, sql`delete from notifications_push_subscriptions where user_id = ${userId}`);
    await forgetChatsOf(tx, userId);
    await forgetChatSettings(tx, userId);
    await forgetPurchasesOf(tx, userId);
  },
};
