import { describe, expect, test } from "vitest";
import {
  arrangePrices,
  nextPriceSort,
  ownPriceOf,
  type PriceRow,
  pricePath,
  readPriceQuery,
} from "#features/pricing/table/price-table.rules.ts";

const row = (name: string, retailKopecks: number, count: number): PriceRow => ({
  ...{ name, slug: name.toLowerCase().replaceAll(" ", "-"), icon: null },
  ...{ retailKopecks, wholesaleKopecks: retailKopecks - 100, own: null, count },
});
const usual = { subject: "service", slug: null, sort: "price", search: "", page: 1 } as const;

describe("the address of a table of prices", () => {
  test.each([
    ["/prices", usual],
    ["/prices?service=telegram", { ...usual, slug: "telegram" }],
    [
      "/prices?country=indonesia&q=a%26b&sort=-count&page=3",
      { subject: "country", slug: "indonesia", sort: "-count", search: "a&b", page: 3 },
    ],
  ] as const)("%s says what it shows and is read back as that", (path, query) => {
    expect(pricePath("/prices", query)).toBe(path);
    expect(readPriceQuery(Object.fromEntries(new URL(path, "http://x.test").searchParams))).toEqual(query);
  });

  test("whose parts make no sense shows the usual table", () => {
    expect(readPriceQuery({ sort: "--price", page: "0", q: "  " })).toEqual(usual);
    expect(readPriceQuery({ sort: "__proto__", page: "1e9" })).toEqual(usual);
    expect(readPriceQuery({ service: ["telegram", "x"], country: "chile" })).toMatchObject({
      slug: "telegram",
    });
  });
});

test("a column is sorted the useful way first and turned around by the next press", () => {
  expect(nextPriceSort("price", "price")).toBe("-price");
  expect(nextPriceSort("-price", "price")).toBe("price");
  expect(nextPriceSort("price", "count")).toBe("-count");
  expect(nextPriceSort("-count", "name")).toBe("name");
});

test("rows are found by name without accents or by slug, and equal ones stand by name", () => {
  const rows = [row("Türkiye", 500, 3), row("Chile", 500, 9), row("Aland", 900, 3)];
  const names = (search: string, sort: Parameters<typeof nextPriceSort>[0]) =>
    arrangePrices(rows, { search, sort }, "en").map(({ name }) => name);
  expect(names("", "price")).toEqual(["Chile", "Türkiye", "Aland"]);
  expect(names("", "-count")).toEqual(["Chile", "Aland", "Türkiye"]);
  expect(names("turk", "price")).toEqual(["Türkiye"]);
  expect(names("", "-wholesale")).toEqual(["Aland", "Chile", "Türkiye"]);
});

test("an account pays the agreed price, else that of its tier", () => {
  const offer = { serviceId: 52, countryId: 6, retailKopecks: 1_400, wholesaleKopecks: 1_200 };
  const personal = [{ serviceId: 52, countryId: 6, priceKopecks: 1_000 }];
  expect(ownPriceOf(offer, { isWholesale: true, personal })).toEqual({ kopecks: 1_000, isAgreed: true });
  expect(ownPriceOf({ ...offer, countryId: 7 }, { isWholesale: true, personal })).toEqual({
    kopecks: 1_200,
    isAgreed: false,
  });
  expect(ownPriceOf(offer, { isWholesale: false, personal: [] }).kopecks).toBe(1_400);
});
