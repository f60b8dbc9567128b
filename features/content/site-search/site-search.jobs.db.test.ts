import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { givenArticle } from "#features/content/content.factory.ts";
import { makeSearchRepair } from "#features/content/site-search/site-search.jobs.ts";
import { findTexts, listStaleTexts } from "#features/content/site-search/site-search.reads.ts";
import { execute } from "#lib/db/query.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const find = async (text: string) =>
  (await findTexts(db, { locale: "en", text }, ["articles"], { most: 5, isAny: false })).map(
    ({ slug }) => slug,
  );

test("a worker takes texts of before there was a search into it, and puts right what was changed behind its back", async () => {
  await givenArticle(owner, { slug: "old", texts: { en: { title: "Old", body: ["Ancient."] } } });
  await givenArticle(owner, { slug: "other", texts: { en: { title: "Other", body: ["Ancient."] } } });
  await execute(owner, sql`delete from content_search_texts where slug = 'old'`);
  await execute(owner, sql`update content_search_texts set title = 'Wrong' where slug = 'other'`);
  expect(await listStaleTexts(db)).toHaveLength(2);
  const repair = makeSearchRepair();
  await repair.run(db);
  expect(await listStaleTexts(db)).toEqual([]);
  expect((await find("ancient")).toSorted()).toEqual(["old", "other"]);
  await repair.run(db);
  await repair.run(db);
  expect((await find("ancient")).toSorted()).toEqual(["old", "other"]);
});

test("the product cannot write into the search but through what brings it to the site's state", async () => {
  for (const statement of [
    "insert into content_search_texts select * from content_search_texts",
    "update content_search_texts set title = 'x'",
    "delete from content_search_texts",
    "truncate content_search_texts",
  ])
    await expect(db.query({ text: statement, values: [] }), statement).rejects.toThrow("permission denied");
});
