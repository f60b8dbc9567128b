import { expect, test } from "vitest";
import { buildCatalogue, type Country, type Service } from "#features/catalogue/catalogue.rules.ts";
import { findGoods, pressData, readPress } from "#features/notifications/telegram/buying.rules.ts";
import { chatName, escapeHtml, localeOfTelegram } from "#features/notifications/telegram/telegram.rules.ts";
import { localeFacts, locales } from "#lib/i18n/locales.ts";

function country(id: number, slug: string, en: string, ru: string): Country {
  return {
    id,
    slug,
    names: Object.fromEntries(
      locales.map((locale) => [locale, locale === "ru" ? ru : en]),
    ) as Country["names"],
    iso2: "XX",
    dialCode: "1",
    flagCode: "xx",
    popularPosition: null,
    visible: true,
    retry: true,
    rent: true,
    multiService: true,
    operators: [],
  };
}

function service(id: number, code: string, name: string, ru: string): Service {
  return {
    id,
    code,
    name,
    slug: name.toLowerCase(),
    names: {},
    category: "other",
    popularityRank: id,
    nameTranscriptionEnRu: ru,
    nameTranscriptionRuEn: name,
    icon: null,
    picture: null,
    iconColor: null,
  };
}

const catalogue = buildCatalogue(
  1,
  [
    country(6, "indonesia", "Indonesia", "Индонезия"),
    country(22, "india", "India", "Индия"),
    country(16, "united-kingdom", "United Kingdom", "Великобритания"),
  ],
  [service(52, "tg", "Telegram", "Телеграм"), service(22, "wa", "WhatsApp", "Вотсап")],
);

test.each([
  ["telegram india", 52, 22],
  ["India Telegram", 52, 22],
  ["телеграм индия", 52, 22],
  ["вотсап, индонезия", 22, 6],
  ["whatsapp united kingdom", 22, 16],
  ["tg indo", 52, 6],
  ["telegram", 52, null],
  ["индия", null, 22],
  ["qwertyuiop", null, null],
  ["", null, null],
] as const)("who writes %j means service %s in country %s", (text, serviceId, countryId) => {
  const { service: meant, country: where } = findGoods(catalogue, text);
  expect([meant?.id ?? null, where?.id ?? null]).toEqual([serviceId, countryId]);
});

test("a button says what it is for, and what no button of ours says is nothing", () => {
  expect(readPress(pressData("goods", 52, 6))).toEqual({ press: "goods", ids: [52, 6] });
  expect(readPress(pressData("numbers"))).toEqual({ press: "numbers", ids: [] });
  expect(["", "z:1", "b:x", "b:1;2", "b:9999999999999999"].map(readPress)).toEqual(Array(5).fill(null));
  expect(pressData("confirm", 999_999_999_999_999).length).toBeLessThanOrEqual(64);
});

test("what people and suppliers write holds no tags in a chat", () => {
  expect(escapeHtml("<b>&</b>")).toBe("&lt;b&gt;&amp;&lt;/b&gt;");
});

test("the bot speaks the language of somebody's Telegram, else English", () => {
  expect(locales.map((locale) => localeOfTelegram(localeFacts[locale].tag.toLowerCase()))).toEqual(locales);
  expect(["zh-hans", "es-AR", "pt-br", undefined].map(localeOfTelegram)).toEqual(["cn", "es", "en", "en"]);
});

test("a chat is called by its person's name and user name", () => {
  expect(chatName({ first_name: "Anna", last_name: "S", username: "anna_s" })).toBe("Anna S · @anna_s");
  expect(chatName({ first_name: "" })).toBe("Telegram");
});
