/** Why a number that the buyer has, or has had, cannot be bought once more. */
const reorderRefusals = [
  /** The buyer has no such order. */
  "not_found",
  /** It still runs. */
  "open",
  /** It got no code, or its number is a partner's own to lend. */
  "not_renewable",
  /** It runs again already, or rests. */
  "taken",
  /** Its SIM is off line. */
  "offline",
  /** It has ended, or its number is a partner's own to lend. */
  "inactive",
  /** This service was bought on it already. */
  "repeat",
  /** This service is not on sale on it. */
  "no_service",
  /** It costs more than was last listed, beyond the tolerance. */
  "risen",
  "no_balance",
  /** Above what the key may pay. */
  "price",
  /** The idempotency key stands for another order. */
  "mismatch",
] as const;
export type ReorderRefusal = (typeof reorderRefusals)[number];
