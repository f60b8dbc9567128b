import { expect, test } from "vitest";
import { parseLocaleDefaults } from "#lib/i18n/locale-defaults.ts";

test("defaults of a language are read with service, code and country, and nothing means no difference", () => {
  expect(parseLocaleDefaults(" ru=52:tg:6, hi=1:wa:22,")).toEqual({
    ru: { serviceId: 52, serviceCode: "tg", countryId: 6 },
    hi: { serviceId: 1, serviceCode: "wa", countryId: 22 },
  });
  expect(parseLocaleDefaults("")).toEqual({});
});

test.each(["ru=52", "xx=1:wa:2", "ru=1:wa:2,ru=2:vi:3", "ru:1=wa:2", "ru=1:WA:2", "ru=-1:wa:2"])(
  "%j is refused as defaults of languages",
  (text) => {
    expect(parseLocaleDefaults(text)).toBeNull();
  },
);
