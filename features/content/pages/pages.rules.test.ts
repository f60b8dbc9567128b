import { expect, test } from "vitest";
import { pagePathOf, trailFacts, trailOf } from "#features/content/pages/pages.rules.ts";
import { xssPayloads } from "#lib/testing/xss-payloads.ts";

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

test("the way to a page is told to search engines with whole addresses, and no title ends its element", () => {
  const crumbs = [{ name: "Home", href: "/" }, ...xssPayloads.map((name) => ({ name, href: "/guide" }))];
  const facts = trailFacts(crumbs, { locale: "ru", publicUrl: "https://smsden.test" });
  expect(facts).not.toMatch(/[<>&\u2028\u2029]/);
  const [home, ...others] = JSON.parse(facts).itemListElement;
  expect(home).toEqual({ "@type": "ListItem", position: 1, name: "Home", item: "https://smsden.test/ru" });
  expect(others).toEqual(
    xssPayloads.map((name, at) => ({
      "@type": "ListItem",
      position: at + 2,
      name,
      item: "https://smsden.test/ru/guide",
    })),
  );
});
