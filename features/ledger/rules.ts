import type { Kopecks } from "#lib/money/kopecks.ts";

/** A user's money: `posted` is his, of which `held` is reserved for open orders. */
export type Balance = {
  readonly postedKopecks: Kopecks;
  readonly heldKopecks: Kopecks;
  /** What he can spend: posted - held, never below zero. */
  readonly availableKopecks: Kopecks;
  /** Grows by one with every transfer that touches the wallet. */
  readonly version: number;
};

/** Why money came from the house; each names the house account that pays (chart: table ledger_kinds). */
export const creditKinds = {
  top_up: "clearing",
  demo_credit: "bonus",
} as const;
export type CreditKind = keyof typeof creditKinds;
