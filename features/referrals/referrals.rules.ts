import { type Kopecks, kopecks, shareOf } from "#lib/money/kopecks.ts";
import { stateTable } from "#lib/state-table.ts";

export const referralLimits = {
  /** Named links of one user, the first one included. */
  links: 20,
  linkNameCharacters: 60,
  /** People or shares on a page. */
  pageSize: 25,
} as const;

/** The share of a purchase, rounded down: what is left over stays with the house. */
export const shareOfPurchase = shareOf;

/**
 * What of a share goes when `returned` of its purchase is refunded in all: rounded against the one who has the share, so
 * that never more stays than the share of what is left.
 */
export function shareGoing(amount: Kopecks, turnover: Kopecks, returned: Kopecks): Kopecks {
  const stays = (BigInt(amount) * BigInt(turnover - returned)) / BigInt(turnover);
  return kopecks(BigInt(amount) - stays);
}

export const accrualStates = ["waiting", "paid", "refused"] as const;
export type AccrualState = (typeof accrualStates)[number];

/** `refuse`: whoever spent earns nothing for anybody. A paid share stays paid; what of it is reversed stands beside. */
export const accrualEvents = ["pay", "refuse"] as const;
type AccrualEvent = (typeof accrualEvents)[number];

/** The state table of a share. */
export const { nextState, statesBefore } = stateTable<AccrualState, AccrualEvent>(accrualStates, {
  waiting: { pay: "paid", refuse: "refused" },
  paid: {},
  refused: {},
});

/** Why somebody's spending earns nothing. */
export const flagReasons = ["person", "device", "payer", "address", "mailbox", "staff"] as const;
export type FlagReason = (typeof flagReasons)[number];

/** A code for a link: 8 letters and digits without those that look alike; 40 bits of chance. */
export function linkCode(random: Uint8Array): string {
  const letters = "abcdefghjkmnpqrstuvwxyz23456789a";
  return Array.from(random.subarray(0, 8), (byte) => letters[byte & 31]).join("");
}

/** A name that tells the referrer who it is about and a stranger nothing: `An•••@`. */
export function maskName(name: string): string {
  const letters = Array.from(name.trim());
  return `${letters.slice(0, Math.min(2, Math.max(1, letters.length - 1))).join("")}•••`;
}

/** A name of a link on one line, or null when it is empty or too long. */
export function cleanLinkName(text: string): string | null {
  const name = text
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  return name === "" || Array.from(name).length > referralLimits.linkNameCharacters ? null : name;
}
