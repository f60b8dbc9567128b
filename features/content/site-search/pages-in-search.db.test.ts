import sql from "sql-template-tag";
import { beforeAll, describe, expect, test } from "vitest";
import { givenPage } from "#features/content/content.factory.ts";
import { listStaleTexts, searchSite } from "#features/content/site-search/site-search.reads.ts";
import { execute } from "#lib/db/query.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const hrefs = async (text: string, locale: Locale = "en") =>
  (await searchSite(db, { locale, text, tab: "pages", most: 20 })).groups.flatMap(({ hits }) =>
    hits.map(({ href }) => href),
  );
const text = (word: string) => ({ en: { title: `About ${word}`, body: [`The ${word}.`] } });
let guide: number;
let refunds: number;

beforeAll(async () => {
  guide = await givenPage(owner, { slug: "guide", texts: text("walrus") });
  refunds = await givenPage(owner, { slug: "refunds", parent: guide, texts: text("heron") });
  await givenPage(owner, {
    slug: "cards",
    parent: refunds,
    texts: { ...text("otter"), ru: { title: "Выдра", body: ["О выдрах."] } },
  });
});

describe("a page of editors is found", () => {
  test("at the address that the pages above it give it, in the languages it has", async () => {
    expect(await hrefs("otter")).toEqual(["/guide/refunds/cards"]);
    expect(await hrefs("выдра", "ru")).toEqual(["/guide/refunds/cards"]);
    expect(await hrefs("heron", "ru")).toEqual(["/guide/refunds"]);
    expect(await hrefs("otter", "ru")).toEqual([]);
  });

  test("at another address as soon as a page far above it has another one", async () => {
    await execute(owner, sql`update cms.pages set slug = 'help' where id = ${guide}`);
    expect(await hrefs("otter")).toEqual(["/help/refunds/cards"]);
    await execute(owner, sql`update cms.pages set parent_id = null where id = ${refunds}`);
    expect(await hrefs("otter")).toEqual(["/refunds/cards"]);
    await execute(owner, sql`update cms.pages set parent_id = ${guide} where id = ${refunds}`);
    expect(await hrefs("otter")).toEqual(["/help/refunds/cards"]);
  });

  test("not while a page above it is a draft, comes later, or is gone", async () => {
    await execute(owner, sql`update cms.pages set _status = 'draft' where id = ${guide}`);
    expect([await hrefs("walrus"), await hrefs("otter")]).toEqual([[], []]);
    await execute(
      owner,
      sql`update cms.pages set _status = 'published', published_at = app_now() + interval '1 hour' where id = ${guide}`,
    );
    expect(await hrefs("otter")).toEqual([]);
    await moveClock(owner, "61 minutes");
    expect(await hrefs("otter")).toEqual(["/help/refunds/cards"]);
    await execute(owner, sql`delete from cms.pages where id = ${guide}`);
    expect([await hrefs("walrus"), await hrefs("otter")]).toEqual([[], ["/refunds/cards"]]);
  });

  test("in a way that a look at all pages has nothing to add to", async () => {
    // Pages that stand below one another have no address.
    await execute(
      owner,
      sql`update cms.pages set parent_id = (select id from cms.pages where slug = 'cards') where slug = 'refunds'`,
    );
    expect(await hrefs("otter")).toEqual([]);
    expect(await listStaleTexts(db)).toEqual([]);
  });
});
