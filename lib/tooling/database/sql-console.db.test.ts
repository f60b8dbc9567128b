import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, inject, onTestFinished, test } from "vitest";
import { useTestDb } from "#lib/testing/test-db.ts";
import { openSqlConsole, talkSql } from "#lib/tooling/database/sql-console.ts";

const { url } = await useTestDb();
const ownerUrl = new URL(inject("templateUrl"));
ownerUrl.pathname = new URL(url).pathname;

async function open(isOwner = false) {
  const sql = await openSqlConsole(ownerUrl.href, isOwner);
  onTestFinished(() => sql.close());
  return sql;
}

test("an answer is a table with every value as PostgreSQL writes it", async () => {
  const sql = await open();
  expect(await sql.run("select 9007199254740993 as big, null as nothing, 'a\nb' as lines")).toBe(
    "big              | nothing | lines\n-----------------+---------+------\n9007199254740993 | ∅       | a↵b\n(1 row)",
  );
});

test("the console acts as the product's own role, and as the owner only when asked", async () => {
  expect(await (await open()).run("select current_user as who")).toContain("sms_den_app");
  await expect((await open()).run("create table forbidden_here ()")).rejects.toThrow("permission denied");
  expect(await (await open(true)).run("select current_user as who")).not.toContain("sms_den_app");
});

test("a fault of the statement is said with its hint and leaves the console open", async () => {
  const sql = await open();
  await expect(sql.run("select amount from ledger_entries_nowhere")).rejects.toThrow(
    'Fault: relation "ledger_entries_nowhere" does not exist',
  );
  expect(await sql.run("select 1 as still")).toContain("still");
});

test("tables, their columns and the texts of functions are shown on request", async () => {
  const sql = await open();
  expect(await sql.run("\\d")).toContain("identity_users");
  const columns = await sql.run("\\d identity_users");
  expect(columns).toMatch(/column\s+\| id\s+\| bigint not null/);
  expect(columns).toMatch(/index\s+\| identity_users_pkey/);
  expect(await sql.run("\\df app_now")).toContain("CREATE OR REPLACE FUNCTION public.app_now()");
  expect(await sql.run("\\df no_such_thing")).toBe("There is no such function.");
  expect(await sql.run("\\?")).toContain("\\d <name>");
});

test("a person's statement may take several lines, and a fault ends nothing", async () => {
  const output = new PassThrough();
  const said = text(output);
  await talkSql(
    await open(),
    Readable.from(["select\n1 as one;\nselect nonsense;\n\\q\nselect 2 as two;\n"]),
    output,
  );
  output.end();
  expect(await said).toMatch(/one\n---\n1\n\(1 row\)[\s\S]*Fault: column "nonsense" does not exist/);
  expect(await said).not.toContain("two");
});
