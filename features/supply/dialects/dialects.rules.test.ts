import { describe, expect, it } from "vitest";
import { buildCatalogue, type Country, type Service } from "#features/catalogue/catalogue.rules.ts";
import countries from "#features/catalogue/data/countries.json" with { type: "json" };
import services from "#features/catalogue/data/services.json" with { type: "json" };
import { smshubCountries } from "#features/supply/dialects/data/smshub-countries.ts";
import {
  countryIdOf,
  countryWordFor,
  type Speaker,
  serviceIdOf,
  serviceWordFor,
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
  for (const country of catalogue.countryById.values()) {
    const { id } = country;
    expect(countryIdOf(ids, catalogue, String(id))).toBe(id);
    expect(countryWordFor({ ...ids, countryWords: {} }, country)).toBe(String(id));
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

describe("OnlineSim's words", () => {
  const onlinesim: Speaker = { dialect: {}, wordTable: "onlinesim" };
  const codeOf = (word: string) =>
    catalogue.serviceById.get(serviceIdOf(onlinesim, catalogue, word) ?? -1)?.code;

  it.each([
    // As its clients list them.
    ["7", "russia"],
    ["77", "kazakhstan"],
    ["1", "usa"],
    ["44", "united-kingdom"],
    ["212", "morocco"],
    ["95", "myanmar"],
    ["46", "sweden"],
    ["243", "dr-congo"],
    ["225", "ivory-coast"],
    ["351", "portugal"],
    ["372", "estonia"],
    ["886", "taiwan"],
  ])("the country %s is %s, and is asked for by the same word", (word, slug) => {
    const id = countryIdOf(onlinesim, catalogue, word) ?? -1;
    expect(slugOf(id)).toBe(slug);
    expect(countryWordFor({ ...onlinesim, countryWords: {} }, catalogue.countryById.get(id)!)).toBe(word);
  });

  it("every country has a word of its own, which means it", () => {
    const words = [...catalogue.countryById.values()].map((country) => {
      const word = countryWordFor({ ...onlinesim, countryWords: {} }, country);
      expect(countryIdOf(onlinesim, catalogue, word), country.slug).toBe(country.id);
      return word;
    });
    expect(new Set(words).size).toBe(words.length);
    expect(countryIdOf(onlinesim, catalogue, "1000")).toBeUndefined();
    expect(countryIdOf(slugs, catalogue, "46")).toBeUndefined();
  });

  it.each([
    ["telegram", "tg"],
    ["Telegram", "tg"],
    ["whatsapp", "wa"],
    ["viber", "vi"],
    ["VKcom", "vk"],
    ["vk", "vk"],
    ["3223", "fb"],
    ["facebook", "fb"],
    ["mailru", "ma"],
    ["Odklru", "ok"],
    ["classmates", "ok"],
    ["gmail", "go"],
    ["yandex", "ya"],
    ["youla", "ym"],
    ["drugvokrug", "we"],
    ["FastFriend", "we"],
    ["instagram", "ig"],
    ["wechat", "wb"],
    ["steam", "mt"],
    ["uber", "ub"],
    ["microsoft", "mm"],
    ["twitter", "tw"],
    ["tinder", "oi"],
    ["kakaotalk", "kt"],
    ["lineme", "me"],
    ["other", "ot"],
    ["fotostrana", undefined],
  ])("the service %s is %s", (word, code) => {
    expect(codeOf(word)).toBe(code);
    expect(serviceIdOf(slugs, catalogue, "telegram")).toBeUndefined();
  });

  it("every service is asked for by a word that means it; a supplier's own spelling comes first", () => {
    for (const service of catalogue.serviceById.values())
      expect(codeOf(serviceWordFor(onlinesim, service)), service.slug).toBe(service.code);
    const own: Speaker = { ...onlinesim, dialect: { services: { tg_x: "tg" } } };
    expect(serviceIdOf(own, catalogue, "tg_x")).toBe(52);
    expect(serviceWordFor(own, catalogue.serviceById.get(52)!)).toBe("tg_x");
    expect(serviceWordFor(slugs, catalogue.serviceById.get(52)!)).toBe("tg");
  });
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
