/** What a chat may be told, as its owner chooses it; texts at `notifications.bot.card.kinds` in messages/. */
export const toldKinds = ["codes", "rentals", "payments", "balance", "loyalty"] as const;
export type ToldKind = (typeof toldKinds)[number];

/** The events behind them, by the names of webhooks. */
const kindOfEvent: Readonly<Record<string, ToldKind>> = {
  "activation.sms_received": "codes",
  "rental.sms_received": "rentals",
  "rental.expiring": "rentals",
  "payment.credited": "payments",
  "balance.low": "balance",
  "cashback.paid": "loyalty",
};

/** The kind that an event is of; null where chats are not told of it. */
export function toldKindOf(type: string): ToldKind | null {
  return Object.hasOwn(kindOfEvent, type) ? (kindOfEvent[type] ?? null) : null;
}
