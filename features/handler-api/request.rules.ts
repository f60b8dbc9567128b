import { readId } from "#lib/api/id-text.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

/** What a caller sent: names and values trimmed, the last of equal names. A Map, so that no name is special. */
export type Parameters = ReadonlyMap<string, string>;

/** Old clients write these where a value is missing (protocol 1.12). */
const ABSENT = new Set(["", "undefined", "null", "None", "NaN"]);

/** What money or its amount hangs on. */
const NUMERIC = new Set(["maxPrice", "minPrice", "rent_time", "hours", "time", "duration"]);

/** The parameters that mean something here; clients send many more, which are none of our business. */
const KNOWN = new Set([
  "action",
  "activationId",
  "activationType",
  "api_key",
  "country",
  "duration",
  "end",
  "exceptProviderIds",
  "fixedPrice",
  "freePrice",
  "from",
  "hours",
  "id",
  "lang",
  "length",
  "limit",
  "maxPrice",
  "minPrice",
  "needHistory",
  "offset",
  "operator",
  "order",
  "orderId",
  "page",
  "phoneException",
  "productId",
  "providerIds",
  "rent_time",
  "routing",
  "seconds",
  "service",
  "size",
  "start",
  "status",
  "time",
  "types",
  "url",
]);

/** Merges query and body (the body wins). Values that mean "nothing" are left out. */
export function readParameters(query: string, body = ""): Parameters {
  const parameters = new Map<string, string>();
  for (const source of body === "" ? [query] : [query, body]) {
    if (source === "") continue;
    for (const [name, value] of new URLSearchParams(source)) put(parameters, name.trim(), value.trim());
  }
  return parameters;
}

function put(parameters: Map<string, string>, name: string, value: string): void {
  if (!KNOWN.has(name)) return;
  // A price or a time that is not a number must not become "none given".
  if (ABSENT.has(value) && !(value === "NaN" && NUMERIC.has(name))) return;
  parameters.set(name, value);
}

/** The part of an address behind the question mark. */
export function queryOf(url: string): string {
  const mark = url.indexOf("?");
  if (mark < 0) return "";
  const hash = url.indexOf("#", mark);
  return hash < 0 ? url.slice(mark + 1) : url.slice(mark + 1, hash);
}

/** The order that `id` (or `activationId`, which is the same) names; null for what cannot be one. */
export function readOrderNumber(parameters: Parameters): number | null {
  return readId(parameters.get("id") ?? parameters.get("activationId") ?? "");
}

/** Grizzly's and SMSBower's spelling of "wherever it is cheapest" (protocol 1.5). */
const ANY_COUNTRY = new Set(["*", "any"]);

/** Is any country as good as another? */
export function isAnyCountry(parameters: Parameters): boolean {
  return ANY_COUNTRY.has(parameters.get("country") ?? "");
}

/** Does it name a country? A list of any country is the list of all. */
export function namesCountry(parameters: Parameters): boolean {
  return parameters.has("country") && !isAnyCountry(parameters);
}

/** The country asked for; the default when none is; null for what is no country's id. */
export function readCountry(parameters: Parameters, defaultCountryId: number): number | null {
  const text = parameters.get("country");
  if (text === undefined) return defaultCountryId;
  return /^\d{1,6}$/.test(text) ? Number(text) : null;
}

/**
 * The highest price the buyer agrees to: whole hundredths with `from=front` (the site's spelling), decimal roubles
 * otherwise. Null = no limit given. What is no price at all limits to zero: nothing is ever bought above a limit that
 * could not be understood. The dust of binary fractions (13.750000000000002, 12.549999999999999) is forgiven.
 */
export function readMaxPrice(parameters: Parameters): Kopecks | null {
  const text = parameters.get("maxPrice");
  if (text === undefined) return null;
  return fixedPoint(text, parameters.get("from") === "front" ? 0 : 2) ?? kopecks(0);
}

function fixedPoint(text: string, decimals: number): Kopecks | null {
  const match = /^(\d{1,12})(?:\.(\d{1,30}))?$/.exec(text);
  if (!match) return null;
  const fraction = (match[2] ?? "").padEnd(decimals, "0");
  const floor = BigInt(`${match[1]}${fraction.slice(0, decimals)}`);
  return kopecks(/^9{6}/.test(fraction.slice(decimals)) ? floor + 1n : floor);
}

/**
 * The lowest price that the buyer wants, in the same spelling as maxPrice and never below what is written; null = none
 * given, `unreadable` for what is no price.
 */
export function readMinPrice(parameters: Parameters): Kopecks | null | "unreadable" {
  const text = parameters.get("minPrice");
  if (text === undefined) return null;
  const decimals = parameters.get("from") === "front" ? 0 : 2;
  const floor = fixedPoint(text, decimals);
  if (floor === null) return "unreadable";
  const rest = (text.split(".")[1] ?? "").slice(decimals);
  return /^(?:0*$|0{6}|9{6})/.test(rest) ? floor : kopecks(floor + 1);
}

/**
 * Operators with commas between them, in one spelling (sorted, each once): `any` when none is asked for or `any` is
 * among them; null for what is no list of tokens.
 */
export function readOperators(parameters: Parameters): string | null {
  const text = parameters.get("operator");
  if (text === undefined) return "any";
  const tokens = [...new Set(text.split(",").map((token) => token.trim()))].sort();
  if (tokens.length > 20 || !tokens.every((token) => /^[a-z0-9_]{1,40}$/.test(token))) return null;
  return tokens.includes("any") ? "any" : tokens.join(",");
}

const COMMANDS = { "1": "ready", "3": "more", "6": "finish", "8": "cancel", "-1": "cancel" } as const;
export type Command = (typeof COMMANDS)[keyof typeof COMMANDS];

/** What `setStatus` shall do; null for a number that is no command. */
export function readCommand(parameters: Parameters): Command | null {
  const text = parameters.get("status");
  return text !== undefined && Object.hasOwn(COMMANDS, text) ? COMMANDS[text as keyof typeof COMMANDS] : null;
}

/** A count such as `start`; the fallback when it is missing or no whole number, never above `max`. */
export function readCount(parameters: Parameters, name: string, fallback: number, max: number): number {
  const text = parameters.get(name);
  return text !== undefined && /^\d{1,9}$/.test(text) ? Math.min(Number(text), max) : fallback;
}

/** Calls and spoken codes are not sold: who asks for one must not be given an SMS number. */
export function wantsCall(parameters: Parameters): boolean {
  const type = parameters.get("activationType");
  return type !== undefined && type !== "0";
}

/** The cheapest supplier is wanted, whatever it delivers. The parameter is ours alone: no program sends it for something else. */
export function wantsCheapest(parameters: Parameters): boolean {
  return /^cheapest$/i.test(parameters.get("routing") ?? "");
}

/** Did a page of another site, or a browser that guesses what comes next, make this request? */
export function isForeignOrGuess(headers: Headers): boolean {
  const purpose = `${headers.get("sec-purpose") ?? ""} ${headers.get("purpose") ?? ""} ${headers.get("x-moz") ?? ""}`;
  return headers.get("sec-fetch-site") === "cross-site" || /prefetch|preview|prerender/i.test(purpose);
}
