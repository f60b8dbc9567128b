/** What a line that begins with a backslash asks for. */
export type SqlHelp =
  | { kind: "query"; text: string; values: readonly string[] }
  | { kind: "tall" }
  | { kind: "quit" }
  | { kind: "words"; text: string };

const WORDS = `\\d            tables and views with their owners' words
\\d <name>     columns, indexes, constraints and triggers of a table
\\df           functions
\\df <name>    the text of a function
\\x            rows as lines, and back
\\q            the end (as Ctrl-D)
A statement ends with ; and may take several lines.`;

const RELATIONS = `
  select c.relname as name, case c.relkind when 'v' then 'view' when 'm' then 'view (kept)' else 'table' end as kind,
    pg_size_pretty(pg_total_relation_size(c.oid)) as size, coalesce(obj_description(c.oid), '') as says
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm') order by c.relname`;

const RELATION = `
  select 'column' as kind, a.attname::text as name,
    format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end
      || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') as says, a.attnum as place
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = to_regclass($1) and a.attnum > 0 and not a.attisdropped
  union all
  select 'index', indexrelid::regclass::text, pg_get_indexdef(indexrelid), 10001
  from pg_index where indrelid = to_regclass($1)
  union all
  select 'constraint', conname::text, pg_get_constraintdef(oid), 10002
  from pg_constraint where conrelid = to_regclass($1) and contype <> 'n'
  union all
  select 'trigger', tgname::text, pg_get_triggerdef(oid), 10003
  from pg_trigger where tgrelid = to_regclass($1) and not tgisinternal
  order by place, name`;

const FUNCTIONS = `
  select p.proname as name, pg_get_function_identity_arguments(p.oid) as takes, pg_get_function_result(p.oid) as gives
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public' order by p.proname`;

const FUNCTION = `
  select pg_get_functiondef(p.oid) as text
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname = 'public' and p.proname = $1 and p.prokind in ('f', 'p')`;

/** What a line like `\d supply_units` means, null for a line of SQL. */
export function readSqlHelp(line: string): SqlHelp | null {
  const [, word, name] = /^\s*\\(\S*)\s*(\S*)\s*;?\s*$/.exec(line) ?? [];
  if (word === undefined) return null;
  if (word === "q") return { kind: "quit" };
  if (word === "x") return { kind: "tall" };
  const values = name ? [name] : [];
  if (word === "d" || word === "dt") return { kind: "query", text: name ? RELATION : RELATIONS, values };
  if (word === "df" || word === "sf") return { kind: "query", text: name ? FUNCTION : FUNCTIONS, values };
  return { kind: "words", text: WORDS };
}
