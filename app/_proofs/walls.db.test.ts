import pg from "pg";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

/** What a process of the product can do at most with its login: as somebody who can say any statement through it. */
const { db, owner, url } = await useTestDb();
const OWNER = (await one<{ name: string }>(owner, sql`select current_user as name`)).name;
const REFUSED = /permission denied|must be owner|must be superuser|Only roles with/;

let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: url });
  await client.connect();
});
afterAll(() => client.end());

test("the product logs in as a role that owns nothing, is member of the app's role alone and may make nothing", async () => {
  const { rows: found } = await client.query(
    `select r.rolsuper or r.rolcreatedb or r.rolcreaterole or r.rolreplication or r.rolbypassrls as may_more,
       array(select g.rolname::text from pg_roles g where g.oid <> r.oid and pg_has_role(r.oid, g.oid, 'member')) as acts_as,
       (select count(*) from pg_shdepend where refobjid = r.oid and deptype = 'o') as owned
     from pg_roles r where r.rolname = session_user`,
  );
  expect(found).toEqual([{ may_more: false, acts_as: ["sms_den_app"], owned: 0 }]);
});

test.each([
  "reset role",
  "set role none",
  "set role sms_den_app",
  "reset session authorization",
  "reset all",
  "discard all",
])("behind %s stands a role that may write no balance", async (way) => {
  await client.query(way);
  await expect(
    client.query("update ledger_accounts set posted_kopecks = posted_kopecks + 1"),
  ).rejects.toThrow(REFUSED);
});

test.each([
  `set role ${OWNER}`,
  `set local role ${OWNER}`,
  `set session authorization ${OWNER}`,
  "set role postgres",
  "set session authorization postgres",
  "set session_replication_role = 'replica'",
  "alter system set row_security = off",
  `grant ${OWNER} to current_user`,
  `alter role current_user superuser`,
  `alter role current_user createrole`,
  "create role another login",
  "create database another",
  "create schema another",
  "create table public.another (id integer)",
  "create function public.another() returns integer language sql as 'select 1'",
  "create or replace function public.app_now() returns timestamptz language sql as 'select now()'",
  "alter function ledger_move(text, bigint, text, bigint, text, text) security invoker",
  "drop table ledger_transfers",
  "create rule another as on insert to ledger_transfers do instead nothing",
  "create policy another on activations using (true)",
  "alter table activations disable trigger all",
  "insert into lib_migrations (name, checksum) values ('20990101000000_another', '')",
  "update lib_migrations set name = 'another'",
  "delete from lib_migrations",
  "update lib_definitions set checksum = ''",
  "delete from lib_definitions",
  "update job_clock set offset_interval = '1 hour'",
  "insert into graphile_worker.migrations (id) values (999)",
  "delete from graphile_worker.migrations",
  "alter table graphile_worker._private_jobs disable row level security",
  "copy ledger_accounts to program 'cat'",
  "select pg_read_file('postgresql.conf')",
  "alter database current set row_security = off",
])("the product's login is refused: %s", async (statement) => {
  await expect(
    client.query(statement.replace("database current", `database ${client.database}`)),
  ).rejects.toThrow(REFUSED);
});

describe("no row of the ledger is written but by its functions", async () => {
  const tables = await rows<{ name: string; column: string }>(
    owner,
    sql`select c.relname as name, (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum = 1) as column
        from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname like 'ledger\\_%' order by 1`,
  );

  test("the tables of the ledger are found", () => expect(tables.length).toBeGreaterThanOrEqual(6));

  const writes = ({ name, column }: (typeof tables)[number]) => [
    `insert into ${name} default values`,
    `update ${name} set ${column} = default`,
    `delete from ${name}`,
    `truncate ${name}`,
    `select * from ${name} for update`,
    `copy ${name} from stdin`,
    `merge into ${name} t using (select 1) s on false when not matched then insert default values`,
    `alter table ${name} disable trigger all`,
    `create trigger another before insert on ${name} for each row execute function suppress_redundant_updates_trigger()`,
    `alter table ${name} owner to current_user`,
    `do $$ begin lock table ${name} in access exclusive mode; end $$`,
  ];
  test.each(tables.flatMap(writes))("the product's login is refused: %s", async (statement) => {
    await expect(client.query(statement)).rejects.toThrow(REFUSED);
  });
});

test("who lends the owner's rights to the app looks for names nowhere but in the product's schema, and obeys the app alone", async () => {
  const found = await rows<{ name: string; settings: string[] | null; isPublic: boolean }>(
    owner,
    sql`select p.oid::regprocedure::text as name, p.proconfig as settings,
          has_function_privilege('public', p.oid, 'execute') as "isPublic"
        from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef`,
  );
  expect(found.length).toBeGreaterThan(10);
  for (const { name, settings, isPublic } of found) {
    expect(settings, name).toContain("search_path=pg_catalog, public, pg_temp");
    expect(isPublic, name).toBe(false);
    // The ledger's, and what keeps the search of the site and the services' pictures when editors write.
    expect(name).toMatch(/^(?:ledger_|content_(?:(?:refresh|keep|keep_page)_search|keep_service_picture)\()/);
  }
});

test("tables of a session's own with the ledger's names move no money elsewhere", async () => {
  const userId = await givenUser(db, 1_000);
  await client.query(
    `create temporary table ledger_accounts as select * from public.ledger_accounts;
     create temporary table ledger_transfers as select * from public.ledger_transfers`,
  );
  try {
    await client.query("select * from ledger_move('demo_credit', $1, 'main', 500, $2, 'a test')", [
      userId,
      `walls:${userId}`,
    ]);
    const { rows: decoys } = await client.query("select from pg_temp.ledger_transfers where reference = $1", [
      `walls:${userId}`,
    ]);
    expect(decoys).toEqual([]);
  } finally {
    await client.query("discard temp");
  }
  const wallet = await one<{ posted: number }>(
    owner,
    sql`select posted_kopecks as posted from ledger_accounts where user_id = ${userId}`,
  );
  expect(wallet.posted).toBe(1_500);
});

test("a run of the reconciliation that is over cannot be rewritten", async () => {
  const { id } = await one<{ id: number }>(db, sql`select id from ledger_begin_reconciliation('0', '1 day')`);
  const finish = () =>
    execute(db, sql`select ledger_finish_reconciliation(${id}, '[]'::jsonb, null, null, 30, 90)`);
  await finish();
  await expect(finish()).rejects.toThrow("does not run");
});
