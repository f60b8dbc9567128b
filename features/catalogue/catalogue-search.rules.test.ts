import { describe, expect, test } from "vitest";
import { buildCatalogue, type Country, type Service } from "#features/catalogue/catalogue.rules.ts";
import { nearestServices, searchCountries } from "#features/catalogue/catalogue-search.rules.ts";
import countries from "#features/catalogue/data/countries.json" with { type: "json" };
import services from "#features/catalogue/data/services.json" with { type: "json" };

const catalogue = buildCatalogue(1, countries as Country[], services as unknown as Service[]);
const slugsFor = (search: string) => searchCountries(catalogue.countries, search).map(({ slug }) => slug);
const nearest = (search: string) =>
  nearestServices(catalogue, catalogue.services, search, 3).map(({ slug }) => slug);

describe("a search for a country", () => {
  test.each([
    ["its name", "Indonesia", "indonesia"],
    ["the beginning of its name", "indon", "indonesia"],
    ["its name in another language", "Индонезия", "indonesia"],
    ["its name in Chinese signs", "印度尼西亚", "indonesia"],
    ["a name without its accents", "turkiye", "turkey"],
    ["its dialling code", "+62", "indonesia"],
  ])("leads to the country by %s", (_, search, slug) => {
    expect(slugsFor(search)).toContain(slug);
  });

  test("shows the country whose code was typed before those whose names hold it", () => {
    expect(slugsFor("id")[0]).toBe("indonesia");
  });

  test("without a letter finds none", () => {
    expect(slugsFor("  ")).toEqual([]);
  });
});

describe("a service whose name was mistyped", () => {
  test.each([
    ["telegarm", "telegram"],
    ["watsapp", "whatsapp"],
    ["телегарм", "telegram"],
  ])("%s is nearest to %s", (search, slug) => {
    expect(nearest(search)[0]).toBe(slug);
  });

  test("is not guessed out of a word that is like none, or of two letters", () => {
    expect(nearest("zzqqxxvv")).toEqual([]);
    expect(nearest("te")).toEqual([]);
  });

  test("is one of those that may be shown", () => {
    const among = catalogue.services.filter(({ slug }) => slug !== "telegram");
    expect(nearestServices(catalogue, among, "telegarm", 3).map(({ slug }) => slug)).not.toContain(
      "telegram",
    );
  });
});
