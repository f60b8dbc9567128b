/** Currencies prices can be shown in; money itself is always in roubles. */
export const currencies = ["rub", "usd"] as const;
export type Currency = (typeof currencies)[number];

/** The currency a language begins with: roubles for Russian, dollars elsewhere. */
export function defaultCurrency(locale: string): Currency {
  return locale === "ru" ? "rub" : "usd";
}

/** The currency after the language changes: English and Chinese always go to dollars, Russian keeps a choice. */
export function currencyForLocale(locale: string, chosen: Currency | undefined): Currency | undefined {
  if (locale === "en" || locale === "cn") return "usd";
  if (locale === "ru") return chosen ?? "rub";
  return chosen;
}

/**
 * Runs in <head> before the first paint: puts the remembered theme and currency on <html>. It is a constant, so that
 * cached pages can allow it by its hash.
 */
export const appearanceScript = `(function(d,c){var t=/(?:^|; )theme=(light|dark)/.exec(c),m=/(?:^|; )currency=(rub|usd)/.exec(c);if(t)d.dataset.theme=t[1];if(m)d.dataset.currency=m[1]})(document.documentElement,document.cookie)`;
