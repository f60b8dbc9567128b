/** Outcomes that the platform tells a supplier (agent protocol, FINISH_ACTIVATION). */
export const finishOutcomes = { neverAgain: 1, sold: 3, cancelled: 4, refunded: 5 } as const;
export type FinishOutcome = (typeof finishOutcomes)[keyof typeof finishOutcomes];

/** The agent protocol's currency of RUB. */
export const CURRENCY_RUB = 643;

export const limits = {
  /** An agent must answer GET_NUMBER within this; the buyer is not kept waiting longer. */
  getNumberMs: 3_000,
  /** How long a late answer of GET_NUMBER is still listened for, so that its number can be returned. */
  lateAnswerMs: 60_000,
  finishMs: 8_000,
  getServicesMs: 10_000,
  pollMinMs: 10_000,
  pollMaxMs: 20_000,
  /** Failures in a row that open a supplier's circuit, and how long it stays open before one try is let through. */
  circuitFailures: 3,
  circuitOpenMs: 30_000,
  /** NO_NUMBERS on stock that the agent claims to have: from this many attempts on and at this share it is penalised. */
  penaltyAttempts: 20,
  penaltyShare: 0.6,
  penaltyWindowMinutes: 10,
  penaltyMinutes: 30,
  /** How long an upstream that refuses our key or account is not asked for numbers. */
  refusedMinutes: 10,
  /** Offers and units of one answer of GET_SERVICES. */
  offersPerAnswer: 60_000,
  countPerOffer: 1_000_000,
  numbersPerCall: 20_000,
} as const;

const FINISH_FIRST_PAUSE_SECONDS = 10;
const FINISH_LAST_PAUSE_SECONDS = 600;

/** Seconds until a FINISH is said again after `attempts` tries: 10, 20, 40 ... 600. */
export function finishPauseSeconds(attempts: number): number {
  return Math.min(
    FINISH_LAST_PAUSE_SECONDS,
    FINISH_FIRST_PAUSE_SECONDS * 2 ** Math.min(10, Math.max(0, attempts - 1)),
  );
}

/** Milliseconds until a supplier's stock is asked for again, with jitter so that suppliers never move in step. */
export function pollPauseMs(random: number): number {
  return Math.round(limits.pollMinMs + random * (limits.pollMaxMs - limits.pollMinMs));
}

export type PhoneProblem = "not-a-number" | "wrong-country" | "excluded-prefix";

/** What is wrong with a number that a supplier gave, or null. A number is 7 to 15 digits with its country code. */
export function phoneProblem(
  phone: number,
  order: { dialCode: string; exceptPrefixes?: readonly string[] },
): PhoneProblem | null {
  const digits = String(phone);
  if (!/^[1-9]\d{6,14}$/.test(digits)) return "not-a-number";
  if (!digits.startsWith(order.dialCode)) return "wrong-country";
  return order.exceptPrefixes?.some((prefix) => digits.startsWith(prefix)) ? "excluded-prefix" : null;
}

/** Per-supplier spellings of the agent protocol. Left: the supplier's word; right: ours. */
export type Dialect = {
  readonly countries?: Readonly<Record<string, number>>;
  readonly operators?: Readonly<Record<string, string>>;
  readonly services?: Readonly<Record<string, string>>;
  /** The supplier packs and understands gzip in requests too. */
  readonly gzipRequests?: boolean;
};

/** The supplier's word for something of ours, or `ours` itself. */
export function toDialect<Ours extends string | number>(
  table: Readonly<Record<string, Ours>> | undefined,
  ours: Ours,
): string | null {
  for (const [theirs, value] of Object.entries(table ?? {})) if (value === ours) return theirs;
  return null;
}
