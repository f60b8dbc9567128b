import { createHash } from "node:crypto";
import type { Db } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

/** Notes that being asked leaves by itself: they are no change that anybody meant. */
const NOTES: Readonly<Record<string, string>> = { "public.identity_api_keys": "last_used_at" };
/** Rows of that kind, by what is true of them. */
const NOTED_ROWS: Readonly<Record<string, string>> = {
  "public.identity_security_events": "t.kind = 'keyUsed'",
};

/**
 * What stands in every table, as count and fingerprint: two equal images mean that nothing was written, changed or
 * removed in between. `leftOut` are tables that may change (limits count every attempt). One statement asks all tables, and a connection
 * plans it once: some suites ask after each of hundreds of calls.
 */
export async function databaseImage(owner: Db, leftOut: readonly string[]): Promise<Record<string, string>> {
  const tables = await rows<{ name: string }>(owner, {
    text: `select format('%I.%I', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') order by 1`,
    values: [],
  });
  const asked = tables.filter(({ name }) => !leftOut.some((table) => name === `public.${table}`));
  const text = asked.map(({ name }) => printOf(name)).join(" union all ");
  const prints = await rows<{ name: string; print: string }>(owner, {
    ...{ text, values: [] },
    name: `image-${createHash("sha256").update(text).digest("hex").slice(0, 32)}`,
  });
  return Object.fromEntries(prints.map(({ name, print }) => [name, print]));
}

function printOf(table: string): string {
  return `select '${table}' as name, count(*) || ':' || coalesce(md5(string_agg(md5(line), '' order by md5(line))), '-') as print
    from (select (to_jsonb(t) - '${NOTES[table] ?? ""}'::text)::text as line from ${table} t
      where not (${NOTED_ROWS[table] ?? "false"})) lines`;
}
