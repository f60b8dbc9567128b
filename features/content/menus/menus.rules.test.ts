import { describe, expect, test } from "vitest";
import { isMenuHref } from "#features/content/menus/menu-links.rules.ts";
import { type MenuRow, siteMenusOf } from "#features/content/menus/menus.rules.ts";
import { noMenus } from "#features/site/menus.rules.ts";
import { xssPayloads } from "#lib/testing/xss-payloads.ts";

type Row = Omit<MenuRow, "entries"> & { entries: Partial<MenuRow["entries"][number]>[] };
const menu = (row: Partial<Row>): MenuRow => ({
  position: "footer",
  language: "en",
  title: "Menu",
  ...row,
  entries: (row.entries ?? []).map((entry) => ({
    label: null,
    network: null,
    href: null,
    children: [],
    ...entry,
  })),
});

describe("the menus of the desk", () => {
  test.each(["header", "footer", "documents", "social"] as const)(
    "lead to none of two hundred texts that would run a script, at the place for %s",
    (position) => {
      const entries = xssPayloads.map((href) => ({
        ...{ label: "Press me", network: "x", href },
        children: [{ label: "Or me", href }],
      }));
      expect(siteMenusOf([menu({ position, entries })])).toEqual(noMenus);
    },
  );

  test("leave the product its own where they have nothing", () => {
    expect(siteMenusOf([])).toEqual(noMenus);
    expect(siteMenusOf([menu({ position: "header" }), menu({ position: "social" })])).toEqual(noMenus);
  });

  test("lead where menus may lead; an entry that leads nowhere opens what stands below it, or is left out", () => {
    const children = [
      { label: "Guide", href: "/guide" },
      { label: "Bad", href: "javascript:alert(1)" },
      { label: null, href: "/x" },
    ];
    const { header } = siteMenusOf([
      menu({
        position: "header",
        entries: [
          { label: "Prices", href: "/prices" },
          { label: "Bad", href: "//evil.test" },
          { label: "Help", children },
          { label: "Nothing below", children: [] },
        ],
      }),
    ]);
    expect(header?.entries).toEqual([
      { key: "0", label: "Prices", href: "/prices", children: [] },
      { key: "2", label: "Help", href: null, children: [{ key: "0", label: "Guide", href: "/guide" }] },
    ]);
  });

  test("lead to pages of ours in the reader's language, also where an address was pasted with one", () => {
    const children = [{ label: "Guide", href: "/ru/guide" }];
    const entries = [{ label: "Home", href: "/ru", children }];
    const { header } = siteMenusOf([menu({ position: "header", entries })]);
    expect(header?.entries).toMatchObject([{ href: "/", children: [{ href: "/guide" }] }]);
  });

  test("are the first one at the top and of documents, and three at most under titles", () => {
    const entries = [{ label: "A", href: "/a" }];
    const menus = siteMenusOf([
      ...["One", "Two"].flatMap((title) =>
        (["header", "documents"] as const).map((position) => menu({ position, title, entries })),
      ),
      ...["1", "2", "3", "4"].map((title) => menu({ title, entries })),
    ]);
    expect([menus.header?.title, menus.documents?.title]).toEqual(["One", "One"]);
    expect(menus.footer.map(({ title }) => title)).toEqual(["1", "2", "3"]);
  });

  test("name a network once, at an address of the open net", () => {
    const entries = [
      { network: "telegram", href: "https://t.me/a" },
      { network: "myspace", href: "https://myspace.com/a" },
      { network: "vk", href: "http://vk.com/a" },
      { network: "x", href: "https://x.com/a" },
      { network: "x", href: "https://x.com/b" },
    ];
    expect(siteMenusOf([menu({ position: "social", entries })]).social).toEqual([
      { network: "telegram", url: "https://t.me/a", locale: null },
      { network: "x", url: "https://x.com/b", locale: null },
    ]);
  });
});

test.each([
  ["/guide", "header", true],
  ["/#how-it-works", "header", true],
  ["https://example.com/", "footer", true],
  ["mailto:help@smsden.test", "footer", true],
  ["#part", "footer", false],
  ["//evil.test", "documents", false],
  ["data:text/html,x", "footer", false],
  ["/telegram", "social", false],
  ["https://t.me/smsden", "social", true],
])("whether %s may stand in the menu %s is %s", (href, position, may) => {
  expect(isMenuHref(href, position)).toBe(may);
});
