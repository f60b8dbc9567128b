import { stateTable } from "#lib/state-table.ts";

export const feedbackStates = ["open", "answered", "closed"] as const;
export type FeedbackState = (typeof feedbackStates)[number];

export const feedbackEvents = ["write", "answer", "close"] as const;
type FeedbackEvent = (typeof feedbackEvents)[number];

/** The state table: whatever the sender writes opens the ticket again. */
export const feedbackSteps = stateTable<FeedbackState, FeedbackEvent>(feedbackStates, {
  open: { write: "open", answer: "answered", close: "closed" },
  answered: { write: "open", answer: "answered", close: "closed" },
  closed: { write: "open" },
});

export const feedbackLimits = {
  nameCharacters: 80,
  messageMin: 10,
  messageCharacters: 3_000,
  answerCharacters: 3_000,
  links: 5,
  /** Of a thread, the newest so many are shown at the desk. */
  messagesShown: 100,
  /** Tickets without a new message are kept so long: decided ones, and those that nobody has answered. */
  keptDays: 365,
  openDays: 730,
} as const;

/** The part of an address behind `#` that lets the sender write on: kept by the browser, in no log of a server. */
export function replyFragment(number: number, token: string): string {
  return `#${number}.${token}`;
}

/** Which ticket the address of a page names; null = none. */
export function readReplyFragment(fragment: string): { number: number; token: string } | null {
  const [, number, token] = /^#([1-9]\d{0,14})\.([\w-]{22})$/.exec(fragment) ?? [];
  return number && token ? { number: Number(number), token } : null;
}
