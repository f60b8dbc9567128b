import type { abFlags } from "#lib/cookies.ts";
import { localeFacts, toLocale } from "#lib/i18n/locales.ts";

/** Currencies prices can be shown in; money itself is always in roubles. */
export const currencies = ["rub", "usd"] as const;
export type Currency = (typeof currencies)[number];

const currencyOf = (locale: string) => localeFacts[toLocale(locale)].currency;

/** The currency a language begins with: roubles for Russian, dollars elsewhere. */
export function defaultCurrency(locale: string): Currency {
  return currencyOf(locale).begins;
}

/** The currency after the language changes: some languages always go to theirs, the others keep a choice and else bring theirs. */
export function currencyForLocale(locale: string, chosen: Currency | undefined): Currency {
  const { begins, takesIt } = currencyOf(locale);
  return takesIt ? begins : (chosen ?? begins);
}

/** What a browser remembers of currencies. */
type Remembered = {
  /** The language of the last page (cookie `locale`). */
  readonly from: string | undefined;
  /** What that page showed (cookie `currency`). */
  readonly last: Currency | undefined;
  /** What somebody pressed, in whatever language (cookie `chosen-currency`). */
  readonly chosen: Currency | undefined;
};

/**
 * The currency a page shows: within a language that of the page before; who comes from another language has what this one
 * brings. Decision 0583.
 */
export function shownCurrency(locale: string, { from, last, chosen }: Remembered): Currency {
  return (from === locale ? last : undefined) ?? currencyForLocale(locale, chosen);
}

/** The experiment in which roubles are not offered; see `EXPERIMENTS`. A language that begins with roubles keeps them. */
export const HIDE_ROUBLES: (typeof abFlags)[number] = "ab-hide-rub";

/** Whether the experiment without roubles runs on the pages of a language. `experiments`: those that the operator runs. */
export function hidesRoubles(locale: string, experiments: readonly string[]): boolean {
  return defaultCurrency(locale) !== "rub" && experiments.includes(HIDE_ROUBLES);
}

/** The experiment in which numbers are chosen in the wide layout, with all services in its left column. */
export const WIDE_LAYOUT: (typeof abFlags)[number] = "ab-language-service";

/** Whether the experiment with the wide layout runs. `experiments`: those that the operator runs. */
export function offersWideLayout(experiments: readonly string[]): boolean {
  return experiments.includes(WIDE_LAYOUT);
}
