import { answerJson, type JsonAnswer } from "#features/handler-api/handler-api.rules.ts";
import { type Parameters, readOrderNumber } from "#features/handler-api/request.rules.ts";
import { rentHours } from "#features/rentals/rentals.rules.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import type { AppError } from "#lib/errors/app-error.ts";

/** Every word that the rent family can answer as `message`. The set is closed, as that of the other actions. */
export const rentWords = [
  "BAD_DATA",
  "BAD_SERVICE",
  "NO_BALANCE",
  "NO_NUMBERS",
  "OUT_OF_STOCK",
  "CHANNELS_LIMIT",
  "ACCOUNT_INACTIVE",
  "ORDER_ALREADY_EXISTS",
  "SERVER_ERROR",
  "NO_ID_RENT",
  "INVALID_PHONE",
  "STATUS_WAIT_CODE",
  "STATUS_FINISH",
  "STATUS_CANCEL",
  "INCORECT_STATUS",
  "CANT_CANCEL",
  "ALREADY_FINISH",
  "ALREADY_CANCEL",
  "INVALID_TIME",
  "MAX_HOURS_EXCEED",
  "RENT_DIE",
] as const;
export type RentWord = (typeof rentWords)[number];

/** `{"status":"error","message":<word>}`, with what the word is about in `info`. */
export function refuseRent(message: RentWord, info?: Readonly<Record<string, number>>): JsonAnswer {
  return answerJson({ status: "error", message, ...(info ? { info } : {}) });
}

/** What the JSON API calls a refusal of renting, in the bots' words. */
const buyingWords: Readonly<Record<string, RentWord>> = {
  NO_NUMBERS: "NO_NUMBERS",
  NO_BALANCE: "NO_BALANCE",
  // What a key may spend is its balance.
  KEY_SPENT: "NO_BALANCE",
  CHANNELS_LIMIT: "CHANNELS_LIMIT",
  // The family has no word with a date: the account may not rent for a while.
  BANNED: "ACCOUNT_INACTIVE",
  SERVICE_NOT_FOUND: "BAD_SERVICE",
  NOT_FOR_SALE: "BAD_SERVICE",
  KEY_NOT_FOR_THIS: "BAD_SERVICE",
  API_ONLY: "BAD_SERVICE",
  // The family has no word for these: there is nothing of what was asked for.
  COUNTRY_NOT_FOUND: "NO_NUMBERS",
  OPERATOR_NOT_FOUND: "NO_NUMBERS",
  WRONG_MAX_PRICE: "NO_NUMBERS",
  RUSSIAN_NUMBERS_UNAVAILABLE: "NO_NUMBERS",
  SALES_STOPPED: "NO_NUMBERS",
  INVALID_TIME: "INVALID_TIME",
  IDEMPOTENCY_MISMATCH: "ORDER_ALREADY_EXISTS",
  UNAVAILABLE: "SERVER_ERROR",
};

/** The same for what is done with a rental. What may not be sold any more is dead to its renter. */
const drivingWords: Readonly<Record<string, RentWord>> = {
  ...buyingWords,
  RENTAL_NOT_FOUND: "INVALID_PHONE",
  RENTAL_OVER: "RENT_DIE",
  CANNOT_CANCEL: "CANT_CANCEL",
  MAX_HOURS_EXCEEDED: "MAX_HOURS_EXCEED",
  NOT_FOR_SALE: "RENT_DIE",
  KEY_NOT_FOR_THIS: "RENT_DIE",
  RUSSIAN_NUMBERS_UNAVAILABLE: "RENT_DIE",
  API_ONLY: "RENT_DIE",
  // A kill switch is for a while.
  SALES_STOPPED: "SERVER_ERROR",
  WRONG_MAX_PRICE: "NO_BALANCE",
};

/** The word for a refusal, or null for one that the family does not know: a fault of ours. */
export function rentWordOf(code: string, on: "buying" | "driving"): RentWord | null {
  return (on === "buying" ? buyingWords : drivingWords)[code] ?? null;
}

/** What a gate refuses is said in the gate's own word, as for every action: a script of the sandbox may say it. */
export function isOfGate({ row }: AppError): boolean {
  return row === apiErrors.SCOPE_MISSING || row === apiErrors.ADDRESS_NOT_ALLOWED;
}

/** How programs of this family spell the time of a rent; HeroSMS says duration. */
const HOUR_NAMES = ["rent_time", "hours", "time", "duration"] as const;

/**
 * Hours asked for, the shortest time when none are: one rule for the price and for what is charged. Null for what is no such
 * time, or two that differ: a time that cannot be understood is never another one.
 */
export function readHours(parameters: Parameters): number | null {
  const texts = new Set(HOUR_NAMES.map((name) => parameters.get(name)).filter((text) => text !== undefined));
  const [text = String(rentHours.min)] = texts;
  if (texts.size > 1 || !/^\d{1,6}$/.test(text)) return null;
  const hours = Number(text);
  return hours >= rentHours.min && hours <= rentHours.max ? hours : null;
}

/** Which rental for how much longer, or the refusal of what is no such thing. */
export function readExtension(
  parameters: Parameters,
): { readonly id: number; readonly hours: number } | { readonly refusal: JsonAnswer } {
  const id = readOrderNumber(parameters);
  if (id === null) return { refusal: refuseRent("NO_ID_RENT") };
  const hours = readHours(parameters);
  return hours === null ? { refusal: refuseRent("INVALID_TIME") } : { id, hours };
}

/** The times whose prices are listed where a list of times is asked for; any other of `rentHours` can be rented too. */
export const listedHours = [rentHours.min, 24, 72, 168, 336, rentHours.max] as const;

/** `YYYY-MM-DDTHH:MM:SS` in UTC, without a zone: how the rent family writes times. */
export function rentTime(at: Date | string): string {
  return new Date(at).toISOString().slice(0, 19);
}

/** `{"0":…,"1":…}`: the family's lists are objects. */
export function numbered<Item>(items: readonly Item[]): Record<string, Item> {
  return Object.fromEntries(items.map((item, at) => [String(at), item]));
}
