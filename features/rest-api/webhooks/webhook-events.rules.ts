import { classicBody } from "#features/notifications/webhooks/bodies/bodies.rules.ts";
import type { EventType, WebhookEvent } from "#features/notifications/webhooks/webhooks.rules.ts";

const order = {
  activationId: 635468,
  state: "waiting",
  service: "tg",
  country: 6,
  operator: "telkomsel",
  number: "628123456789",
  priceKopecks: 1250,
  requestedAt: "2026-11-21T12:00:00.000Z",
  expiresAt: "2026-11-21T12:20:00.000Z",
  closedAt: null,
};
const closed = (state: string) => ({ ...order, state, closedAt: "2026-11-21T12:03:00.000Z" });
const message = {
  messageId: 771,
  sender: "Telegram",
  code: "12345",
  text: "Your code is 12345",
  receivedAt: "2026-11-21T12:01:07.000Z",
};
const search = {
  searchId: 50012,
  state: "found",
  service: "tg",
  country: 6,
  operator: "any",
  attempt: 16,
  attempts: 60,
  activationId: 635468,
  refusal: null,
  createdAt: "2026-11-21T11:59:30.000Z",
  closedAt: "2026-11-21T12:00:00.000Z",
};
const rental = {
  rentalId: 1049,
  state: "active",
  service: "tg",
  country: 6,
  operator: "any",
  number: "628123456789",
  hours: 4,
  priceKopecks: 2150,
  requestedAt: "2026-11-21T12:00:00.000Z",
  expiresAt: "2026-11-21T16:00:00.000Z",
  closedAt: null,
};
const ended = (state: string) => ({ ...rental, state, closedAt: "2026-11-21T16:00:00.000Z" });

const accountOrder = {
  accountOrderId: 700000017,
  state: "delivered",
  offerId: 412,
  service: "tg",
  country: 6,
  count: 2,
  priceKopecks: 4500,
  totalKopecks: 9000,
  orderedAt: "2026-11-21T12:00:00.000Z",
  deliveredAt: "2026-11-21T12:00:01.000Z",
  warrantyUntil: "2026-11-22T12:00:01.000Z",
};

/** What `data` of each event looks like. */
export const eventData: Readonly<Record<EventType, object>> = {
  "activation.issued": order,
  "activation.sms_received": { ...order, state: "received", ...message, isLate: false },
  "activation.completed": closed("completed"),
  "activation.cancelled": closed("cancelled"),
  "activation.expired": closed("expired"),
  "activation.refunded": { ...closed("cancelled"), refundedKopecks: 1250 },
  "search.found": search,
  "search.ended": { ...search, state: "over", attempt: 60, activationId: null, refusal: "NO_NUMBERS" },
  "rental.issued": rental,
  "rental.sms_received": { ...rental, state: "received", ...message },
  "rental.extended": {
    ...rental,
    hours: 8,
    extension: { hours: 4, priceKopecks: 2150, expiresAt: "2026-11-21T20:00:00.000Z" },
  },
  "rental.expiring": rental,
  "rental.cancelled": { ...ended("canceled"), refundedKopecks: 2150 },
  "rental.expired": ended("expired"),
  "accounts.delivered": accountOrder,
  "accounts.cancelled": {
    ...accountOrder,
    ...{ state: "cancelled", deliveredAt: null, warrantyUntil: null, refundedKopecks: 9000 },
  },
  "accounts.claim_decided": {
    accountClaimId: 93,
    accountOrderId: 700000017,
    place: 2,
    state: "refunded",
    reason: "Closed by the service.",
    refundedKopecks: 4500,
    claimedAt: "2026-11-21T13:00:00.000Z",
    decidedAt: "2026-11-21T15:00:00.000Z",
  },
  "balance.low": { availableKopecks: 4200, heldKopecks: 1250 },
  "payment.credited": {
    paymentId: 88,
    method: "bank-card",
    amountKopecks: 50000,
    availableKopecks: 54200,
  },
  "webhook.test": { message: "This is a test." },
};

/** The whole body of a delivery. */
export function eventBody(type: EventType): string {
  return JSON.stringify({ type, timestamp: "2026-11-21T12:01:07.000Z", data: eventData[type] }, null, 2);
}

/** The classic body of the event that stands for all. */
export function classicEventBody(): string {
  return JSON.stringify(classicBody({ ...order, ...message }), null, 2);
}

/** The event that stands for all where one is shown. */
export const shownEvent: WebhookEvent = "activation.sms_received";
