import { microRateOf, type RateText } from "#features/payments/charge-currency/charge-currency.rules.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";
import { stateTable } from "#lib/state-table.ts";

export const claimStates = ["open", "credited", "returned", "rejected", "withdrawn"] as const;
export type ClaimState = (typeof claimStates)[number];

export const claimEvents = ["credit", "return", "reject", "withdraw"] as const;
export type ClaimEvent = (typeof claimEvents)[number];

/** The state table: a claim is decided by the staff, or withdrawn by the payer, once; it stays so. */
export const { nextState, openStates } = stateTable<ClaimState, ClaimEvent>(claimStates, {
  open: { credit: "credited", return: "returned", reject: "rejected", withdraw: "withdrawn" },
  credited: {},
  returned: {},
  rejected: {},
  withdrawn: {},
});

export const claimLimits = {
  /** Sending the money back costs 10 USD, kept from it as 10 USDT (spec, section 9); shown before the claim is sent. */
  feeMicro: 10_000_000n,
  feeUsd: 10,
  leastContactCharacters: 3,
  contactCharacters: 200,
  reasonCharacters: 500,
  /** Claims one user may send in a day. */
  perDay: 10,
} as const;

/**
 * What a transfer is worth on the balance: at the rate of when it came, less the fee if it is kept, rounded down. Null when
 * nothing would be left. Throws RangeError on a rate that is none.
 */
export function claimWorth(amountMicro: bigint, feeMicro: bigint, rate: RateText): Kopecks | null {
  const microRate = microRateOf(rate);
  if (microRate === null) throw new RangeError(`Not a rate: ${rate}`);
  const left = amountMicro - feeMicro;
  if (left <= 0n) return null;
  // Millionths of a USDT, at millionths of a rouble each, in kopecks.
  const worth = (left * microRate * 100n) / 1_000_000_000_000n;
  return worth > 0n ? kopecks(worth) : null;
}

/** Do two different people have to credit so much? `limitKopecks` is still credited by one. */
export function needsTwoSignatures(amountKopecks: number, limitKopecks: number): boolean {
  return amountKopecks > limitKopecks;
}
