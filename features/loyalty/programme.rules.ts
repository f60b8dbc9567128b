import type { Kopecks } from "#lib/money/kopecks.ts";

/** A step of the ladder: a week's top-ups of at least so much bring so many hundredths of a percent of all of them. */
export type Rank = { readonly fromKopecks: Kopecks; readonly cashbackBp: number };

/** The steps, lowest first. */
export type Ladder = readonly Rank[];

export type WelcomeTerms = {
  readonly welcomeFromKopecks: Kopecks;
  readonly welcomeBp: number;
  readonly welcomeCapKopecks: Kopecks | null;
};
