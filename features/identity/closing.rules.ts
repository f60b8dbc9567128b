/** Days in which an owner can keep the account after all. */
export const CLOSING_DAYS = 14;
/** The mail before the end goes out so many days before it. */
export const CLOSING_TOLD_DAYS = 2;
/** What still goes on at the end is looked at again after so many minutes. */
export const CLOSING_RETRY_MINUTES = 60;

/**
 * What must be ended before an account can be closed; texts at `identity.closing.hindrances` in messages/. The last two keep nobody from
 * asking, they only put the end off.
 */
export const hindrances = [
  "orders",
  "searches",
  "rentals",
  "withdrawals",
  "claims",
  "debt",
  "earnings",
  "partner",
  "store",
  "staff",
  "held",
  "payments",
] as const;
export type Hindrance = (typeof hindrances)[number];

/** These pass without their owner. */
const passing: readonly Hindrance[] = ["held", "payments"];

/** Those of the hindrances that keep an owner from asking. */
export function forbidding(found: readonly Hindrance[]): Hindrance[] {
  return found.filter((one) => !passing.includes(one));
}

/** Where an owner sees until when the account can be kept. */
export const CLOSING_PATH = "/authorization/closing";

/** The address of an account without a person: nobody's, and of no mailbox (RFC 2606). */
export function closedAddress(userId: number): string {
  return `closed-${userId}@closed.invalid`;
}

/** The day of a moment (UTC), as all languages read it. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
