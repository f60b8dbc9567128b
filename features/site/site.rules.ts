/** Currencies that prices are shown in; money itself is always RUB. */
export const currencies = [
  { id: "rub", code: "RUB", symbol: "₽" },
  { id: "usd", code: "USD", symbol: "$" },
] as const;
export type CurrencyId = (typeof currencies)[number]["id"];

export const defaultCurrency: CurrencyId = "usd";

// What is told here (`GET /configs`) is obeyed: the code takes it from here, and a test holds that it does.

/** Waiting times (spec, section 9), in milliseconds unless the name says otherwise. */
export const siteTimers = {
  serviceSearchDebounceMs: 1_000,
  balancePollEveryMs: 10_000,
  balancePollTimes: 90,
  routeLoaderThrottleMs: 200,
  attributionAfterMs: 5_000,
  fingerprintAfterMs: 20_000,
} as const;

export const pageSizes = {
  services: 40,
  popularServices: 12,
  countriesShown: 14,
  countryPlaceholders: 15,
} as const;

/** What the search of the site takes. */
export const siteSearchCharacters = 100;

/** Distance from the end of a list at which the next page is fetched. */
export const scrollThresholdPx = 140;

export const refundWindowMinutes = 20;
export const rentBounds = { min: 4, max: 4 * 7 * 24 } as const;
export const partnerPortsMin = 16;
/** The rent tab's default service is named by its external id. */
export const defaultRentServiceCode = "tg";

const SESSION_TOKEN = /^frnt[A-Za-z0-9_-]{8,96}$/;

/** The visitor's statistics id when it has the right form. It proves nothing, so it is only kept tidy. */
export function sessionTokenFrom(header: string | null): string | null {
  return header !== null && SESSION_TOKEN.test(header) ? header : null;
}
