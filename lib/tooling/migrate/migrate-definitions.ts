import type pg from "pg";
import type { DefinitionFile } from "#lib/db/sql-files.ts";
import { featureOrder } from "#lib/tooling/feature-order.ts";
import { sqlProblem } from "#lib/tooling/migrate/migrate-problem.ts";

type Recorded = { name: string; kind: DefinitionFile["kind"]; checksum: string };
type LiveFunction = { name: string; signature: string; version: string };

const KINDS: readonly DefinitionFile["kind"][] = ["function", "view", "trigger"];
/** `create or replace` cannot do it: other parameters or another answer, other columns of a view, something leans on what goes. */
const NEEDS_REBUILDING = new Set(["42P13", "42P16", "2BP01"]);
/** Functions and views are in public alone; the content desk's tables, too, have triggers. */
const TRIGGERED = "(select oid from pg_namespace where nspname in ('public', 'cms'))";

/**
 * Makes functions, views and triggers what their files say: applies those whose text changed or which are not there, removes those
 * that no file names any more and overloads that no file defines, and has PostgreSQL look at every body. Within the caller's
 * transaction. Returns the files that were applied or whose definition was removed.
 */
export async function applyDefinitions(
  client: pg.Client,
  definitions: readonly DefinitionFile[],
): Promise<string[]> {
  const files = inOrder(definitions);
  const recorded = await readRecorded(client);
  const live = await listLive(client);
  const known = new Map(recorded.map((row) => [row.name, row]));
  const names = new Set(files.map(({ name }) => name));
  const stale = files.filter(
    ({ name, checksum }) => known.get(name)?.checksum !== checksum || !live.has(name),
  );
  const gone = recorded.filter(({ name }) => !names.has(name));
  if (stale.length === 0 && gone.length === 0) return [];

  await client.query("set local check_function_bodies = off");
  await client.query("savepoint definitions");
  try {
    await replace(client, stale, gone);
  } catch (error) {
    if (!NEEDS_REBUILDING.has((error as { cause?: { code?: string } }).cause?.code ?? "")) throw error;
    await client.query("rollback to savepoint definitions");
    await rebuild(client, files, stale, gone, recorded);
  }
  await client.query("set local check_function_bodies = on");
  await validateBodies(client, files);
  await record(client, stale, gone);
  return [...stale.map(({ file }) => file), ...gone.map(({ name }) => `${name} (removed)`)];
}

/** The usual way: what is there stays and gets a new text. */
async function replace(client: pg.Client, stale: DefinitionFile[], gone: Recorded[]): Promise<void> {
  const before = await listFunctions(client);
  // A trigger of that name on another table would stay beside the new one.
  await dropAll(
    client,
    stale.filter(({ kind }) => kind === "trigger"),
  );
  for (const file of stale) await run(client, file.file, file.sql);
  const applied = new Set(stale.map(({ name }) => name));
  const isOld = new Set(before.map(({ signature, version }) => `${signature} ${version}`));
  const overloads = (await listFunctions(client)).filter(
    ({ name, signature, version }) => applied.has(name) && isOld.has(`${signature} ${version}`),
  );
  for (const { name, signature } of overloads) await run(client, `${name}.sql`, `drop function ${signature}`);
  await dropAll(client, gone);
}

/** Where that is refused: views and triggers, which alone lean on others, make room and come back. */
async function rebuild(
  client: pg.Client,
  files: DefinitionFile[],
  stale: DefinitionFile[],
  gone: Recorded[],
  recorded: Recorded[],
): Promise<void> {
  const leaning = recorded.filter(({ kind }) => kind !== "function");
  await dropAll(client, leaning, "cascade");
  await dropAll(
    client,
    [...stale, ...gone].filter(({ kind }) => kind === "function"),
  );
  const changed = new Set(stale);
  for (const file of files)
    if (changed.has(file) || file.kind !== "function") await run(client, file.file, file.sql);
}

async function dropAll(
  client: pg.Client,
  items: readonly { name: string; kind: DefinitionFile["kind"] }[],
  how: "cascade" | "" = "",
): Promise<void> {
  for (const kind of KINDS.toReversed()) {
    for (const { name } of items.filter((item) => item.kind === kind)) {
      const { rows } = await client.query<{ statement: string }>(DROPS[kind], [name]);
      for (const { statement } of rows) await run(client, `${name}.sql`, `${statement} ${how}`);
    }
  }
}

const DROPS: Record<DefinitionFile["kind"], string> = {
  function: `select 'drop function ' || oid::regprocedure as statement from pg_proc
    where pronamespace = 'public'::regnamespace and proname = $1`,
  view: `select 'drop view ' || oid::regclass as statement from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'v' and relname = $1`,
  trigger: `select format('drop trigger %I on %s', tgname, tgrelid::regclass) as statement
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace in ${TRIGGERED} and not tgisinternal and tgname = $1`,
};

async function readRecorded(client: pg.Client): Promise<Recorded[]> {
  const { rows } = await client.query<Recorded>(
    "select name, kind, checksum from lib_definitions where is_current",
  );
  return rows;
}

async function listLive(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select proname as name from pg_proc where pronamespace = 'public'::regnamespace
     union select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
     union select tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
       where c.relnamespace in ${TRIGGERED} and not tgisinternal`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** `version` changes whenever the function is written anew. */
async function listFunctions(client: pg.Client): Promise<LiveFunction[]> {
  const { rows } = await client.query<LiveFunction>(
    `select proname as name, oid::regprocedure::text as signature, xmin::text || ctid::text as version
     from pg_proc where pronamespace = 'public'::regnamespace`,
  );
  return rows;
}

/** PostgreSQL's own look at every body: SQL is resolved against the tables as they are now, PL/pgSQL is parsed. */
async function validateBodies(client: pg.Client, files: readonly DefinitionFile[]): Promise<void> {
  const { rows } = await client.query<{ name: string; validator: string; oid: number }>(
    `select p.proname as name, l.lanvalidator::regproc::text as validator, p.oid
     from pg_proc p join pg_language l on l.oid = p.prolang
     where p.pronamespace = 'public'::regnamespace and l.lanname in ('sql', 'plpgsql')`,
  );
  const fileOf = new Map(files.map(({ name, file }) => [name, file]));
  for (const { name, validator, oid } of rows)
    await run(client, fileOf.get(name) ?? name, `select ${validator}(${oid})`);
}

async function record(client: pg.Client, stale: DefinitionFile[], gone: Recorded[]): Promise<void> {
  await client.query("update lib_definitions set is_current = false where is_current and name = any ($1)", [
    [...stale, ...gone].map(({ name }) => name),
  ]);
  await client.query(
    `insert into lib_definitions (name, checksum, kind, is_current)
       select *, true from unnest($1::text[], $2::text[], $3::text[])
       on conflict (name, checksum) do update set is_current = true, applied_at = clock_timestamp()`,
    [stale.map(({ name }) => name), stale.map(({ checksum }) => checksum), stale.map(({ kind }) => kind)],
  );
}

async function run(client: pg.Client, file: string, sql: string): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    throw Object.assign(sqlProblem(file, error), { cause: error });
  }
}

/**
 * Functions (whose bodies may name what comes later), views, triggers; each by feature from top to bottom, then by name. What a
 * file says it needs comes before it. Throws when needs go in a circle or name nothing.
 */
export function inOrder(files: readonly DefinitionFile[]): DefinitionFile[] {
  const place = ({ kind, owner }: DefinitionFile) =>
    KINDS.indexOf(kind) * 100 + (featureOrder as readonly string[]).indexOf(owner);
  const sorted = files.toSorted((a, b) => place(a) - place(b) || (a.name < b.name ? -1 : 1));
  const byName = new Map(sorted.map((file) => [file.name, file]));
  const ordered = new Set<DefinitionFile>();
  const visit = (file: DefinitionFile, way: readonly string[]) => {
    if (ordered.has(file)) return;
    if (way.includes(file.name)) throw new Error(`Needs in a circle: ${[...way, file.name].join(" -> ")}`);
    for (const name of file.needs) {
      const needed = byName.get(name);
      if (!needed) throw new Error(`${file.file} needs ${name}, which no file defines`);
      visit(needed, [...way, file.name]);
    }
    ordered.add(file);
  };
  for (const file of sorted) visit(file, []);
  return [...ordered];
}
