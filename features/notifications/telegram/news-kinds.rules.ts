/** What a chat may be told, as its owner chooses it; texts at `notifications.bot.card.kinds` in messages/. */
export const newsKinds = ["codes", "rentals", "accounts", "payments", "balance", "loyalty"] as const;
export type NewsKind = (typeof newsKinds)[number];

/** The events behind them, by the names of webhooks; chats alone are told of stores and cashback. */
const kindOfEvent: Readonly<Record<string, NewsKind>> = {
  "activation.sms_received": "codes",
  "rental.sms_received": "rentals",
  "rental.expiring": "rentals",
  "accounts.delivered": "accounts",
  "accounts.cancelled": "accounts",
  "accounts.claim_decided": "accounts",
  "store.claim_opened": "accounts",
  "store.claim_decided": "accounts",
  "store.earned": "accounts",
  "payment.credited": "payments",
  "balance.low": "balance",
  "cashback.paid": "loyalty",
};

/** The kind that an event is of; null where chats are not told of it. */
export function newsKindOf(type: string): NewsKind | null {
  return Object.hasOwn(kindOfEvent, type) ? (kindOfEvent[type] ?? null) : null;
}
