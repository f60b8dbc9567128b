import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { givenPage } from "#features/content/content.factory.ts";
import { findPage, listPagePaths, listWrittenPages } from "#features/content/pages/pages.reads.ts";
import { execute } from "#lib/db/query.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const english = (title: string) => ({ en: { title, body: [title] } });
let guide: number;

beforeAll(async () => {
  guide = await givenPage(owner, {
    slug: "guide",
    texts: { en: { title: "Guide", body: ["All."] }, ru: { title: "Справка", body: ["Всё."] } },
  });
  const parent = guide;
  const rent = await givenPage(owner, { slug: "rent", parent, place: 2, texts: english("Rent") });
  await givenPage(owner, {
    slug: "refunds",
    parent,
    place: 1,
    texts: { en: { title: "Refunds", body: ["In English."] }, ru: { title: "Возвраты", body: null } },
  });
  await givenPage(owner, { slug: "rules", parent: rent, texts: english("Rules") });
  const draft = await givenPage(owner, { slug: "draft", parent, isDraft: true, texts: english("Draft") });
  await givenPage(owner, { slug: "below", parent: draft, texts: english("Below a draft") });
  await givenPage(owner, { slug: "later", parent, place: 3, inMinutes: 60, texts: english("Later") });
});

describe("the pages of the editors", () => {
  it("have the addresses that their parts and those of the pages above spell", async () => {
    expect(await listPagePaths(db)).toEqual(["guide", "guide/refunds", "guide/rent", "guide/rent/rules"]);
    expect(await findPage(db, "en", "guide/rent/rules")).toMatchObject({ title: "Rules", below: [] });
    for (const path of ["rules", "rent", "guide/rules", "guide/rent/rules/rules", "none"])
      expect(await findPage(db, "en", path), path).toBeNull();
  });

  it("name the languages that they have all of", async () => {
    expect(await listWrittenPages(db)).toEqual([
      { path: "guide", languages: ["en", "ru"] },
      { path: "guide/refunds", languages: ["en"] },
      { path: "guide/rent", languages: ["en"] },
      { path: "guide/rent/rules", languages: ["en"] },
    ]);
  });

  it("are shown neither as drafts nor below one, nor before their time", async () => {
    for (const path of ["guide/draft", "guide/draft/below", "below", "guide/later"])
      expect(await findPage(db, "en", path), path).toBeNull();
  });

  it("say what stands above and below them, each whole in the reader's language or in English", async () => {
    const page = await findPage(db, "ru", "guide");
    expect(page).toMatchObject({ language: "ru", title: "Справка", above: [] });
    expect(page?.below.map(({ path, language, title }) => [path, language, title])).toEqual([
      ["guide/refunds", "en", "Refunds"],
      ["guide/rent", "en", "Rent"],
    ]);
    const rules = await findPage(db, "ru", "guide/rent/rules");
    expect(rules?.above.map(({ path, title }) => [path, title])).toEqual([
      ["guide", "Справка"],
      ["guide/rent", "Rent"],
    ]);
  });

  it("are there as soon as their time has come", async () => {
    await moveClock(owner, "61 minutes");
    expect(await findPage(db, "en", "guide/later")).toMatchObject({ title: "Later" });
    expect(await listPagePaths(db)).toContain("guide/later");
  });

  it("go with the page above, and have no address when they stand below one another", async () => {
    await execute(owner, sql`update cms.pages set _status = 'draft' where id = ${guide}`);
    expect(await listPagePaths(db)).toEqual([]);
    await execute(owner, sql`update cms.pages set _status = 'published' where id = ${guide}`);
    expect(await listPagePaths(db)).toHaveLength(5);
    await execute(
      owner,
      sql`update cms.pages set parent_id = (select id from cms.pages where slug = 'rules') where id = ${guide}`,
    );
    expect(await listPagePaths(db)).toEqual([]);
  });

  it("never share an address, at the first level either", async () => {
    await givenPage(owner, { slug: "one", texts: english("One") });
    await expect(givenPage(owner, { slug: "one", texts: english("One") })).rejects.toThrow(/unique/);
    await expect(givenPage(owner, { slug: "rent", parent: guide, texts: english("Again") })).rejects.toThrow(
      /unique/,
    );
  });
});
