import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, describe, expect, inject, test } from "vitest";
import { createDb, type Db } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import { checksumOf, definitionOf, listDefinitionFiles, listVersionedFiles } from "#lib/db/sql-files.ts";
import { withDatabase } from "#lib/testing/database-url.ts";
import { schemaImage } from "#lib/testing/schema-image.ts";
import { useTestDb } from "#lib/testing/test-db.ts";
import { migrateDatabase, type SqlFiles } from "#lib/tooling/migrate/migrate.ts";

const { owner } = await useTestDb();
const ends: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ends) await end();
});

async function emptyDatabase(): Promise<{ url: string; db: Db }> {
  const name = `migrate_${randomUUID().replaceAll("-", "")}`;
  await onServer(`create database ${name}`);
  const url = withDatabase(inject("templateUrl"), name);
  const db = createDb(url, { max: 2, role: null });
  ends.push(async () => {
    await db.close();
    await onServer(`drop database ${name} with (force)`);
  });
  return { url, db };
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(inject("templateUrl"), "postgres") });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

const versioned = (...files: readonly (readonly [string, string])[]) =>
  files.map(([name, sql]) => ({ name, sql, checksum: checksumOf(sql) }));
const definitions = (files: Record<string, string>) =>
  Object.entries(files).map(([name, sql]) => definitionOf(`lib/db/sql/${name}.sql`, sql));
const run = (url: string, files: SqlFiles) => migrateDatabase(url, () => {}, files);
const ask = async (db: Db, text: string) => (await rows<{ a: unknown }>(db, { text, values: [] }))[0]?.a;

describe("the files of the product", () => {
  test("two that migrate one empty database at the same time run every file once between them", async () => {
    const { url, db } = await emptyDatabase();
    const ran = (await Promise.all([migrateDatabase(url), migrateDatabase(url)])).flat();
    const files = [
      ...listVersionedFiles().map(({ name }) => name),
      ...listDefinitionFiles().map(({ file }) => file),
    ];
    expect(ran.toSorted()).toEqual(files.toSorted());
    expect(await schemaImage(db)).toEqual(await schemaImage(owner));
  });

  test("every function, view and trigger of the database comes from one file, and every file's is there", async () => {
    const live = await rows<{ kind: string; name: string }>(owner, {
      text: `select 'function' as kind, proname::text as name from pg_proc where pronamespace = 'public'::regnamespace
        union all select 'view', relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
        union all select 'trigger', tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
          where not tgisinternal and c.relnamespace in ('public'::regnamespace, 'cms'::regnamespace)`,
      values: [],
    });
    const text = ({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`;
    const files = listDefinitionFiles().map(text);
    expect(new Set(files).size).toBe(files.length);
    // The clock is in a versioned file: columns begin with it by default.
    expect(live.map(text).toSorted()).toEqual([...files, "function app_now"].toSorted());
  });
});

describe("versioned files", () => {
  const first = ["20990101000000_lib_first", "create table first (id integer)"] as const;
  const second = ["20990102000000_lib_second", "create table second (id integer)"] as const;

  test("one that was edited after it ran is refused, and nothing is changed", async () => {
    const { url, db } = await emptyDatabase();
    await run(url, { versioned: versioned(first), definitions: [] });
    const edited = [first[0], "create table first (id bigint)"] as const;
    await expect(run(url, { versioned: versioned(edited, second), definitions: [] })).rejects.toThrow(
      "20990101000000_lib_first.sql was edited after it had run in this database. Put it back as it was",
    );
    expect(await ask(db, "select to_regclass('second') as a")).toBeNull();
  });

  test("one with a time before the last that has run is refused", async () => {
    const { url } = await emptyDatabase();
    await run(url, { versioned: versioned(second), definitions: [] });
    await expect(run(url, { versioned: versioned(first, second), definitions: [] })).rejects.toThrow(
      "Give it a time after that one",
    );
  });

  test("a database that has run more than this version knows is left as it is", async () => {
    const { url } = await emptyDatabase();
    await run(url, { versioned: versioned(first, second), definitions: [] });
    await expect(run(url, { versioned: versioned(first), definitions: [] })).rejects.toThrow(
      "the database is newer",
    );
  });

  test("a database of before the first release is refused with what to do", async () => {
    const { url, db } = await emptyDatabase();
    await db.query({
      text: "create table lib_migrations (id serial, name text, run_on timestamp)",
      values: [],
    });
    await expect(migrateDatabase(url)).rejects.toThrow("Begin with an empty database");
  });

  test("of several that fail together none is kept, and the message names the file and the place", async () => {
    const { url, db } = await emptyDatabase();
    const broken = [second[0], "create tabel second (id integer)"] as const;
    await expect(run(url, { versioned: versioned(first, broken), definitions: [] })).rejects.toThrow(
      'lib/db/migrations/20990102000000_lib_second.sql failed: syntax error at or near "tabel" (at character 8)',
    );
    expect(await ask(db, "select to_regclass('first') as a")).toBeNull();
  });
});

describe("functions, views and triggers", () => {
  const tables = versioned(["20990101000000_lib_tables", "create table things (id integer, note text)"]);
  const lib_one = "create or replace function lib_one() returns integer language sql as $$ select 1 $$;";
  const lib_things =
    "create or replace view lib_things as select id, lib_one() as one from things;\nrevoke all on lib_things from public;";
  const lib_touch =
    "create or replace function lib_touch() returns trigger language plpgsql as $$ begin new.note := 'touched'; return new; end $$;";
  const lib_touched =
    "create or replace trigger lib_touched before insert on things for each row execute function lib_touch();";
  const all = { lib_one, lib_things, lib_touch, lib_touched };

  async function given(files: Record<string, string> = all) {
    const { url, db } = await emptyDatabase();
    const apply = (next: Record<string, string>) =>
      run(url, { versioned: tables, definitions: definitions(next) });
    await apply(files);
    return { db, apply };
  }

  test("what is unchanged is left alone, and what was changed alone is applied", async () => {
    const { db, apply } = await given();
    expect(await apply(all)).toEqual([]);
    expect(await apply({ ...all, lib_one: lib_one.replace("select 1", "select 2") })).toEqual([
      "lib/db/sql/lib_one.sql",
    ]);
    expect(await ask(db, "select lib_one() as a")).toBe(2);
  });

  test("one with other parameters takes the place of the old one", async () => {
    const { db, apply } = await given({ lib_one });
    await apply({ lib_one: lib_one.replace("lib_one()", "lib_one(p_more integer default 0)") });
    expect(
      await ask(db, "select array_agg(oid::regprocedure::text) as a from pg_proc where proname = 'lib_one'"),
    ).toEqual(["lib_one(integer)"]);
  });

  test("one with another answer takes the place of the old one, and the view that uses it comes back", async () => {
    const { db, apply } = await given();
    await apply({ ...all, lib_one: lib_one.replace("returns integer", "returns bigint") });
    await db.query({ text: "insert into things values (1)", values: [] });
    expect(await ask(db, "select to_jsonb(t) || to_jsonb(v) as a from things t, lib_things v")).toEqual({
      id: 1,
      note: "touched",
      one: 1,
    });
  });

  test("a trigger that moves to another table is gone from the old one", async () => {
    const { db, apply } = await given();
    await db.query({ text: "create table others (id integer, note text)", values: [] });
    await apply({ ...all, lib_touched: lib_touched.replace("on things", "on others") });
    expect(
      await ask(
        db,
        "select array_agg(tgrelid::regclass::text) as a from pg_trigger where tgname = 'lib_touched'",
      ),
    ).toEqual(["others"]);
  });

  test("a view may lose a column", async () => {
    const { db, apply } = await given();
    await apply({ ...all, lib_things: "create or replace view lib_things as select id from things;" });
    expect(
      await ask(
        db,
        "select count(*) as a from pg_attribute where attrelid = 'lib_things'::regclass and attnum > 0",
      ),
    ).toBe(1);
  });

  test("one whose file is gone goes, and comes back with its file", async () => {
    const { db, apply } = await given();
    await apply({ lib_one });
    expect(await ask(db, "select to_regclass('lib_things') as a")).toBeNull();
    await apply(all);
    expect(await ask(db, "select to_regclass('lib_things')::text as a")).toBe("lib_things");
  });

  test("one that a versioned file has dropped comes back", async () => {
    const { db, apply } = await given();
    await db.query({ text: "drop view lib_things", values: [] });
    expect(await apply(all)).toEqual(["lib/db/sql/lib_things.sql"]);
  });

  test("a body that does not fit the tables is refused with the name of its file, and nothing is changed", async () => {
    const { db, apply } = await given();
    const misfit = lib_one.replace("select 1", "select size from things");
    await expect(apply({ ...all, lib_one: misfit })).rejects.toThrow(
      'lib/db/sql/lib_one.sql failed: column "size" does not exist',
    );
    const unfinished = lib_touch.replace("return new;", "return");
    await expect(apply({ ...all, lib_touch: unfinished })).rejects.toThrow(
      "lib/db/sql/lib_touch.sql failed: syntax error",
    );
    expect(await ask(db, "select lib_one() as a")).toBe(1);
  });

  test("what a file says it needs comes before it", async () => {
    const lib_all = "-- needs: lib_things\ncreate or replace view lib_all as select * from lib_things;";
    const { db } = await given({ lib_all, ...all });
    expect(await ask(db, "select to_regclass('lib_all')::text as a")).toBe("lib_all");
  });
});
