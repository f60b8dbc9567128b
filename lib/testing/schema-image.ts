import type { Db } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

/** Each query answers a name and what PostgreSQL itself says of it. Names of objects, never their numbers. */
const PARTS: Readonly<Record<string, string>> = {
  relation: `select c.oid::regclass::text as name, concat_ws(' ', c.relkind, pg_get_userbyid(c.relowner), c.relpersistence,
      c.relrowsecurity, array_to_string(c.reloptions, ','), (select string_agg(a::text, ',' order by a::text) from unnest(c.relacl) a),
      (select partstrat from pg_partitioned_table p where p.partrelid = c.oid)) as definition
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')`,
  column: `select a.attrelid::regclass || '.' || a.attname as name,
      concat_ws(' ', row_number() over (partition by a.attrelid order by a.attnum), format_type(a.atttypid, a.atttypmod), a.attnotnull,
        nullif(a.attidentity, ''), nullif(a.attgenerated, ''), pg_get_expr(d.adbin, d.adrelid), a.attacl::text,
        (select collname from pg_collation l where l.oid = a.attcollation)) as definition
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped`,
  constraint: `select conrelid::regclass || '.' || conname as name,
      concat_ws(' ', contype, condeferrable, condeferred, convalidated, pg_get_constraintdef(oid)) as definition
    from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0`,
  index: `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid where c.relnamespace = 'public'::regnamespace`,
  sequence: `select c.oid::regclass::text as name, concat_ws(' ', format_type(s.seqtypid, null), seqstart, seqincrement, seqmax, seqmin, seqcache,
      seqcycle, (select d.refobjid::regclass || '.' || d.refobjsubid from pg_depend d
        where d.objid = c.oid and d.deptype in ('a', 'i') and d.classid = 'pg_class'::regclass)) as definition
    from pg_sequence s join pg_class c on c.oid = s.seqrelid where c.relnamespace = 'public'::regnamespace`,
  view: `select c.oid::regclass::text as name, pg_get_viewdef(c.oid) as definition
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm')`,
  function: `select p.oid::regprocedure::text as name,
      concat_ws(' ', pg_get_userbyid(p.proowner), (select string_agg(a::text, ',' order by a::text) from unnest(p.proacl) a),
        pg_get_functiondef(p.oid)) as definition
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')`,
  trigger: `select tgrelid::regclass || '.' || tgname as name, concat_ws(' ', tgenabled, pg_get_triggerdef(t.oid)) as definition
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'cms') and not tgisinternal`,
  type: `select t.oid::regtype::text as name, concat_ws(' ', t.typtype, format_type(t.typbasetype, t.typtypmod)) as definition
    from pg_type t left join pg_class c on c.oid = t.typrelid
    where t.typnamespace = 'public'::regnamespace and t.typtype in ('d', 'e', 'c', 'r') and (c.oid is null or c.relkind = 'c')`,
  policy: `select polrelid::regclass || '.' || polname as name, concat_ws(' ', polcmd, polpermissive, pg_get_expr(polqual, polrelid),
      pg_get_expr(polwithcheck, polrelid)) as definition
    from pg_policy p join pg_class c on c.oid = p.polrelid where c.relnamespace = 'public'::regnamespace`,
  "rights of what comes": `select concat_ws(' ', pg_get_userbyid(defaclrole), defaclobjtype) as name,
      (select string_agg(a::text, ',' order by a::text) from unnest(defaclacl) a) as definition from pg_default_acl`,
  "rights in the schema": `select nspname::text as name,
      (select string_agg(a::text, ',' order by a::text) from unnest(nspacl) a) as definition
    from pg_namespace where nspname = 'public'`,
};

/**
 * Everything of the product that PostgreSQL knows beside rows, in its own words: two equal images mean the same columns in the same
 * order, constraints, indexes, sequences, views, functions (with settings, rights and owner), triggers and grants.
 * Keys are kind and name. `db` must be the owner's.
 */
export async function schemaImage(db: Db): Promise<Record<string, string>> {
  const image: Record<string, string> = {};
  for (const [part, text] of Object.entries(PARTS)) {
    const found = await rows<{ name: string; definition: string | null }>(db, { text, values: [] });
    for (const { name, definition } of found) image[`${part} ${name}`] = definition ?? "";
  }
  return image;
}
