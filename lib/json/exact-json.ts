import { readJson } from "#lib/json/bounded-json.ts";

export type ExactJson =
  | null
  | boolean
  | number
  | bigint
  | string
  | ExactJson[]
  | { [key: string]: ExactJson };

/**
 * JSON.parse that keeps integers beyond 2^53 as bigint instead of rounding them, refuses what is nested deeper than `maxDepth`
 * or holds more than `maxValues` values before it builds anything, and drops members named `__proto__`. Throws JsonFault.
 */
export function parseExactJson(
  text: string,
  { maxDepth = 12, maxValues = 1_000_000 }: { maxDepth?: number; maxValues?: number } = {},
): ExactJson {
  return readJson(text, { maxDepth, maxValues }, "exact") as ExactJson;
}

/** JSON text; bigint members become plain JSON integers. */
export function stringifyExactJson(value: unknown): string {
  const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };
  return JSON.stringify(value, (_key, member) =>
    typeof member === "bigint" ? rawJSON(String(member)) : member,
  );
}
