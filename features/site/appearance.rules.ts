import type { abFlags } from "#lib/cookies.ts";

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

/** The experiment in which roubles are not offered; see `EXPERIMENTS`. Russian keeps them: the language itself asks for roubles. */
export const HIDE_ROUBLES: (typeof abFlags)[number] = "ab-hide-rub";

/** Whether the experiment without roubles runs on the pages of a language. `experiments`: those that the operator runs. */
export function hidesRoubles(locale: string, experiments: readonly string[]): boolean {
  return locale !== "ru" && experiments.includes(HIDE_ROUBLES);
}

/** The experiment in which numbers are chosen in the wide layout, with all services in its left column. */
export const WIDE_LAYOUT: (typeof abFlags)[number] = "ab-language-service";

/** Whether the experiment with the wide layout runs. `experiments`: those that the operator runs. */
export function offersWideLayout(experiments: readonly string[]): boolean {
  return experiments.includes(WIDE_LAYOUT);
}
