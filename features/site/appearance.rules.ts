import { type abFlags, consents, cookies } from "#lib/cookies.ts";
import { localeFacts, locales, toLocale } from "#lib/i18n/locales.ts";

/** Currencies prices can be shown in; money itself is always in roubles. */
export const currencies = ["rub", "usd"] as const;
export type Currency = (typeof currencies)[number];

const currencyOf = (locale: string) => localeFacts[toLocale(locale)].currency;

/** The currency a language begins with: roubles for Russian, dollars elsewhere. */
export function defaultCurrency(locale: string): Currency {
  return currencyOf(locale).begins;
}

/** The currency after the language changes: some languages always go to theirs, Russian keeps a choice and else brings roubles. */
export function currencyForLocale(locale: string, chosen: Currency | undefined): Currency | undefined {
  const { begins, takesIt } = currencyOf(locale);
  if (takesIt) return begins;
  return chosen ?? (begins === "rub" ? begins : undefined);
}

/** Tag and id of the languages that take their currency, as the script of <head> needs them. */
const taking = JSON.stringify(
  Object.fromEntries(
    locales.filter((locale) => currencyOf(locale).takesIt).map((locale) => [localeFacts[locale].tag, locale]),
  ),
);

/**
 * The currency a page shows. `from`: the language of the last page (cookie `locale`). Who comes from another language has what
 * this one brings; what was chosen within the language stays. Decision 0583.
 */
export function shownCurrency(
  locale: string,
  chosen: Currency | undefined,
  from: string | undefined,
): Currency {
  return (from === locale ? chosen : currencyForLocale(locale, chosen)) ?? defaultCurrency(locale);
}

/** The experiment in which roubles are not offered; see `EXPERIMENTS`. A language that begins with roubles keeps them. */
const HIDE_ROUBLES: (typeof abFlags)[number] = "ab-hide-rub";

/** Whether the experiment without roubles runs on the pages of a language. `experiments`: those that the operator runs. */
export function hidesRoubles(locale: string, experiments: readonly string[]): boolean {
  return defaultCurrency(locale) !== "rub" && experiments.includes(HIDE_ROUBLES);
}

/** The experiment in which numbers are chosen in the wide layout, with all services in its left column. */
const WIDE_LAYOUT: (typeof abFlags)[number] = "ab-language-service";

/** Whether the experiment with the wide layout runs. `experiments`: those that the operator runs. */
export function offersWideLayout(experiments: readonly string[]): boolean {
  return experiments.includes(WIDE_LAYOUT);
}

/** Whoever has answered the cookie notice, as a pattern for the browser's cookies. */
const ANSWERED = `(?:^|; )${cookies.cookieNotice.name}=(?:${Object.values(consents).join("|")})(?:;|$)`;

/**
 * Runs in <head> before the first paint: puts the remembered theme and currency on <html> (`shownCurrency`: the languages of
 * dollars, by their tags, take roubles from nobody who comes from another), and dollars alone for the visitors of the experiment
 * where it runs (`data-may-hide-rub`); marks those of the wide layout (`data-wide`) where that runs; shows the cookie notice, which is in every page, to who has not answered
 * it (`data-asks-consent`). It is a constant, so that cached pages can allow it by its hash.
 */
export const appearanceScript = `(function(e,c){var d=e.dataset,t=/(?:^|; )theme=(light|dark)/.exec(c),m=/(?:^|; )currency=(rub|usd)/.exec(c),l=${taking}[e.lang];if(t)d.theme=t[1];if(m&&(!l||RegExp("(?:^|; )locale="+l+"(?:;|$)").test(c)))d.currency=m[1];if("mayHideRub"in d&&/(?:^|; )${HIDE_ROUBLES}=true/.test(c)){d.currency="usd";d.hideRub=""}if("mayBeWide"in d&&/(?:^|; )${WIDE_LAYOUT}=true/.test(c))d.wide="";if(!/${ANSWERED}/.test(c))d.asksConsent=""})(document.documentElement,document.cookie)`;
