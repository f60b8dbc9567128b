import { expect, test } from "vitest";
import {
  currencyForLocale,
  defaultCurrency,
  hidesRoubles,
  offersWideLayout,
  shownCurrency,
} from "#features/site/appearance.rules.ts";
import { appearanceScript } from "#features/site/appearance.script.ts";
import { localeFacts } from "#lib/i18n/locales.ts";

type Html = { lang: string; dataset: Record<string, string> };

/** What the script of <head> makes of a page and its visitor's cookies. */
function shown(dataset: Record<string, string>, cookie: string, lang = "es"): Record<string, string> {
  const documentElement: Html = { lang, dataset: { currency: "usd", ...dataset } };
  new Function("document", appearanceScript)({ documentElement, cookie });
  return documentElement.dataset;
}

test("theme and currency that a visitor chose are there before the first paint", () => {
  expect(shown({}, "a=b; theme=dark; currency=rub; locale=es")).toMatchObject({
    theme: "dark",
    currency: "rub",
  });
});

test.each([
  ["", true],
  ["cookie-notice=1", true],
  ["a-cookie-notice=all", true],
  ["cookie-notice=all", false],
  ["theme=dark; cookie-notice=necessary; currency=rub", false],
])(
  "the cookie notice is there before the first paint for whoever has not answered it: %j",
  (cookie, asked) => {
    expect("asksConsent" in shown({}, cookie)).toBe(asked);
  },
);

test("a visitor of the experiment sees dollars alone where it runs, whatever was chosen before", () => {
  const visitor = "currency=rub; locale=es; ab-hide-rub=true";
  expect(shown({ mayHideRub: "" }, visitor)).toMatchObject({ currency: "usd", hideRub: "" });
  expect(shown({}, visitor)).toMatchObject({ currency: "rub" });
  expect(shown({ mayHideRub: "" }, "currency=rub; ab-hide-rub=false")).not.toHaveProperty("hideRub");
});

test("a visitor of the experiment gets the wide layout where the operator runs it, and nobody else", () => {
  const visitor = "ab-hide-rub=true; ab-language-service=true";
  expect(shown({ mayBeWide: "" }, visitor)).toHaveProperty("wide");
  expect(shown({}, visitor)).not.toHaveProperty("wide");
  expect(shown({ mayBeWide: "" }, "ab-language-service=false")).not.toHaveProperty("wide");
  expect([["ab-language-service"], ["ab-hide-rub"], []].map(offersWideLayout)).toEqual([true, false, false]);
});

test.each([
  ["en", ["ab-hide-rub"], true],
  ["en", [], false],
  ["ru", ["ab-hide-rub"], false],
])("in %s with the experiments %j roubles are hidden: %s", (locale, experiments, hidden) => {
  expect(hidesRoubles(locale, experiments)).toBe(hidden);
});

test.each([
  ["en", "rub", "usd"],
  ["cn", undefined, "usd"],
  ["ru", undefined, "rub"],
  ["ru", "usd", "usd"],
  ["es", "rub", "rub"],
  ["es", undefined, "usd"],
] as const)("who goes to %s with the chosen currency %s sees %s", (locale, chosen, shownThen) => {
  expect(currencyForLocale(locale, chosen)).toBe(shownThen);
});

test.each([
  ["en", "currency=rub; chosen-currency=rub; locale=ru", "usd"],
  ["en", "currency=rub", "usd"],
  ["en", "currency=rub; locale=english", "usd"],
  ["en", "locale=en; currency=rub; chosen-currency=rub", "rub"],
  ["en", "locale=en; chosen-currency=rub", "usd"],
  ["cn", "locale=en; currency=rub; chosen-currency=rub", "usd"],
  ["cn", "currency=rub; locale=cn", "rub"],
  ["ru", "", "rub"],
  ["ru", "locale=en", "rub"],
  ["ru", "currency=usd; locale=en", "rub"],
  ["ru", "currency=usd; chosen-currency=usd; locale=en", "usd"],
  ["ru", "currency=usd; chosen-currency=rub; locale=cn", "rub"],
  ["ru", "currency=usd; locale=ru", "usd"],
  ["tr", "currency=rub; locale=ru", "usd"],
  ["tr", "currency=rub; chosen-currency=rub; locale=ru", "rub"],
] as const)(
  "a page in %s that is opened by a link with the cookies %j shows %s before the first paint and after it",
  (locale, cookie, currency) => {
    const html = { currency: defaultCurrency(locale) };
    expect(shown(html, cookie, localeFacts[locale].tag)).toMatchObject({ currency });
    const value = (name: string) => new RegExp(`(?:^|; )${name}=(\\w+)`).exec(cookie)?.[1];
    const remembered = {
      from: value("locale"),
      last: value("currency") as "rub" | undefined,
      chosen: value("chosen-currency") as "rub" | undefined,
    };
    expect(shownCurrency(locale, remembered)).toBe(currency);
  },
);
