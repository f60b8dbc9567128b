import type { Actor } from "#lib/api/actor.ts";
import type { RatePolicy } from "#lib/api/rate-limits.ts";

/** How often one key (or signed-in user, or a stranger's network) may call, per process of the API. */
export const restRates = {
  /** Every call. */
  calls: { name: "calls", perSecond: 50, burst: 100 },
  /** Calls that buy or rent, beside the above. */
  purchases: { name: "purchases", perSecond: 10, burst: 20 },
} as const satisfies Record<string, RatePolicy>;

export const restLimits = {
  pageDefault: 50,
  pageMax: 100,
  /** Orders asked for by their ids in one call. */
  idsMax: 100,
  /** A call that waits for news waits so long at most. */
  waitSecondsMax: 25,
  /** An answer is kept for its key so long at least. */
  answersKeptDays: 30,
} as const;

/** Amounts are whole kopecks of it. */
export const restCurrency = "RUB" as const;

/** Whose calls are counted together: a key's, a user's without a key, a stranger's network. */
export function rateSubject(actor: Actor, network: string): string {
  if (actor.kind === "guest") return `network:${network}`;
  return actor.key ? `key:${actor.key.keyId}` : `user:${actor.userId}`;
}

/** Where the next page begins, for the list it was made by. Opaque to clients: only `readPlace` knows what it says. */
export function makeCursor(list: string, ...place: readonly number[]): string {
  return Buffer.from([list, ...place].join(":")).toString("base64url");
}

/** The numbers that a cursor of this list was made of, or null for what is none. */
export function readPlace(list: string, cursor: string, size: number): number[] | null {
  const [made, ...numbers] = Buffer.from(cursor, "base64url").toString("latin1").split(":");
  if (made !== list || numbers.length !== size) return null;
  if (!numbers.every((digits) => /^\d{1,16}$/.test(digits))) return null;
  const place = numbers.map(Number);
  return place.every(Number.isSafeInteger) ? place : null;
}

/** The id below which the page begins, or null for what is no cursor of this list. */
export function readCursor(list: string, cursor: string): number | null {
  return readPlace(list, cursor, 1)?.[0] ?? null;
}

/** One page out of `limit + 1` rows that were looked for. */
export function pageOf<Row extends { readonly id: number }>(
  list: string,
  found: readonly Row[],
  limit: number,
): { data: Row[]; nextCursor: string | null } {
  const data = found.slice(0, limit);
  const last = data.at(-1);
  return { data, nextCursor: found.length > limit && last ? makeCursor(list, last.id) : null };
}
