import { expect, test } from "vitest";
import { givenMenu } from "#features/content/content.factory.ts";
import { readMenus } from "#features/content/menus/menus.reads.ts";
import { noMenus } from "#features/site/menus.rules.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();

test("a desk that was never used has no menus", async () => {
  expect(await readMenus(db, "en")).toEqual(noMenus);
});

test("menus come in their order, each with the entries of its language or all of English", async () => {
  await givenMenu(owner, {
    position: "footer",
    place: 2,
    texts: { en: { title: "Second", entries: [{ label: "B", href: "/b" }] } },
  });
  await givenMenu(owner, {
    position: "footer",
    place: 1,
    texts: {
      en: { title: "First", entries: [{ label: "A", href: "/a" }] },
      ru: {
        title: "Первое",
        entries: [
          { label: "Б", href: "/b" },
          { label: "А", children: [{ label: "Ниже", href: "/below" }] },
        ],
      },
      tr: { title: "Boş", entries: [] },
    },
  });
  const titlesIn = async (locale: "en" | "ru" | "tr") =>
    (await readMenus(db, locale)).footer.map(({ language, title }) => [language, title]);
  expect(await titlesIn("ru")).toEqual([
    ["ru", "Первое"],
    ["en", "Second"],
  ]);
  expect(await titlesIn("tr")).toEqual([
    ["en", "First"],
    ["en", "Second"],
  ]);
  const [first] = (await readMenus(db, "ru")).footer;
  expect(first?.entries).toEqual([
    { key: "0", label: "Б", href: "/b", children: [] },
    { key: "1", label: "А", href: null, children: [{ key: "0", label: "Ниже", href: "/below" }] },
  ]);
});

test("a menu of one language alone leaves the others the product's own", async () => {
  await givenMenu(owner, {
    position: "social",
    texts: { cn: { title: "社交", entries: [{ network: "wechat", href: "https://wechat.com/smsden" }] } },
  });
  expect((await readMenus(db, "cn")).social).toEqual([
    { network: "wechat", url: "https://wechat.com/smsden", locale: null },
  ]);
  expect((await readMenus(db, "en")).social).toBeNull();
});
