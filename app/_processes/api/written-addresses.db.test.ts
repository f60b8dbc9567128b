import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { WrittenAddresses } from "#app/_processes/api/written-addresses.ts";
import { givenPage } from "#features/content/content.factory.ts";
import { execute } from "#lib/db/query.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const texts = { en: { title: "Guide", body: ["Text."] } };

test("the front door cannot tell of the editors' pages before it has read them, and reads them when told so", async () => {
  const written = new WrittenAddresses(db);
  expect(() => written.hasPage("guide")).toThrow("not read");
  await written.readAgain();
  expect(written.hasPage("guide")).toBe(false);
  const guide = await givenPage(owner, { slug: "guide", texts });
  await written.readAgain("content:articles");
  expect(written.hasPage("guide")).toBe(false);
  await written.readAgain("content:articles,content:pages");
  expect(written.hasPage("guide")).toBe(true);
  await execute(owner, sql`delete from cms.pages where id = ${guide}`);
  await written.readAgain("content:pages");
  expect(written.hasPage("guide")).toBe(false);
});

test("an address that has moved is known from the notice on, and a database that is away changes nothing", async () => {
  let isAway = false;
  const written = new WrittenAddresses({
    query: (question: never) => (isAway ? Promise.reject(new Error("away")) : db.query(question)),
  } as never);
  await givenPage(owner, { slug: "kept", texts });
  await execute(owner, sql`insert into cms.redirects ("from", "to") values ('/old', '/new')`);
  await written.readAgain();
  isAway = true;
  await written.readAgain();
  expect(written.findMove("/ru/old", "a=1")).toEqual({ to: "/ru/new?a=1", status: 308 });
  expect(written.hasPage("kept")).toBe(true);
});
