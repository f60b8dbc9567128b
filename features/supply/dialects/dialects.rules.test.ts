import { expect, it } from "vitest";
import { buildCatalogue, type Country, type Service } from "#features/catalogue/catalogue.rules.ts";
import countries from "#features/catalogue/data/countries.json" with { type: "json" };
import services from "#features/catalogue/data/services.json" with { type: "json" };
import { smshubCountries } from "#features/supply/dialects/data/smshub-countries.ts";
import {
  countryIdOf,
  countryWordFor,
  type Speaker,
  serviceIdOf,
} from "#features/supply/dialects/dialects.rules.ts";

const catalogue = buildCatalogue(1, countries as Country[], services as unknown as Service[]);
const smshub: Speaker = { dialect: {}, wordTable: "smshub" };
const slugs: Speaker = { dialect: {}, wordTable: "slugs" };
const slugOf = (id: number | undefined) => catalogue.countryById.get(id ?? -1)?.slug;

/** The words that are not our slug without its hyphens; everything else is. */
const ownNames: Readonly<Record<string, string>> = {
  usa: "usa-virtual",
  usaphysical: "usa",
  england: "united-kingdom",
  dcongo: "dr-congo",
  ivory: "ivory-coast",
  czech: "czech-republic",
  papua: "papua-new-guinea",
  uae: "united-arab-emirates",
  salvador: "el-salvador",
  libyan: "libya",
  trinidad: "trinidad-and-tobago",
  dominican: "dominican-republic",
};

it("a shop of SMS-Activate's family is understood and asked by country ids, which are ours", () => {
  const ids: Speaker = { dialect: {}, wordTable: "ids" };
  for (const { id, slug } of catalogue.countryById.values()) {
    expect(countryIdOf(ids, catalogue, String(id))).toBe(id);
    expect(countryWordFor({ ...ids, countryWords: {} }, { id, slug })).toBe(String(id));
  }
  expect(countryIdOf(ids, catalogue, "10016")).toBeUndefined();
  expect(countryIdOf(slugs, catalogue, "6")).toBeUndefined();
});

it("all 124 country words of SMSHub name a country of the catalogue, each another one", () => {
  const named = [...smshubCountries].map(([word, id]) => [word, slugOf(id)] as const);
  expect(named).toHaveLength(124);
  expect(new Set(named.map(([, slug]) => slug)).size).toBe(124);
  for (const [word, slug] of named) {
    if (Object.hasOwn(ownNames, word)) expect(slug, word).toBe(ownNames[word]);
    else expect(slug?.replaceAll("-", ""), word).toBe(word);
  }
});

it("SMSHub's usa is the virtual one, 12, and usaphysical is 187; by our own slugs usa stays 187", () => {
  expect(countryIdOf(smshub, catalogue, "usa")).toBe(12);
  expect(countryIdOf(smshub, catalogue, "usaphysical")).toBe(187);
  expect(countryIdOf(slugs, catalogue, "usa")).toBe(187);
  expect(countryIdOf(slugs, catalogue, "usaphysical")).toBeUndefined();
});

it("our slugs are understood beside SMSHub's words, in any case, and a supplier's own spelling comes first", () => {
  expect(countryIdOf(smshub, catalogue, "united-kingdom")).toBe(16);
  expect(countryIdOf(smshub, catalogue, " England ")).toBe(16);
  expect(countryIdOf({ ...smshub, dialect: { countries: { usa: 187 } } }, catalogue, "usa")).toBe(187);
  expect(
    countryIdOf({ ...smshub, dialect: { countries: { moon: 999 } } }, catalogue, "moon"),
  ).toBeUndefined();
});

it.each(["constructor", "__proto__", "toString", ""])("the word %j names nothing", (word) => {
  const speaker: Speaker = { wordTable: "smshub", dialect: { countries: {}, services: {} } };
  expect(countryIdOf(speaker, catalogue, word)).toBeUndefined();
  expect(serviceIdOf(speaker, catalogue, word)).toBeUndefined();
});

it("an agent is asked in the word it said, else in its table's, else in our slug", () => {
  const agent = { ...smshub, countryWords: { 16: "united-kingdom" } };
  const asked = (id: number) => countryWordFor(agent, catalogue.countryById.get(id)!);
  expect([asked(16), asked(12), asked(187), asked(14), asked(84)]).toEqual([
    "united-kingdom",
    "usa",
    "usaphysical",
    "hongkong",
    "hungary",
  ]);
  const usa = catalogue.countryById.get(187)!;
  expect(countryWordFor({ ...slugs, countryWords: {} }, usa)).toBe("usa");
  expect(countryWordFor({ ...smshub, dialect: { countries: { us1: 187 } }, countryWords: {} }, usa)).toBe(
    "us1",
  );
});
