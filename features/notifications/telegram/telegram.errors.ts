import { defineErrors } from "#lib/errors/app-error.ts";

export const telegramErrors = defineErrors({
  /** Used already, older than ten minutes, or none that the bot gave. */
  TELEGRAM_LINK_INVALID: { status: 404, messageKey: "notifications.errors.telegramLink", retryable: false },
  /** The account has a chat: it is unlinked first. */
  TELEGRAM_LINKED_ALREADY: {
    status: 409,
    messageKey: "notifications.errors.telegramLinkedAlready",
    retryable: false,
  },
  /** The chat belongs to another account, which unlinks it first. */
  TELEGRAM_CHAT_TAKEN: {
    status: 409,
    messageKey: "notifications.errors.telegramChatTaken",
    retryable: false,
  },
});
