import { expect, test } from "vitest";
import { pagePathOf, trailFacts, trailOf } from "#features/content/pages/pages.rules.ts";

test("an address is looked for where a page can have it, and nowhere else", () => {
  expect(pagePathOf(["guide"])).toBe("guide");
  expect(pagePathOf(["guide", "how-2-rent"])).toBe("guide/how-2-rent");
  for (const segments of [
    [],
    ["no_page"],
    ["Guide"],
    ["guide", ""],
    ["guide", ".."],
    ["guide", "a.php"],
    ["-guide"],
    ["a".repeat(81)],
    Array.from({ length: 21 }, () => "a"),
  ])
    expect(pagePathOf(segments), segments.join("/")).toBeNull();
});

test("the way to a page begins with the highest one and ends with its own address", () => {
  expect(trailOf("a/b/c")).toEqual(["a", "a/b", "a/b/c"]);
});

test("the way to a page is told to search engines with whole addresses", () => {
  const crumbs = [
    { name: "Home", href: "/" },
    { name: "Guide", href: "/guide" },
  ];
  expect(trailFacts(crumbs, { locale: "ru", publicUrl: "https://smsden.test" })).toMatchObject({
    itemListElement: [
      { "@type": "ListItem", position: 1, name: "Home", item: "https://smsden.test/ru" },
      { "@type": "ListItem", position: 2, name: "Guide", item: "https://smsden.test/ru/guide" },
    ],
  });
});
