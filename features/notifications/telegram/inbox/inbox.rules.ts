import type { Update } from "grammy/types";

export const inboxLimits = {
  /** Whoever took something and says nothing for so long has died: it is taken again. */
  leaseSeconds: 120,
  /** Something that fails so often is given up. */
  tries: 6,
  atOnce: 16,
  /** Telegram itself keeps what nobody fetched for a day. */
  keptHours: 48,
  /** A call of Telegram's. */
  callBytes: 262_144,
} as const;

/** The chat that something came from; null where the bot does not listen: codes are no business of groups and channels. */
export function placeOf({ message, callback_query: press, my_chat_member: member }: Update): number | null {
  const chat = message?.chat ?? press?.message?.chat ?? member?.chat;
  return chat?.type === "private" ? chat.id : null;
}
