/** Thrown for text that is not JSON, is nested too deeply, or does not follow the rules of its reader. */
export class JsonFault extends Error {
  override name = "JsonFault";
}

export type ExactJson =
  | null
  | boolean
  | number
  | bigint
  | string
  | ExactJson[]
  | { [key: string]: ExactJson };

const INTEGER = /^-?\d+$/;
const QUOTE = 34;
const BACKSLASH = 92;
const OPENING = new Set([91, 123]);
const CLOSING = new Set([93, 125]);

/**
 * JSON.parse that keeps integers beyond 2^53 as bigint instead of rounding them, refuses nesting deeper than
 * `maxDepth` before it builds anything, and drops members named `__proto__`. Throws JsonFault.
 */
export function parseExactJson(text: string, options: { maxDepth?: number } = {}): ExactJson {
  refuseDepth(text, options.maxDepth ?? 12);
  try {
    return JSON.parse(text, keepExact as (key: string, value: unknown) => unknown) as ExactJson;
  } catch (error) {
    throw new JsonFault("Not JSON", { cause: error });
  }
}

/** JSON text; bigint members become plain JSON integers. */
export function stringifyExactJson(value: unknown): string {
  const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };
  return JSON.stringify(value, (_key, member) =>
    typeof member === "bigint" ? rawJSON(String(member)) : member,
  );
}

function keepExact(key: string, value: unknown, context?: { source?: string }): unknown {
  if (key === "__proto__") return undefined;
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  const source = context?.source;
  return source !== undefined && INTEGER.test(source) ? BigInt(source) : value;
}

/** Throws JsonFault when text that may be JSON nests deeper; builds nothing. */
export function refuseDepth(text: string, maxDepth: number): void {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (inString) {
      if (char === BACKSLASH) at += 1;
      else if (char === QUOTE) inString = false;
    } else if (char === QUOTE) inString = true;
    else if (OPENING.has(char)) {
      depth += 1;
      if (depth > maxDepth) throw new JsonFault(`Nested deeper than ${maxDepth}`);
    } else if (CLOSING.has(char)) depth -= 1;
  }
}
