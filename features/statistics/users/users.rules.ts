import { percent } from "#features/statistics/statistics.rules.ts";
import { type AddressQuery, daysIn } from "#lib/http/address-filters.ts";

/** What figures are grouped by. */
export const groupings = ["day", "service", "country"] as const;
export type Grouping = (typeof groupings)[number];

/** What was bought: numbers for SMS, rented numbers, ready accounts, or all of it. */
export const purchaseKinds = ["all", "activation", "rental", "accounts"] as const;
export type PurchaseKind = (typeof purchaseKinds)[number];

/** Kinds that the page offers; ready accounts where they are sold, and to whoever has bought some. */
export function kindsShown(
  isReadyShopOpen: boolean,
  { accountOrders }: Pick<Counts, "accountOrders">,
  kind: PurchaseKind,
): readonly PurchaseKind[] {
  const hasAccounts = isReadyShopOpen || kind === "accounts" || accountOrders > 0;
  return purchaseKinds.filter((one) => one !== "accounts" || hasAccounts);
}

/** Periods offered by name: so many days up to today (UTC). */
export const periods = [1, 7, 30, 90] as const;

export const limits = {
  periodDefault: 30,
  /** Longest period, both days included. */
  periodDays: 366,
  /** Days read at once while a file is written. */
  exportBatchDays: 7,
  /** Rows of the table that are shown before the rest is asked for. */
  rowsShown: 50,
} as const;

/** Counts of purchases and their money. A purchase counts on its own day, whenever its code came. */
export type Counts = {
  /** Every purchase that was placed, also one that found no number. */
  readonly requests: number;
  /** Placed, but no supplier had a number, or the accounts were not delivered; the money came back. */
  readonly refused: number;
  readonly numbers: number;
  /** Numbers that still wait for their first SMS. */
  readonly waiting: number;
  /** Numbers that got an SMS (rented ones: or a call). */
  readonly successes: number;
  readonly cancelled: number;
  readonly expired: number;
  /** Reported as blocked. */
  readonly reported: number;
  /** Times that a rental was made longer. */
  readonly extensions: number;
  /** Of the requests, those for ready accounts: they have no number. */
  readonly accountOrders: number;
  /** Ready accounts that were delivered, whether or not one of them was claimed later; a replacement is none of its own. */
  readonly accounts: number;
  /** Of them, those whose price came back. */
  readonly refundedAccounts: number;
  readonly capturedKopecks: number;
  /** Given back after it was taken: by the support, or for an account that did not work. */
  readonly returnedKopecks: number;
};

/** What follows from counts. */
export type Figures = Counts & {
  readonly spentKopecks: number;
  /** Of the numbers that no longer wait; null while there are none. */
  readonly deliveryPercent: number | null;
  /** Half of the codes came within so many seconds; null without codes. */
  readonly medianSeconds: number | null;
};

export const noCounts: Counts = {
  requests: 0,
  refused: 0,
  numbers: 0,
  waiting: 0,
  successes: 0,
  cancelled: 0,
  expired: 0,
  reported: 0,
  extensions: 0,
  accountOrders: 0,
  accounts: 0,
  refundedAccounts: 0,
  capturedKopecks: 0,
  returnedKopecks: 0,
};

/** Figures of counts: money less what came back, and the share of numbers with a code among those that no longer wait. */
export function figuresOf(counts: Counts, medianSeconds: number | null): Figures {
  const settled = counts.numbers - counts.waiting;
  return {
    ...counts,
    spentKopecks: counts.capturedKopecks - counts.returnedKopecks,
    deliveryPercent: settled === 0 ? null : percent(counts.successes, settled),
    medianSeconds,
  };
}

/** The day so many days later (earlier when negative): `dayAfter("2026-02-28", 1)` is `2026-03-01`. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Every day of a period, both ends included. */
export function daysOf(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = dayAfter(day, 1)) days.push(day);
  return days;
}

/** What a person has chosen on the page. `days` 0: the days from `from` to `to`. */
export type Choice = {
  readonly days: number;
  readonly from: string;
  readonly to: string;
  readonly kind: PurchaseKind;
  readonly by: Grouping;
};

export const firstChoice: Choice = { days: limits.periodDefault, from: "", to: "", kind: "all", by: "day" };

/** The choice in an address; what makes no sense there is left out. */
export function readChoice(query: AddressQuery): Choice {
  const { from, to } = daysIn(query);
  const days = periods.find((period) => String(period) === query.days) ?? limits.periodDefault;
  return {
    ...(from && to ? { days: 0, from, to } : { days, from: "", to: "" }),
    kind: purchaseKinds.find((kind) => kind === query.kind) ?? "all",
    by: groupings.find((by) => by === query.by) ?? "day",
  };
}

/** The choice as an address has it, without what is chosen at first: `?days=7&by=service`, or nothing. */
export function choiceQuery({ days, from, to, kind, by }: Choice): string {
  const query = new URLSearchParams();
  if (days === 0) {
    query.set("from", from);
    query.set("to", to);
  } else if (days !== limits.periodDefault) query.set("days", String(days));
  if (kind !== "all") query.set("kind", kind);
  if (by !== "day") query.set("by", by);
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}
