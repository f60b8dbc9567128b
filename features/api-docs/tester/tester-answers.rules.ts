import { type AnswerToken, answerTokens } from "#features/handler-api/handler-api.rules.ts";

/** What came back. */
export type TesterAnswer = {
  readonly status: number;
  /** From the call until its last byte. */
  readonly ms: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
  /** Bytes on the wire before packing. */
  readonly bytes: number;
};

/** Headers that tell a caller something; the rest is for browsers. */
const TOLD =
  /^(?:content-type|etag|cache-control|retry-after|ratelimit.*|idempotency-replayed|x-request-id|x-pagination-.*|allow|location)$/;

/** The headers that matter to a caller, by name. */
export function shownHeaders(headers: Iterable<readonly [string, string]>): [string, string][] {
  return [...headers]
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .filter(([name]) => TOLD.test(name))
    .sort(([left], [right]) => (left < right ? -1 : 1));
}

/** Lines of an answer that are shown before somebody asks for more. */
export const foldedLines = 40;
/** Each press shows so many more. */
export const moreLines = 400;

/** What is shown of an answer: JSON with a line per member, at most `lines` lines of it. */
export function shownText(text: string, lines: number): { text: string; isWhole: boolean } {
  return isJson(text) ? prettyJson(text, lines) : firstLines(text, lines);
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Texts without line ends can be long as well. */
const LINE_CHARACTERS = 4_000;

function firstLines(text: string, lines: number): { text: string; isWhole: boolean } {
  const kept = text
    .split("\n")
    .slice(0, lines)
    .join("\n")
    .slice(0, lines * LINE_CHARACTERS);
  return { text: kept, isWhole: kept.length === text.length };
}

/** A string of JSON, or a mark of its grammar, or a number or word. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * JSON with a line per member. Tokens stay as they were written (1.50 does not become 1.5), and no more is read than is
 * shown: price lists have megabytes.
 */
function prettyJson(text: string, lines: number): { text: string; isWhole: boolean } {
  const out: string[] = [];
  let depth = 0;
  let made = 1;
  let former = "";
  const breakLine = () => {
    made += 1;
    out.push(`\n${"  ".repeat(depth)}`);
  };
  for (const [token] of text.matchAll(TOKEN)) {
    const isOpened = former === "{" || former === "[";
    if (token === "}" || token === "]") {
      depth -= 1;
      if (!isOpened) breakLine();
    } else if (isOpened || former === ",") {
      breakLine();
    }
    if (made > lines) return { text: out.slice(0, -1).join(""), isWhole: false };
    out.push(token === ":" ? ": " : token);
    if (token === "{" || token === "[") depth += 1;
    former = token;
  }
  return { text: out.join(""), isWhole: true };
}

/** Words of handler_api.php that tell how things stand, and are no refusals. */
const GOOD = /^(?:ACCESS_|STATUS_|FULL_SMS|ADDITIONAL)/;

/** The code of a refusal, in any of the dialects; null for an answer that is none. */
export function refusalCodeOf(status: number, text: string): string | null {
  const word = /^([A-Z][A-Z_]+)(?::|$)/.exec(text)?.[1];
  if (word !== undefined)
    return Object.hasOwn(answerTokens, word) && !GOOD.test(word as AnswerToken) ? word : null;
  const body = bodyOf(text);
  // The rent family of handler_api.php refuses in JSON, with status 200.
  if (body?.status === "error" && typeof body.message === "string") return codeOf(body.message);
  return status < 400 ? null : codeOf((body?.error as { code?: unknown } | undefined)?.code);
}

function codeOf(value: unknown): string | null {
  return typeof value === "string" && /^[A-Z][A-Z0-9_]{1,60}$/.test(value) ? value : null;
}

type Body = { readonly [name: string]: unknown };

function bodyOf(text: string): Body | null {
  if (text.length > 100_000 || !text.trimStart().startsWith("{")) return null;
  try {
    return JSON.parse(text) as Body;
  } catch {
    return null;
  }
}

/** What an answer has made: later forms are filled in with its id. */
export type MadeThing = { readonly family: "activation" | "rental" | "webhook"; readonly id: string };

/** What a call has just made, or null. `methodId` tells the families apart. */
export function madeThingOf(methodId: string, text: string): MadeThing | null {
  // As text, or as the `result` of the site's own call.
  const word = /^(?:\{"result":")?(?:ACCESS_NUMBER|ADDITIONAL):(\d+):/.exec(text);
  if (word?.[1]) return { family: "activation", id: word[1] };
  const body = bodyOf(text);
  const family = familyOf(methodId);
  if (body === null || family === null) return null;
  const id = body.activationId ?? (body.phone as Body | undefined)?.id ?? body.id;
  return typeof id === "number" || (typeof id === "string" && /^\d+$/.test(id))
    ? { family, id: String(id) }
    : null;
}

/** Whose ids a method's `id` are; null for other things (deliveries, keys). */
export function familyOf(methodId: string): MadeThing["family"] | null {
  if (/webhook/i.test(methodId)) return "webhook";
  if (/(?<!cur)rent|extension/i.test(methodId)) return "rental";
  return /number|activation|status|sms|reactivate|additional|extra|order/i.test(methodId)
    ? "activation"
    : null;
}
