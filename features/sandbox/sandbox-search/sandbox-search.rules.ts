import {
  goesOnAfter,
  limitAt,
  pauseOf,
  type SearchStep,
  type SearchWait,
} from "#features/activations/search/search.rules.ts";
import { type SandboxOrder, sandboxLimits, scriptOf } from "#features/sandbox/sandbox.rules.ts";

/** A search of a sandbox as it is stored: as it was when somebody looked at it last. Times are of the sandbox's clock. */
export type SandboxSearch = {
  readonly id: number;
  readonly serviceId: number;
  readonly countryId: number;
  readonly operator: string;
  readonly steps: readonly SearchStep[];
  readonly seconds: number;
  readonly attemptsMax: number;
  readonly replaceAfterSeconds: number | null;
  readonly replacementsMax: number;
  readonly replacements: number;
  readonly state: "searching" | "watching" | "found" | "stopped" | "over" | "refused";
  readonly orderId: number | null;
  readonly refusal: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date;
  readonly closedAt: Date | null;
};

/** Searches kept per key: the oldest that have ended make room. */
export const sandboxSearchesKept = 50;

/** What a search comes to next by its script: a number or a refusal that ends it after so many seconds, or nothing in its time. */
export type NextOfSearch =
  | { readonly kind: "number"; readonly afterSeconds: number; readonly maxPriceKopecks: number | null }
  | { readonly kind: "refused"; readonly afterSeconds: number; readonly refusal: string }
  | { readonly kind: "over"; readonly afterSeconds: number; readonly refusal: string };

/** Reckons out of script and ladder what a search comes to: a sandbox's number has one price. */
export function nextOfSearch(
  { steps, seconds }: Pick<SandboxSearch, "steps" | "seconds">,
  serviceCode: string,
): NextOfSearch {
  const { refusal } = scriptOf(serviceCode);
  if (refusal && !goesOnAfter(refusal.error.code))
    return { kind: "refused", afterSeconds: 0, refusal: refusal.error.code };
  if (refusal) return { kind: "over", afterSeconds: seconds, refusal: refusal.error.code };
  const step = steps.find(({ maxPriceKopecks }) => maxPriceKopecks >= sandboxLimits.priceKopecks);
  if (steps.length > 0 && !step) return { kind: "over", afterSeconds: seconds, refusal: "WRONG_MAX_PRICE" };
  const afterSeconds = step?.afterSeconds ?? 0;
  return { kind: "number", afterSeconds, maxPriceKopecks: limitAt(steps, afterSeconds) };
}

const WAITS: Readonly<Record<string, SearchWait>> = {
  NO_NUMBERS: "offer",
  WRONG_MAX_PRICE: "offer",
  NO_BALANCE: "money",
};

/** What a search that is under way waits for, as a live one would say it. */
export function waitOf(
  { state, refusal }: Pick<SandboxSearch, "state" | "refusal">,
  next: NextOfSearch,
): SearchWait | null {
  if (state !== "searching") return null;
  if (refusal !== null) return WAITS[refusal] ?? null;
  return next.kind === "number" ? "offer" : (WAITS[next.refusal] ?? null);
}

/** Attempts that were made for the number of now, `elapsed` seconds after its search began. */
export function attemptAt(search: Pick<SandboxSearch, "seconds" | "attemptsMax">, elapsed: number): number {
  const until = Math.min(Math.max(elapsed, 0), search.seconds);
  return Math.min(Math.floor(until / pauseOf(search)) + 1, search.attemptsMax);
}

/** What a search remembers its orders by. */
export function keyOfSearch({ id, replacements }: Pick<SandboxSearch, "id" | "replacements">): string {
  return `search ${id} ${replacements}`;
}

/** The order that a search has. */
export function orderOf<Order extends Pick<SandboxOrder, "id">>(
  { orderId }: SandboxSearch,
  orders: readonly Order[],
): Order | null {
  return orders.find(({ id }) => id === orderId) ?? null;
}
