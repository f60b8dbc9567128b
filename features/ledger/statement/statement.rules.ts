import { type AddressQuery, dayIn, filtersQuery, isNarrowed, textIn } from "#lib/http/address-filters.ts";

/** The balances that have a statement: a user's own money, what a partner's numbers earned, and what a store did. */
export type StatementBalance = "user" | "partner" | "store";

/** Which way the money went: what left the balance, what came into it. */
export const directions = ["all", "outgoing", "incoming"] as const;
export type Direction = (typeof directions)[number];

/**
 * What a row of the ledger does to a balance. `hold` reserves, and later `capture` takes the reserved money or `give_back`
 * returns it; `in` and `out` move it at once. What a store sells comes in held (`wait`), and later `release` frees it, or `reverse` takes
 * it away.
 */
export const moves = ["hold", "capture", "give_back", "in", "out", "wait", "release", "reverse"] as const;
export type Move = (typeof moves)[number];

export type Phase = "single" | "pending" | "post" | "void";

/** Kinds whose rows are told by themselves. */
const movesOfStores: Readonly<Record<string, Move>> = {
  store_share: "wait",
  store_accrual: "release",
  store_share_reversal: "reverse",
};

type MovedRow = { readonly kind: string; readonly phase: Phase; readonly isCredit: boolean };

/** The move of a row; `isCredit`: the balance is the side that receives. */
export function moveOf({ kind, phase, isCredit }: MovedRow): Move {
  const ofStore = movesOfStores[kind];
  if (ofStore !== undefined) return ofStore;
  if (phase === "pending") return "hold";
  if (phase === "post") return "capture";
  if (phase === "void") return "give_back";
  return isCredit ? "in" : "out";
}

/** By how much a move of one kopeck changes what can be spent, and what is reserved. */
const changes: Readonly<Record<Move, readonly [available: -1 | 0 | 1, held: -1 | 0 | 1]>> = {
  hold: [-1, 1],
  // Its money was reserved before.
  capture: [0, -1],
  give_back: [1, -1],
  in: [1, 0],
  out: [-1, 0],
  wait: [0, 1],
  release: [1, -1],
  reverse: [0, -1],
};

/** By how much a move of `amountKopecks` changes what can be spent: line after line, available + change = available after. */
export function availableChange(move: Move, amountKopecks: number): number {
  return changes[move][0] * amountKopecks;
}

/** By how much a move changes what is reserved. */
export function heldChange(move: Move, amountKopecks: number): number {
  return changes[move][1] * amountKopecks;
}

export const limits = {
  pageDefault: 50,
  pageMax: 200,
  /** Longest period of a download, both days included. */
  exportDays: 366,
  /** Orders looked through for the services that a person may filter by. */
  servicesFromOrders: 5_000,
} as const;

/** Days of a period, both ends included; below 1 when it ends before it begins. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1;
}

/** What a person has chosen on the page. Days are of the person's time zone; empty text = open. */
export type Filters = {
  readonly direction: Direction;
  readonly kind: string;
  readonly service: string;
  readonly from: string;
  readonly to: string;
};

export const noFilters: Filters = { direction: "all", kind: "", service: "", from: "", to: "" };

/** The filters in an address; what makes no sense there is left out. */
export function readFilters(query: AddressQuery): Filters {
  return {
    direction: directions.find((direction) => direction === query.tab) ?? "all",
    kind: textIn(query, "kind", /^[a-z_]{1,40}$/),
    service: textIn(query, "service", /^[a-z0-9_]{1,10}$/),
    from: dayIn(query, "from"),
    to: dayIn(query, "to"),
  };
}

/** The filters as an address has them, without those that are not set: `?tab=incoming&from=2026-11-01`, or nothing. */
export function statementQuery({ direction, ...rest }: Filters): string {
  return filtersQuery({ tab: direction === "all" ? "" : direction, ...rest });
}

/** Is anything chosen beside the tab? */
export function isFiltered({ direction: _, ...rest }: Filters): boolean {
  return isNarrowed(rest);
}
