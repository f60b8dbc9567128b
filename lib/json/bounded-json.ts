import { randomUUID } from "node:crypto";

/** Thrown for text that is not JSON, is nested too deeply, holds too much, or does not follow the rules of its reader. */
export class JsonFault extends Error {
  override name = "JsonFault";
  readonly reason: "malformed" | "too-deep" | "too-many";
  constructor(message: string, reason: JsonFault["reason"] = "malformed", options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

export type JsonBounds = {
  /** How many lists and objects may stand in each other. */
  readonly maxDepth: number;
  /** How many values there may be in all, those of lists and objects and these themselves. */
  readonly maxValues: number;
};

/**
 * What becomes of numbers: `plain` floats; `exact` floats, and bigint for integers that a float would round; `raw` numbers that
 * JSON.stringify writes as they came (`1.00`); `text` their text.
 */
export type NumberReading = "plain" | "exact" | "raw" | "text";

type RawJson = { rawJSON(text: string): object };
const { rawJSON } = JSON as unknown as RawJson;

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const INTEGER = /^-?\d+$/;
/** A shorter integer is a safe one. */
const LONG = 16;
/** Stands before a number that waits for its turn as a string. Nobody outside can know it. */
const MARK = `${randomUUID()}:`;

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;

/**
 * JSON.parse behind bounds that are judged in one pass over the text, before anything is built. A reviver would cost a call for
 * every value; numbers that a float would spoil are found in that pass instead. Members named `__proto__` are dropped.
 * Throws JsonFault.
 */
export function readJson(text: string, bounds: JsonBounds, numbers: NumberReading = "plain"): unknown {
  const prepared = prepare(text, bounds, numbers);
  const tree = parse(prepared);
  const isMarked = prepared !== text && numbers !== "text";
  // An escape may spell any name.
  const mayNameProto = text.includes("__proto__") || text.includes("\\u00");
  if (!isMarked && !mayNameProto) return tree;
  return revise(tree, (leaf) => (isMarked && typeof leaf === "string" ? unmark(leaf, numbers) : leaf));
}

/** Replaces every value of a tree that is no list and no object, and drops members named `__proto__`. */
export function revise(node: unknown, replace: (leaf: unknown) => unknown): unknown {
  if (typeof node !== "object" || node === null) return replace(node);
  if (Array.isArray(node)) {
    for (let at = 0; at < node.length; at += 1) node[at] = revise(node[at], replace);
    return node;
  }
  const members = node as Record<string, unknown>;
  if (Object.hasOwn(members, "__proto__")) Reflect.deleteProperty(members, "__proto__");
  for (const name of Object.keys(members)) members[name] = revise(members[name], replace);
  return members;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new JsonFault("Not JSON", "malformed", { cause: error });
  }
}

function unmark(text: string, numbers: NumberReading): unknown {
  if (!text.startsWith(MARK)) return text;
  const literal = text.slice(MARK.length);
  return numbers === "exact" ? BigInt(literal) : rawJSON(literal);
}

/** The text with the numbers that need care as strings; the same text when there are none. Throws beyond the bounds. */
function prepare(text: string, { maxDepth, maxValues }: JsonBounds, numbers: NumberReading): string {
  const pieces: string[] = [];
  let copied = 0;
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) at = endOfString(text, at);
    else if (char === COMMA) values += 1;
    else if (char === 91 || char === 123) {
      depth += 1;
      values += 1;
      if (depth > maxDepth) throw new JsonFault(`Nested deeper than ${maxDepth}`, "too-deep");
    } else if (char === 93 || char === 125) depth -= 1;
    else if (isDigit(char) || char === 45) {
      const end = endOfNumber(text, at);
      const written = numbers === "plain" ? null : writeNumber(text, at, end, numbers);
      if (written !== null) {
        pieces.push(text.slice(copied, at), written);
        copied = end;
      }
      at = end - 1;
    }
    if (values > maxValues) throw new JsonFault(`More than ${maxValues} values`, "too-many");
  }
  return pieces.length === 0 ? text : pieces.join("") + text.slice(copied);
}

const isDigit = (char: number) => char >= 48 && char <= 57;

/** The place of the closing quote, or of the text's end. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) return at;
    at += char === BACKSLASH ? 2 : 1;
  }
  return at;
}

/** The place behind the characters that a number is made of. */
function endOfNumber(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    const char = text.charCodeAt(at);
    // + - . E e
    if (!isDigit(char) && char !== 43 && char !== 45 && char !== 46 && char !== 69 && char !== 101) break;
    at += 1;
  }
  return at;
}

/** How a number goes on to the parser, null for as it stands: also what is no number, which the parser shall refuse. */
function writeNumber(
  text: string,
  start: number,
  end: number,
  numbers: Exclude<NumberReading, "plain">,
): string | null {
  if (numbers === "exact" && end - start < LONG) return null;
  const literal = text.slice(start, end);
  if (!NUMBER.test(literal) || isName(text, end)) return null;
  if (numbers === "text") return `"${literal}"`;
  if (numbers === "exact" && (!INTEGER.test(literal) || Number.isSafeInteger(Number(literal)))) return null;
  return `"${MARK}${literal}"`;
}

/** As a string it would become the name of a member, which a number cannot be. */
function isName(text: string, end: number): boolean {
  let at = end;
  while (at < text.length && " \t\r\n".includes(text[at] as string)) at += 1;
  return text.charCodeAt(at) === COLON;
}
