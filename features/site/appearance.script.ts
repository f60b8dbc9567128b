import { HIDE_ROUBLES, WIDE_LAYOUT } from "#features/site/appearance.rules.ts";
import { consents, cookies } from "#lib/cookies.ts";
import { localeFacts, locales } from "#lib/i18n/locales.ts";

/** Whoever has answered the cookie notice, as a pattern for the browser's cookies. */
const ANSWERED = `(?:^|; )${cookies.cookieNotice.name}=(?:${Object.values(consents).join("|")})(?:;|$)`;

/** The languages by their tags, and those that take their currency, as the script of <head> needs them. */
const byTag = JSON.stringify(Object.fromEntries(locales.map((locale) => [localeFacts[locale].tag, locale])));
const taking = JSON.stringify(locales.filter((locale) => localeFacts[locale].currency.takesIt));

/**
 * Runs in <head> before the first paint: puts the remembered theme and currency on <html> (`shownCurrency`; the languages of
 * dollars take roubles from nobody who comes from another), and dollars alone for the visitors of the experiment
 * where it runs (`data-may-hide-rub`); marks those of the wide layout (`data-wide`) where that runs; shows the cookie notice, which is in every page, to who has not answered
 * it (`data-asks-consent`). It is a constant, so that cached pages can allow it by its hash.
 */
export const appearanceScript = `(function(e,c){var d=e.dataset,t=/(?:^|; )theme=(light|dark)/.exec(c),l=${byTag}[e.lang],m=RegExp("(?:^|; )locale="+l+"(?:;|$)").test(c)&&/(?:^|; )currency=(rub|usd)/.exec(c)||${taking}.indexOf(l)<0&&/(?:^|; )chosen-currency=(rub|usd)/.exec(c);if(t)d.theme=t[1];if(m)d.currency=m[1];if("mayHideRub"in d&&/(?:^|; )${HIDE_ROUBLES}=true/.test(c)){d.currency="usd";d.hideRub=""}if("mayBeWide"in d&&/(?:^|; )${WIDE_LAYOUT}=true/.test(c))d.wide="";if(!/${ANSWERED}/.test(c))d.asksConsent=""})(document.documentElement,document.cookie)`;
