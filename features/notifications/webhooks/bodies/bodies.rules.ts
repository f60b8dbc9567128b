import {
  currentName,
  type DeliveredType,
  smsEvents,
  testEvent,
  type WebhookFormat,
} from "#features/notifications/webhooks/webhooks.rules.ts";

export type Data = Readonly<Record<string, unknown>>;

/** What an SMS says, as its delivery tells it; all null once it has been removed. */
export type Said = {
  readonly sender: string | null;
  readonly code: string | null;
  readonly text: string | null;
};

export const nothingSaid: Said = { sender: null, code: null, text: null };

/** A body as it is kept. One that is sent in the classic format says so; what is sent is written from the same facts. */
type Kept = { readonly format?: "classic"; readonly data: Data };

/** Whether deliveries of a type tell what an SMS says. */
export function isOfSms(type: DeliveredType): boolean {
  const current = currentName(type);
  return smsEvents.some((event) => event === current);
}

/** A body for keeping; null when its format has none for the type (`fitsFormat` lets nobody choose it). */
export function keptBody(
  format: WebhookFormat,
  { type, happenedAt }: { readonly type: DeliveredType; readonly happenedAt: Date },
  data: Data,
): string | null {
  const standard = { type, timestamp: happenedAt.toISOString(), data };
  if (format === "standard") return JSON.stringify(standard);
  if (isOfSms(type)) return JSON.stringify({ format, ...standard });
  return type === testEvent ? JSON.stringify({ format, ...standard, data: testSms(happenedAt) }) : null;
}

/** A test is written like an SMS, so that programs find every member in it; no order has the id 0. */
function testSms(happenedAt: Date): Data {
  const order = { activationId: 0, service: "tg", country: 6 };
  const said = { sender: "Test", code: "12345", text: "This is a test. Your code is 12345" };
  return { ...order, ...said, receivedAt: happenedAt.toISOString() };
}

/** A kept body as it is sent. `said`: what its SMS says now, null where it is of none; every other byte stays. */
export function writtenBody(kept: string, said: Said | null): string {
  const { format, ...told } = JSON.parse(kept) as Kept;
  const data = said ? { ...told.data, ...pick(said) } : told.data;
  return JSON.stringify(format === "classic" ? classicBody(data) : { ...told, data });
}

/** Their order is that of the body. */
function pick({ sender, code, text }: Said): Said {
  return { sender, code, text };
}

/**
 * The body that SMS-Activate and those who followed send for an SMS: ids and country as numbers, the time in UTC without a zone. `text` and
 * `code` are always text, since typed receivers refuse null: empty where there is none. A rental's id stands where an activation's does.
 */
export function classicBody(data: Data): Data {
  const { activationId, rentalId, service, text, code, country, receivedAt } = data;
  return {
    activationId: activationId ?? rentalId,
    service,
    text: text ?? "",
    code: code ?? "",
    country,
    receivedAt: String(receivedAt).slice(0, 19).replace("T", " "),
  };
}

/** Came after the refund: what it says is removed with the order, within a day of its end. */
export function isLate(body: string): boolean {
  return (JSON.parse(body) as Kept).data.isLate === true;
}
