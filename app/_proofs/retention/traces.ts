import { gunzipSync } from "node:zlib";
import type { Db } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import { unseal, unsealWithOwnKey } from "#lib/sealed-text.ts";

const SEALED = /\bk1(?:\.[\w-]+){3}/g;
/** The first bytes of a packed text, in base64. */
const GZIP = "H4sI";
const HEX = /^\\x((?:[0-9a-f]{2})+)$/;

/**
 * Where words stand in the database: `<table>.<column>` of every row of every table in which a value holds one of them, be it text, JSON,
 * an array or bytes, open or sealed with the product's key or with a key of its own in the same row, in whatever depth. Throws where
 * something sealed can be read by none of these: it could say anything.
 */
export async function findTraces(owner: Db, words: readonly string[]): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>(words.map((word) => [word, new Set()]));
  for (const table of await listTables(owner)) {
    const lines = await rows<{ line: Record<string, unknown> }>(owner, {
      text: `select to_jsonb(t) as line from ${table} t`,
      values: [],
    });
    for (const { line } of lines) {
      const open = openerOf(line);
      for (const [column, value] of Object.entries(line)) {
        const readable = textOf(value, open);
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

/** Reads something sealed. */
type Opener = (sealed: string) => unknown;

/** All that a value says to whoever has the keys. */
function textOf(value: unknown, open: Opener): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "string") return typeof value === "object" ? textOfParts(value, open) : String(value);
  const bytes = HEX.exec(value)?.[1];
  const plain = bytes ? `${value}\n${Buffer.from(bytes, "hex").toString("utf8")}` : value;
  return [plain, ...[...plain.matchAll(SEALED)].map(([sealed]) => textOf(open(sealed), open))].join("\n");
}

/** Escapes of JSON in JSON hide nothing: the parts are read one by one, and what is JSON in a text is read as such. */
function textOfParts(value: object, open: Opener): string {
  return Object.entries(value)
    .map(([name, part]) => `${name}\n${textOf(part, open)}`)
    .join("\n");
}

/** Opens what is sealed in a row. */
function openerOf(line: Readonly<Record<string, unknown>>): Opener {
  return (sealed) => {
    const plain = attempt(() => unseal(sealed)) ?? openWithRow(line, sealed);
    return attempt(() => ({ plain, parsed: JSON.parse(plain) as unknown })) ?? unpacked(plain);
  };
}

/** The same of what has a key of its own, which is sealed in the same row, as is a label in bytes. Throws where nothing opens it. */
function openWithRow(line: Readonly<Record<string, unknown>>, sealed: string): string {
  const texts = Object.values(line).filter((value) => typeof value === "string");
  const others = texts.flatMap((text) => text.match(SEALED) ?? []);
  const labels = texts.flatMap((text) => HEX.exec(text)?.[1] ?? []).map((hex) => Buffer.from(hex, "hex"));
  for (const label of labels) {
    for (const other of others) {
      const plain = attempt(() => unsealWithOwnKey({ sealedKey: other, sealedText: sealed }, label));
      if (plain !== undefined) return plain;
      // A key opens another text of the row, and says nothing by itself.
      if (attempt(() => unsealWithOwnKey({ sealedKey: sealed, sealedText: other }, label)) !== undefined)
        return "";
    }
  }
  throw new Error(`Nothing opens ${sealed.slice(0, 20)} in a row of ${Object.keys(line).join(", ")}`);
}

/** What was packed before it was sealed. */
function unpacked(plain: string): string {
  const text =
    plain.startsWith(GZIP) && attempt(() => gunzipSync(Buffer.from(plain, "base64")).toString("utf8"));
  return text || plain;
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
