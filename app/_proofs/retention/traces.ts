import type { Db } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import { unseal } from "#lib/sealed-text.ts";

const SEALED = /\bk1(?:\.[\w-]+){3}/g;
const HEX = /^\\x((?:[0-9a-f]{2})+)$/;

/**
 * Where words stand in the database: `<table>.<column>` of every row of every table in which a value holds one of them, be it text, JSON,
 * an array or bytes, open or sealed with the product's key, in whatever depth.
 */
export async function findTraces(owner: Db, words: readonly string[]): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>(words.map((word) => [word, new Set()]));
  for (const table of await listTables(owner)) {
    const lines = await rows<{ line: Record<string, unknown> }>(owner, {
      text: `select to_jsonb(t) as line from ${table} t`,
      values: [],
    });
    for (const { line } of lines) {
      for (const [column, value] of Object.entries(line)) {
        const readable = textOf(value);
        for (const word of words) if (readable.includes(word)) found.get(word)?.add(`${table}.${column}`);
      }
    }
  }
  return found;
}

async function listTables(owner: Db): Promise<string[]> {
  const tables = await rows<{ name: string }>(owner, {
    text: `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'm') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') order by 1`,
    values: [],
  });
  return tables.map(({ name }) => name);
}

/** All that a value says to whoever has the key. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "string") return typeof value === "object" ? textOfParts(value) : String(value);
  const bytes = HEX.exec(value)?.[1];
  const plain = bytes ? `${value}\n${Buffer.from(bytes, "hex").toString("utf8")}` : value;
  return [plain, ...[...plain.matchAll(SEALED)].map(([sealed]) => textOf(unsealed(sealed)))].join("\n");
}

/** Escapes of JSON in JSON hide nothing: the parts are read one by one, and what is JSON in a text is read as such. */
function textOfParts(value: object): string {
  return Object.entries(value)
    .map(([name, part]) => `${name}\n${textOf(part)}`)
    .join("\n");
}

function unsealed(sealed: string): unknown {
  const plain = unseal(sealed);
  try {
    return { plain, parsed: JSON.parse(plain) as unknown };
  } catch {
    return plain;
  }
}
