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
 * removed in between. `leftOut` are tables that may change (limits count every attempt).
 */
export async function databaseImage(owner: Db, leftOut: readonly string[]): Promise<Record<string, string>> {
  const tables = await rows<{ name: string }>(owner, {
    text: `select format('%I.%I', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') order by 1`,
    values: [],
  });
  const image: Record<string, string> = {};
  for (const { name } of tables) {
    if (leftOut.some((table) => name === `public.${table}`)) continue;
    const [row] = await rows<{ print: string }>(owner, {
      text: `select count(*) || ':' || coalesce(md5(string_agg(md5(line), '' order by md5(line))), '-') as print
        from (select (to_jsonb(t) - $1::text)::text as line from ${name} t where not (${NOTED_ROWS[name] ?? "false"})) lines`,
      values: [NOTES[name] ?? ""],
    });
    image[name] = row?.print ?? "";
  }
  return image;
}
