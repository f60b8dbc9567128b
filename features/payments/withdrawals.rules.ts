import type { MoveKind, ReserveKind } from "#features/ledger/ledger.rules.ts";
import { addKopecks, type Kopecks, kopecks } from "#lib/money/kopecks.ts";
import { stateTable } from "#lib/state-table.ts";

export const withdrawalStates = [
  "unconfirmed",
  "requested",
  "approved",
  "sending",
  "paid",
  "returned",
  "rejected",
  "cancelled",
] as const;
export type WithdrawalState = (typeof withdrawalStates)[number];

/**
 * What can happen to a withdrawal. `confirm_destination` is the mailed code that makes a new card or address count,
 * `approve` is the last signature that is needed, `cancel` is its owner's who wants it no more, `stop` the owner's who doubts who asked
 * for it: that also stops what is signed. `send` begins the way out, after which only its outcome counts: `confirm` (the money has
 * arrived) or `confirm_return` (it did not leave, or came back). `bounce`: a refund that had been made did not reach its payer.
 */
export const withdrawalEvents = [
  "confirm_destination",
  "approve",
  "reject",
  "cancel",
  "stop",
  "send",
  "confirm",
  "confirm_return",
  "bounce",
] as const;
export type WithdrawalEvent = (typeof withdrawalEvents)[number];

/** The state table (reliability, section 2). What is not in it cannot happen. */
const table = stateTable<WithdrawalState, WithdrawalEvent>(withdrawalStates, {
  unconfirmed: {
    confirm_destination: "requested",
    reject: "rejected",
    cancel: "cancelled",
    stop: "cancelled",
  },
  requested: { approve: "approved", reject: "rejected", cancel: "cancelled", stop: "cancelled" },
  approved: { send: "sending", reject: "rejected", stop: "cancelled" },
  sending: { confirm: "paid", confirm_return: "returned" },
  paid: { bounce: "returned" },
  returned: {},
  rejected: {},
  cancelled: {},
});

export const { nextState, statesBefore } = table;

/** Nothing more is expected. What has been paid is over too, although a refund may still bounce. */
export function isClosed(state: WithdrawalState): boolean {
  return withdrawalEvents.every((event) => event === "bounce" || nextState(state, event) === null);
}

const openStates = withdrawalStates.filter((state) => !isClosed(state));

/** States of each stage: under way, arrived, or the money released. */
export function statesOfStage(stage: WithdrawalStage): readonly WithdrawalState[] {
  if (stage === "open") return openStates;
  return stage === "paid" ? ["paid"] : releasedStates;
}

/** Somebody must do something: what its owner has not confirmed yet waits for nobody else. */
export const waitingStates = openStates.filter((state) => nextState(state, "confirm_destination") === null);

/** States whose money has gone back to the user. */
export const releasedStates = [
  "returned",
  "rejected",
  "cancelled",
] as const satisfies readonly WithdrawalState[];

export const withdrawalSources = ["top_up", "referral", "partner", "store"] as const;
export type WithdrawalSource = (typeof withdrawalSources)[number];

/** Sources that are what somebody earned here; each is a balance of its own in the ledger. */
export type EarningsSource = Exclude<WithdrawalSource, "top_up">;

export function isEarnings(source: WithdrawalSource): source is EarningsSource {
  return source !== "top_up";
}

/** How earnings leave: the hold that keeps them aside, and the movement that brings them into the owner's wallet. */
export const movesOfEarnings = {
  referral: { hold: "referral_withdrawal", toBalance: "referral_to_balance" },
  partner: { hold: "partner_withdrawal", toBalance: "partner_to_balance" },
  store: { hold: "store_withdrawal", toBalance: "store_to_balance" },
} as const satisfies Readonly<Record<EarningsSource, { hold: ReserveKind; toBalance: MoveKind }>>;

/** What the list of one's own withdrawals can be narrowed to. */
export const withdrawalStages = ["open", "paid", "released"] as const;
export type WithdrawalStage = (typeof withdrawalStages)[number];

/** `source`: back the way the top-up came; `balance`: into the user's own wallet. */
export const withdrawalMethods = ["source", "usdt", "card", "balance"] as const;
export type WithdrawalMethod = (typeof withdrawalMethods)[number];

/** Which ways out a source has. */
export const methodsOfSource: Readonly<Record<WithdrawalSource, readonly WithdrawalMethod[]>> = {
  top_up: ["source"],
  referral: ["usdt", "card", "balance"],
  partner: ["usdt", "card", "balance"],
  store: ["usdt", "card", "balance"],
};

/** Methods that people carry out by hand and note the transaction of. */
export function isSentByHand(method: WithdrawalMethod): boolean {
  return method === "usdt" || method === "card";
}

export const withdrawalLimits = {
  /** Requests of one user that are not over yet. */
  openAtOnce: 5,
  /** Requests of one user in a day, whatever became of them. */
  startsPerDay: 20,
  /** The pause before the provider is asked again, doubled with each time up to the longest. */
  firstAskSeconds: 10,
  longestAskSeconds: 3_600,
  /** Top-ups older than this go back through support only: providers refuse old refunds. */
  refundableDays: 180,
  /** Letters of the comment that the staff read with a request. */
  commentLength: 500,
  /** Withdrawals on a page. */
  pageSize: 50,
  /** Arrivals of money that are looked through for what is still in the wallet. */
  creditsRead: 2_000,
} as const;

const MICRO = 1_000_000n;

/** Dollars (USDT) for an amount, two decimals, rounded down; exact, no float in between. */
export function usdtFor(amount: Kopecks, microRubPerUsd: bigint): string {
  const hundredths = (BigInt(amount) * MICRO) / microRubPerUsd;
  return decimalText(hundredths);
}

/** The smallest amount that gives so many whole USDT. */
export function kopecksForUsdt(wholeUsdt: number, microRubPerUsd: bigint): Kopecks {
  const exact = BigInt(wholeUsdt) * 100n * microRubPerUsd;
  return kopecks((exact + MICRO - 1n) / MICRO);
}

/**
 * The part of a charge in another currency that belongs to a part of its roubles, two decimals, rounded down; the whole
 * for the whole. `charged` is the decimal text that was paid.
 */
export function partOfCharge(part: Kopecks, whole: Kopecks, charged: string): string | null {
  if (part === whole) return charged;
  const match = /^(\d{1,12})(?:\.(\d{1,8}))?$/.exec(charged);
  if (!match) return null;
  const hundredMillionths = BigInt(match[1] ?? "0") * 100_000_000n + BigInt((match[2] ?? "").padEnd(8, "0"));
  return decimalText((hundredMillionths * BigInt(part)) / BigInt(whole) / MICRO);
}

function decimalText(hundredths: bigint): string {
  const digits = String(hundredths).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Money that came into the wallet, newest first; of a top-up only what has not left another way. */
export type Lot = {
  readonly transferId: number;
  readonly origin: "top_up" | "bonus" | "other";
  readonly amountKopecks: Kopecks;
};

/** Bonus money that is kept aside for an earlier withdrawal. */
export type KeptBonus = { readonly holdId: number; readonly amountKopecks: Kopecks };

export type WalletLeft = {
  /** What is left of each top-up, by its transfer. */
  readonly topUps: ReadonlyMap<number, Kopecks>;
  readonly topUpsKopecks: Kopecks;
  readonly bonusKopecks: Kopecks;
};

/**
 * Which of the money that came in is still in the wallet: spending takes the oldest first, so what can be spent now is
 * the newest of it. Bonus money kept aside is taken off the bonuses that had come before it.
 */
export function splitWallet(
  availableKopecks: Kopecks,
  lots: readonly Lot[],
  keptBonuses: readonly KeptBonus[],
): WalletLeft {
  const topUps = new Map<number, Kopecks>();
  let left = availableKopecks;
  let bonus = kopecks(0);
  let gone = kopecks(0);
  const kept = keptBonuses.toSorted((one, other) => other.holdId - one.holdId);
  for (const lot of lots) {
    if (left === 0) break;
    while (kept[0] && kept[0].holdId > lot.transferId) gone = addKopecks(gone, kept.shift()!.amountKopecks);
    const wasTaken = lot.origin === "bonus" ? Math.min(gone, lot.amountKopecks) : 0;
    gone = kopecks(gone - wasTaken);
    const share = kopecks(Math.min(left, lot.amountKopecks - wasTaken));
    left = kopecks(left - share);
    if (lot.origin === "top_up") topUps.set(lot.transferId, share);
    if (lot.origin === "bonus") bonus = addKopecks(bonus, share);
  }
  return { topUps, topUpsKopecks: addKopecks(kopecks(0), ...topUps.values()), bonusKopecks: bonus };
}

/** The bonus that is kept aside with a part of the top-ups that are left: the same part of the bonus left, rounded up. */
export function bonusToKeep(amount: Kopecks, left: WalletLeft): Kopecks {
  if (left.bonusKopecks === 0 || left.topUpsKopecks === 0) return kopecks(0);
  const whole = BigInt(left.topUpsKopecks);
  return kopecks((BigInt(left.bonusKopecks) * BigInt(amount) + whole - 1n) / whole);
}

/** Our id as the provider knows it: the same reference is the same refund, however often it is sent. */
export function refundReferenceOf(withdrawalId: number): string {
  return `withdrawal-${withdrawalId}`;
}
