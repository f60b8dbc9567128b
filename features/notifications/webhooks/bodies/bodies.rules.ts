import type { DeliveredType } from "#features/notifications/webhooks/webhooks.rules.ts";

/** What an SMS says, as its delivery tells it; all null once it has been removed. */
export type Said = {
  readonly sender: string | null;
  readonly code: string | null;
  readonly text: string | null;
};

export const nothingSaid: Said = { sender: null, code: null, text: null };

/** Whether deliveries of a type tell what an SMS says. */
export function isOfSms(type: DeliveredType): boolean {
  return type === "sms.received" || type === "rental.sms";
}

/** A body with what its SMS says in its place; every other byte stays. */
export function withSaid(body: string, { sender, code, text }: Said): string {
  const told = JSON.parse(body) as { readonly data: Readonly<Record<string, unknown>> };
  return JSON.stringify({ ...told, data: { ...told.data, sender, code, text } });
}

/** Came after the refund: what it says is removed with the order, within a day of its end. */
export function isLate(body: string): boolean {
  return (JSON.parse(body) as { readonly data: { readonly isLate?: boolean } }).data.isLate === true;
}
