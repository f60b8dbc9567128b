import type { WebhookEvent } from "#features/notifications/webhooks/webhooks.rules.ts";

/** A row of `job_events`, as far as webhooks care. */
export type HappenedEvent = {
  readonly id: number;
  readonly userId: number;
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
};

/** What is told: to webhooks and browsers by their events' names, and to chats some things more. */
type NewsType =
  | WebhookEvent
  | "cashback.paid"
  | "store.claim_opened"
  | "store.claim_decided"
  | "store.earned";

/** Something to tell: once for ever per webhook, type and subject. */
export type News = {
  readonly eventId: number;
  readonly type: NewsType;
  readonly subjectId: number;
  readonly objectId: number;
};

const activationNews: Readonly<Record<string, readonly WebhookEvent[]>> = {
  waiting: ["activation.issued"],
  completed: ["activation.completed"],
  cancelled: ["activation.cancelled", "activation.refunded"],
  // Reported as used before: refunded like a cancelled one.
  banned: ["activation.cancelled", "activation.refunded"],
  expired: ["activation.expired", "activation.refunded"],
  failed: ["activation.refunded"],
};

const rentalNews: Readonly<Record<string, readonly WebhookEvent[]>> = {
  active: ["rental.issued"],
  canceled: ["rental.cancelled"],
  expired: ["rental.expired"],
};

const accountOrderNews: Readonly<Record<string, WebhookEvent>> = {
  delivered: "accounts.delivered",
  cancelled: "accounts.cancelled",
};

const searchNews: Readonly<Record<string, WebhookEvent>> = {
  watching: "search.found",
  found: "search.found",
  stopped: "search.ended",
  over: "search.ended",
  refused: "search.ended",
};

/**
 * What a row says by itself; SMS and extensions are looked up beside it, since a row does not name them. A repetition of the same
 * state is the same news.
 */
export function newsOf({ id: eventId, kind, data }: HappenedEvent): News[] {
  const { activationId, rentalId, paymentId, state, claim } = data;
  const about = (objectId: number, types: readonly NewsType[], subjectId = objectId) =>
    types.map((type) => ({ eventId, type, subjectId, objectId }));
  if (kind === "activation" && typeof activationId === "number") {
    return about(activationId, activationNews[String(state)] ?? []);
  }
  if (kind === "search" && typeof data.searchId === "number") {
    const type = searchNews[String(state)];
    // A number is found once, whatever becomes of the search afterwards.
    const subjectId = typeof data.orderId === "number" ? data.orderId : data.searchId;
    return type ? about(data.searchId, [type], subjectId) : [];
  }
  if (kind === "rental" && typeof rentalId === "number") {
    return about(rentalId, rentalNews[String(state)] ?? []);
  }
  if (kind === "rental_ending" && typeof rentalId === "number") {
    return about(rentalId, ["rental.expiring"], eventId);
  }
  if (kind === "account_order" && typeof data.accountOrderId === "number") {
    const type = accountOrderNews[String(state)];
    return type ? about(data.accountOrderId, [type]) : [];
  }
  if (kind === "account_claim" && typeof data.accountClaimId === "number") {
    return about(data.accountClaimId, ["accounts.claim_decided"]);
  }
  if (kind === "store_claim" && typeof data.storeClaimId === "number") {
    return about(data.storeClaimId, [state === "open" ? "store.claim_opened" : "store.claim_decided"]);
  }
  if (kind === "store_earned" && typeof data.storeOrderId === "number") {
    return about(data.storeOrderId, ["store.earned"]);
  }
  if (kind === "balance_low") return about(eventId, ["balance.low"]);
  if (typeof data.cashbackWeek === "string" && typeof data.transferId === "number")
    return about(data.transferId, ["cashback.paid"]);
  const isCredited = state === "credited" || claim === "credited";
  if (typeof paymentId === "number" && isCredited) return about(paymentId, ["payment.credited"]);
  return [];
}

/** The orders or rentals that rows speak of, each once. */
export function idsIn(events: readonly HappenedEvent[], kind: string, key: string): number[] {
  const ids = events.flatMap((event) => (event.kind === kind ? [event.data[key]] : []));
  return [...new Set(ids.filter((id): id is number => typeof id === "number"))];
}
