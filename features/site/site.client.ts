import cookie from "js-cookie";
import { useEffect, useState, useSyncExternalStore } from "react";
import { create } from "zustand";
import {
  type Currency,
  currencyForLocale,
  defaultCurrency,
  shownCurrency,
} from "#features/site/appearance.rules.ts";
import { cookies } from "#lib/cookies.ts";

type CurrencyState = { chosen: Currency | null };

const useCurrencyState = create<CurrencyState>(() => ({ chosen: null }));

type CurrencyCookie = "currency" | "chosenCurrency";

function storedCurrency(kept: CurrencyCookie): Currency | undefined {
  const value = cookie.get(cookies[kept].name);
  return value === "rub" || value === "usd" ? value : undefined;
}

function keepCurrency(kept: CurrencyCookie, currency: Currency): void {
  const { name, maxAgeSeconds } = cookies[kept];
  cookie.set(name, currency, { path: "/", sameSite: "lax", expires: maxAgeSeconds / 86_400 });
}

function rememberedCurrency(locale: string): Currency {
  return shownCurrency(locale, {
    from: cookie.get(cookies.locale.name),
    last: storedCurrency("currency"),
    chosen: storedCurrency("chosenCurrency"),
  });
}

/** The visitor is one of those who see dollars alone (an experiment); `appearanceScript` has found out. */
function isRoublesHidden(): boolean {
  return document.documentElement.dataset.hideRub !== undefined;
}

const neverChanges = () => () => {};

/** Where the number selection stands beside a column. */
const COLUMN = "(min-width: 1024px)";

/** The visitor gets the wide layout (an experiment), and the screen had room for its column when the page came. */
export function useWideLayout(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => document.documentElement.dataset.wide !== undefined && matchMedia(COLUMN).matches,
    () => false,
  );
}

/** The visitor's currency: chosen on this page, else remembered, else the language's own. */
export function useCurrency(locale: string): Currency {
  const chosen = useCurrencyState((state) => state.chosen);
  const remembered = useSyncExternalStore(
    neverChanges,
    () => (isRoublesHidden() ? "usd" : rememberedCurrency(locale)),
    () => defaultCurrency(locale),
  );
  return chosen ?? remembered;
}

/** Makes a currency the big one on this page and the next ones. */
export function chooseCurrency(currency: Currency): void {
  keepCurrency("chosenCurrency", currency);
  keepCurrency("currency", currency);
  document.documentElement.dataset.currency = currency;
  useCurrencyState.setState({ chosen: currency });
}

/** True when renting is offered: to everybody by configuration, or to this visitor by the show-rent cookie. */
export function useRentShown(isRentOpen: boolean): boolean {
  const [hasCookie, setHasCookie] = useState(false);
  useEffect(() => setHasCookie(cookie.get(cookies.showRent.name) === "1"), []);
  return isRentOpen || hasCookie;
}

/** Who has rented keeps the ways to it longer than any rental lasts, also when renting is no longer offered to everybody. */
export function keepRentShown(): void {
  const { name, maxAgeSeconds } = cookies.showRent;
  cookie.set(name, "1", { path: "/", sameSite: "lax", expires: maxAgeSeconds / 86_400 });
}

/** Remembers the language and the currency that goes with it; what somebody has pressed stays known for the languages that keep it. */
export function rememberLocale(locale: string): void {
  cookie.set(cookies.locale.name, locale, {
    path: "/",
    sameSite: "lax",
    expires: cookies.locale.maxAgeSeconds / 86_400,
  });
  keepCurrency("currency", currencyForLocale(locale, storedCurrency("chosenCurrency")));
}

/** A page has been opened, by whatever way: what is remembered of another language, or of none, gives way to this page's. */
export function rememberPage(locale: string): void {
  if (cookie.get(cookies.locale.name) !== locale || !storedCurrency("currency")) rememberLocale(locale);
}
