import type { Db } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

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
      text: `select count(*) || ':' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '-') as print from ${name} t`,
      values: [],
    });
    image[name] = row?.print ?? "";
  }
  return image;
}
