/** What is said to what was written. */
export const ANSWER = "answer";
/** What a chat is told about itself: that it is linked, and no more. */
export const NOTICE = "notice";

/** What a chat is told of its account's safety, whatever its owner chose to hear: said also once it is cut off. */
export const SECURITY = "security";
/** A request to turn the second factor off waits. */
export const RECOVERY = "account.factor_recovery";

/** How fast the bot may speak. */
export type Pace = {
  readonly perSecond: number;
  /** So many may go out at once after a quiet time. */
  readonly burst: number;
  /** Between two messages to one chat. */
  readonly chatPauseMs: number;
};

export const outboxLimits = {
  /** Telegram takes thirty messages a second of a bot; a little room is left for clocks that differ. */
  perSecond: 28,
  burst: 2,
  chatPauseMs: 1_000,
  atOnce: 64,
  /** Whoever took a message and says nothing for so long has died: it is sent again. */
  leaseSeconds: 60,
  /** Later a message is of no use any more. */
  tellWithinHours: 24,
  keptHours: 48,
} as const;

/** The pace of all chats together. */
export const EVERY_CHAT = 0;

/** Seconds until the next try, doubling from one. */
export function pauseAfterFailure(tries: number): number {
  return 2 ** Math.min(tries - 1, 8);
}

/** A message that this process has taken. */
export type TakenMessage = {
  readonly id: number;
  readonly chatId: number;
  readonly userId: number | null;
  readonly type: string;
  readonly subjectId: number;
  readonly objectId: number | null;
  readonly sealedBody: string | null;
  readonly tries: number;
};

/** So many messages may answer one thing that was written. */
const ANSWERS_MAX = 8;

/** The key of an answer: of what was written, by Telegram's number, and which of its answers it is. */
export function answerPlace(updateId: number, place: number): number {
  return updateId * ANSWERS_MAX + place;
}
