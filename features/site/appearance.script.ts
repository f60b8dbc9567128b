import { HIDE_ROUBLES, WIDE_LAYOUT } from "#features/site/appearance.rules.ts";
import { consents, cookies } from "#lib/cookies.ts";
import { localeFacts, locales } from "#lib/i18n/locales.ts";

/** Whoever has answered the cookie notice, as a pattern for the browser's cookies. */
const ANSWERED = `(?:^|; )${cookies.cookieNotice.name}=(?:${Object.values(consents).join("|")})(?:;|$)`;

/** Tag and id of the languages that take their currency, as the script of <head> needs them. */
const taking = JSON.stringify(
  Object.fromEntries(
    locales
      .filter((locale) => localeFacts[locale].currency.takesIt)
      .map((locale) => [localeFacts[locale].tag, locale]),
  ),
);

/**
 * Runs in <head> before the first paint: puts the remembered theme and currency on <html> (`shownCurrency`: the languages of
 * dollars, by their tags, take roubles from nobody who comes from another), and dollars alone for the visitors of the experiment
 * where it runs (`data-may-hide-rub`); marks those of the wide layout (`data-wide`) where that runs; shows the cookie notice, which is in every page, to who has not answered
 * it (`data-asks-consent`). It is a constant, so that cached pages can allow it by its hash.
 */
export const appearanceScript = `(function(e,c){var d=e.dataset,t=/(?:^|; )theme=(light|dark)/.exec(c),m=/(?:^|; )currency=(rub|usd)/.exec(c),l=${taking}[e.lang];if(t)d.theme=t[1];if(m&&(!l||RegExp("(?:^|; )locale="+l+"(?:;|$)").test(c)))d.currency=m[1];if("mayHideRub"in d&&/(?:^|; )${HIDE_ROUBLES}=true/.test(c)){d.currency="usd";d.hideRub=""}if("mayBeWide"in d&&/(?:^|; )${WIDE_LAYOUT}=true/.test(c))d.wide="";if(!/${ANSWERED}/.test(c))d.asksConsent=""})(document.documentElement,document.cookie)`;
