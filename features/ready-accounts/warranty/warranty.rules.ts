import { stateTable } from "#lib/state-table.ts";

export const accountClaimStates = ["open", "replaced", "refunded", "refused"] as const;
export type AccountClaimState = (typeof accountClaimStates)[number];

/** `replace` and `refund` are how a claim is accepted: the first while there is stock, else the second. */
export const accountClaimEvents = ["replace", "refund", "refuse"] as const;
type AccountClaimEvent = (typeof accountClaimEvents)[number];

/** The state table of claims under the warranty: decided once, and it stays so. */
export const accountClaims = stateTable<AccountClaimState, AccountClaimEvent>(accountClaimStates, {
  open: { replace: "replaced", refund: "refunded", refuse: "refused" },
  replaced: {},
  refunded: {},
  refused: {},
});

export const accountClaimDecisions = ["accept", "refuse"] as const;
export type AccountClaimDecision = (typeof accountClaimDecisions)[number];

export const warrantyLimits = {
  /** Whoever sold the account answers within so many hours; then the claim is decided for the buyer. */
  answerHours: 24,
  /** The staff may overrule a store's objection for so many hours; then it stands. */
  overruleHours: 72,
  textCharacters: 1_000,
} as const;

/** Of what a seller has sold in the last days, how much may be claimed with right; the house's own offers are only counted. */
export const sellerLimits = {
  days: 30,
  /** Below so many sold accounts one claim says too little. */
  leastSold: 20,
  /** From this share on an offer stands behind all others. */
  lowerPercent: 5,
  /** From this share on it is stopped. */
  stopPercent: 20,
} as const;

type SellerStanding = "good" | "lowered" | "stopped";

/** What follows for a seller from the accounts sold in the last days, and from the claims about them that were accepted. */
export function standingOf({ sold, claimed }: { sold: number; claimed: number }): SellerStanding {
  if (sold < sellerLimits.leastSold) return "good";
  if (claimed * 100 >= sold * sellerLimits.stopPercent) return "stopped";
  return claimed * 100 >= sold * sellerLimits.lowerPercent ? "lowered" : "good";
}
