import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  buildCatalogue,
  type Country,
  countryName,
  foldSearch,
  isOperatorOf,
  orderCountries,
  pageOf,
  type Service,
  searchServices,
  serviceCategories,
  serviceName,
} from "#features/catalogue/catalogue.rules.ts";
import countries from "#features/catalogue/data/countries.json" with { type: "json" };
import services from "#features/catalogue/data/services.json" with { type: "json" };
import { locales } from "#lib/i18n/locales.ts";

const catalogue = buildCatalogue(1, countries as Country[], services as unknown as Service[]);
const codesFor = (search: string) => searchServices(catalogue, search).map((service) => service.code);
const unique = (values: readonly unknown[]) => new Set(values).size === values.length;

describe("the countries we know", () => {
  it("are the protocol's 205, with its ids", () => {
    expect(countries).toHaveLength(205);
    expect(countries.map(({ id }) => id)).toEqual([
      ...Array.from({ length: 204 }, (_, index) => index + 1),
      222,
    ]);
  });

  it("have a name of their own in every language", () => {
    for (const locale of locales) {
      const names = catalogue.countries.map((country) => countryName(country, locale));
      expect(names.filter((name) => name.trim() === "")).toEqual([]);
      const twice = names.filter((name, at) => names.indexOf(name) !== at);
      const remedy = `${locale}: tell them apart in lib/tooling/catalogue/data/facts.json and run npm run catalogue.`;
      expect(twice, remedy).toEqual([]);
    }
  });

  it("have names in the script of the language", () => {
    const scripts = {
      ru: /\p{Script=Cyrillic}/u,
      cn: /\p{Script=Han}/u,
      hi: /\p{Script=Devanagari}/u,
    } as const;
    for (const country of catalogue.countries) {
      for (const [locale, script] of Object.entries(scripts)) {
        expect(country.names[locale as keyof typeof scripts]).toMatch(script);
      }
    }
  });

  it("have slugs, dial codes and flags", () => {
    expect(unique(countries.map(({ slug }) => slug))).toBe(true);
    for (const country of countries) {
      expect(country.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(country.dialCode).toMatch(/^[1-9]\d{0,3}$/);
      expect(country.iso2.toLowerCase()).toBe(country.flagCode);
    }
  });

  it("tell the two kinds of USA apart and know Kosovo", () => {
    expect(catalogue.countryById.get(12)).toMatchObject({ iso2: "US", slug: "usa-virtual", dialCode: "1" });
    expect(catalogue.countryById.get(187)).toMatchObject({ iso2: "US", slug: "usa", dialCode: "1" });
    expect(catalogue.countryById.get(203)).toMatchObject({ iso2: "XK", dialCode: "383" });
    expect(catalogue.countryById.get(95)).toMatchObject({ iso2: "AE", dialCode: "971" });
  });
});

/** The services used most (protocol 1.11). */
const mostUsed =
  "tg wa go fb ig vi tw wb lf ds am mm wx oi fu me kt bw vk ok ma ya mb pm ub uk nf mt ts dh tn re aon dr acz hw ka ni nv xk tx ew bz blm vz pf ot full";

describe("the services we know", () => {
  it("are at least 300, with all that are used most", () => {
    expect(services.length).toBeGreaterThanOrEqual(300);
    for (const code of mostUsed.split(" ")) expect(catalogue.serviceByCode.has(code), code).toBe(true);
  });

  it("have 52 as Telegram, and ids, codes, slugs and ranks once each", () => {
    expect(catalogue.serviceById.get(52)?.code).toBe("tg");
    for (const key of ["id", "code", "slug", "popularityRank"] as const) {
      expect(unique(services.map((service) => service[key])), key).toBe(true);
    }
  });

  it("have url-safe slugs that take no page's place", () => {
    const pages =
      "services countries blog search faq profile partner authorization registration confirm signup api stubs icons mailbox";
    for (const { slug } of services) {
      expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect([...locales, ...pages.split(" ")]).not.toContain(slug);
    }
  });

  it("have a category, a Russian spelling and a Latin one", () => {
    for (const service of catalogue.services) {
      expect(serviceCategories).toContain(service.category);
      expect(service.nameTranscriptionEnRu).toMatch(/[\p{Script=Cyrillic}\d]/u);
      expect(service.nameTranscriptionRuEn).not.toMatch(/\p{Script=Cyrillic}/u);
    }
  });

  it("are named in the language where the name is words", () => {
    expect(serviceName(catalogue.serviceByCode.get("ot")!, "ru")).toBe("Любой другой");
    expect(serviceName(catalogue.serviceByCode.get("tg")!, "ru")).toBe("Telegram");
  });
});

describe("searching services", () => {
  it.each([
    ["telegram", "tg"],
    ["TELEGRAM", "tg"],
    ["  Tele  ", "tg"],
    ["телеграм", "tg"],
    ["Ватсап", "wa"],
    ["vatsap", "wa"],
    ["youtube", "go"],
    ["you tube", "go"],
    ["одноклассники", "ok"],
    ["odnoklassniki", "ok"],
    ["любой   другой", "ot"],
    ["ｔｅｌｅｇｒａｍ", "tg"],
    ["itau", "btn"],
    ["any-other", "ot"],
    ["WHATSAPP", "wa"],
  ])("the search %j finds the service %s first or nearly so", (search, code) => {
    expect(codesFor(search).slice(0, 3)).toContain(code);
  });

  it("puts the exact name before names that hold it", () => {
    expect(codesFor("telegram")[0]).toBe("tg");
    expect(codesFor("line")[0]).toBe("me");
  });

  it("puts the services named first before equal matches, and none before a better match", () => {
    const isFirst = ({ code }: Service) => code === "bky" || code === "kc";
    const found = (search: string) => searchServices(catalogue, search, isFirst).map(({ code }) => code);
    expect(codesFor("te").slice(0, 3)).toEqual(["te", "tg", "ep"]);
    expect(found("te").slice(0, 3)).toEqual(["te", "bky", "tg"]);
    expect(found("te").indexOf("kc")).toBe(codesFor("te").indexOf("tw"));
    expect(found("").slice(0, 3)).toEqual(["kc", "bky", "tg"]);
    expect(found("").toSorted()).toEqual(codesFor("").toSorted());
  });

  it("takes wildcards and quotes as letters", () => {
    for (const search of ["%", "_", "%%", "' or 1=1 --", "\\", "te%am", ".*"])
      expect(codesFor(search)).not.toContain("tg");
  });

  it("finds all with spaces alone and nothing with nonsense", () => {
    expect(codesFor("   ")).toHaveLength(services.length);
    expect(codesFor("zzzzzzzz")).toEqual([]);
  });

  it("is not thrown by any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        expect(codesFor(text).length).toBeLessThanOrEqual(services.length);
        expect(foldSearch(foldSearch(text))).toBe(foldSearch(text));
      }),
    );
  });
});

describe("pages of a list", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index);

  it("are clamped to what exists", () => {
    expect(pageOf(hundred, { page: 1e15, perPage: 40 })).toMatchObject({
      page: 3,
      pageCount: 3,
      totalCount: 100,
    });
    expect(pageOf(hundred, { page: -5, perPage: 0 })).toMatchObject({ page: 1, perPage: 1, pageCount: 100 });
    expect(pageOf(hundred, { page: 1, perPage: 1e9 })).toMatchObject({ perPage: 100, pageCount: 1 });
    expect(pageOf([], { page: 7, perPage: 40 })).toEqual({
      items: [],
      page: 1,
      perPage: 40,
      pageCount: 0,
      totalCount: 0,
    });
  });

  it("hold every item exactly once", () => {
    fc.assert(
      fc.property(fc.nat(250), fc.integer({ min: -3, max: 130 }), (count, perPage) => {
        const all = Array.from({ length: count }, (_, index) => index);
        const { pageCount } = pageOf(all, { page: 1, perPage });
        const pages = Array.from(
          { length: pageCount },
          (_, index) => pageOf(all, { page: index + 1, perPage }).items,
        );
        expect(pages.flat()).toEqual(all);
      }),
    );
  });
});

describe("countries in a list", () => {
  it("come popular first and then by name in the language", () => {
    const ordered = orderCountries(catalogue.countries, "ru", "ru");
    const popular = ordered.filter((country) => country.popularPosition !== null);
    expect(ordered.slice(0, popular.length)).toEqual(popular);
    expect(ordered[popular.length]?.names.ru).toBe("Австралия");
  });
});

describe("operators", () => {
  it("are tokens, and any is always understood", () => {
    for (const country of catalogue.countries) {
      for (const token of country.operators) expect(token).toMatch(/^[a-z0-9_]{1,40}$/);
      expect(isOperatorOf(country, "any")).toBe(true);
      expect(country.operators).not.toContain("any");
    }
    expect(
      catalogue.countries.filter((country) => country.operators.length > 0).length,
    ).toBeGreaterThanOrEqual(60);
    expect(isOperatorOf(catalogue.countryById.get(6)!, "telkomsel")).toBe(true);
    expect(isOperatorOf(catalogue.countryById.get(6)!, "vodafone")).toBe(false);
  });
});
