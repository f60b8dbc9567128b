import { JsonFault, readJson } from "#lib/json/bounded-json.ts";

const { isRawJSON } = JSON as unknown as { isRawJSON(value: unknown): boolean };

/** JSON whose numbers are kept as they were written (`1e3`, `1.00`), to be written again letter by letter. */
export type RawTree = string | boolean | null | object | RawTree[] | { [key: string]: RawTree };
export type RawObject = { [key: string]: RawTree };

/** Far more than any notice of a provider holds: their largest have some sixty values. */
const BOUNDS = { maxDepth: 12, maxValues: 1_000 };

/** Reads an object. Throws JsonFault for text that is no JSON object, is nested too deeply or holds too many values. */
export function parseRawObject(text: string): RawObject {
  const tree = readJson(text, BOUNDS, "raw");
  if (!isObject(tree)) throw new JsonFault("Not an object");
  return tree;
}

function isObject(value: unknown): value is RawObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isRawJSON(value);
}

/**
 * JSON text with the keys of every object in order. Some senders make objects of arrays while they sort
 * (`["a"]` -> `{"0":"a"}`): `arrays` says which.
 */
export function sortedJsonText(tree: RawTree, arrays: "kept" | "as-objects"): string {
  return JSON.stringify(sorted(tree, arrays));
}

function sorted(tree: RawTree, arrays: "kept" | "as-objects"): RawTree {
  if (Array.isArray(tree)) {
    const items = tree.map((item) => sorted(item, arrays));
    return arrays === "kept" ? items : { ...items };
  }
  if (!isObject(tree)) return tree;
  const members = Object.keys(tree).sort();
  return Object.fromEntries(members.map((key) => [key, sorted(tree[key] as RawTree, arrays)]));
}

/** JSON text as PHP's `json_encode` with JSON_UNESCAPED_UNICODE writes it: slashes escaped, line separators too. */
export function phpJsonText(tree: unknown): string {
  return JSON.stringify(tree)
    .replaceAll("/", "\\/")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}
