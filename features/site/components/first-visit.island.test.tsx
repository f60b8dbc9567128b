import { act } from "@testing-library/react";
import cookie from "js-cookie";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CurrencyToggle } from "#features/site/components/currency-toggle.island.tsx";
import { FirstVisit } from "#features/site/components/first-visit.island.tsx";
import { siteTimers } from "#features/site/site.rules.ts";
import { cookies } from "#lib/cookies.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const DAY = 86_400;
let isNarrow = false;

/** What was written with which lifetime in whole days, by name. */
function show(locale: Locale = "en") {
  const written: Record<string, [value: string, days: number]> = {};
  // A second page of one test is written down by itself.
  vi.restoreAllMocks();
  const set = cookie.set.bind(cookie);
  vi.spyOn(cookie, "set").mockImplementation((name, value, attributes) => {
    written[name] = [String(value), Number(attributes?.expires)];
    return set(name, value, attributes);
  });
  renderIsland(<FirstVisit locale={locale} />, locale);
  return written;
}

beforeEach(() => {
  isNarrow = false;
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: isNarrow && query === "(max-width: 1023px)",
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const name of Object.keys(cookie.get())) cookie.remove(name, { path: "/" });
  history.replaceState(null, "", "/");
});

test("a browser gets its id after 20 seconds on a page and not before, for a year", () => {
  const written = show();
  act(() => void vi.advanceTimersByTime(siteTimers.fingerprintAfterMs - 1));
  expect(cookie.get("fp")).toBeUndefined();
  act(() => void vi.advanceTimersByTime(1));
  expect(siteTimers.fingerprintAfterMs).toBe(20_000);
  expect(written.fp).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), 365]);
});

test("a browser that has an id keeps it, and a page left before 20 seconds gives none", () => {
  cookie.set("fp", "0123456789", { path: "/" });
  const written = show();
  act(() => void vi.advanceTimersByTime(60_000));
  expect([cookie.get("fp"), written.fp]).toEqual(["0123456789", undefined]);
});

test("the first page keeps the referral code at once, the language and the width for a year, a tossed flag for 360 days", () => {
  history.replaceState(null, "", "/?r=bear_1");
  isNarrow = true;
  expect(show("hi")).toEqual({
    r: ["bear_1", 365],
    locale: ["hi", 365],
    currency: ["usd", 365],
    viewport: ["mobile", 365],
    "ab-hide-rub": [expect.stringMatching(/^(true|false)$/), 360],
    "ab-language-service": [expect.stringMatching(/^(true|false)$/), 360],
    "ab-payment-test": [expect.stringMatching(/^(true|false)$/), 360],
  });
});

test.each([
  [true, "mobile"],
  [false, "desktop"],
])("a screen up to 1023 px wide (%s) is kept as %s", (narrow, viewport) => {
  isNarrow = narrow;
  expect(show()).toMatchObject({ viewport: [viewport, 365] });
});

test("an English page that was opened by a link turns roubles chosen in Russian into dollars, and they stay chosen", () => {
  cookie.set("locale", "ru", { path: "/" });
  cookie.set("currency", "rub", { path: "/" });
  cookie.set("chosen-currency", "rub", { path: "/" });
  const written = show("en");
  expect(written).toMatchObject({ locale: ["en", 365], currency: ["usd", 365] });
  expect(show("ru")).toMatchObject({ locale: ["ru", 365], currency: ["rub", 365] });
});

test("the dollars of an English page, which nobody chose, are not kept as chosen: the Russian page brings roubles", () => {
  expect(show("en")).toMatchObject({ currency: ["usd", 365] });
  const { getByRole } = renderIsland(<CurrencyToggle locale="ru" />, "ru");
  expect(getByRole("button", { pressed: true }).textContent).toContain("Рубли");
  expect(show("ru")).toMatchObject({ currency: ["rub", 365] });
  expect(cookie.get("chosen-currency")).toBeUndefined();
});

test("the Russian page writes its roubles also where the server has written its language", () => {
  cookie.set("locale", "ru", { path: "/" });
  expect(show("ru")).toMatchObject({ currency: ["rub", 365] });
});

test.each([
  ["en", "ru", "US dollars"],
  ["en", "en", "Roubles"],
] as const)(
  "the currency button of a page in %s, after one in %s, has %s pressed",
  (locale, from, pressed) => {
    cookie.set("locale", from, { path: "/" });
    cookie.set("currency", "rub", { path: "/" });
    const { getByRole } = renderIsland(<CurrencyToggle locale={locale} />, locale);
    expect(getByRole("button", { pressed: true }).textContent).toContain(pressed);
  },
);

test("cookies live as long as the product's rules say", () => {
  const days = Object.fromEntries(
    Object.values(cookies).map(({ name, maxAgeSeconds }) => [name, maxAgeSeconds / DAY]),
  );
  expect(days).toMatchObject({
    "session-token": 5 * 365,
    r: 365,
    "show-rent": 60,
    selectedServiceId: 5 * 365,
    selectedServiceIdExternal: 5 * 365,
    "payment-test": 150,
    locale: 365,
    viewport: 365,
  });
});
