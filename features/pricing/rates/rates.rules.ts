/** A day as it is written in tables: `2026-11-21`. */
export type Day = string;

/** What a bank publishes for a day: by currency code, millionths of the bank's own measure for one unit. */
export type BankRates = { readonly day: Day; readonly micro: ReadonlyMap<string, bigint> };

const MICRO = 1_000_000n;

/** Millionths of a plain decimal with a dot or a comma ("81,1234"); null for anything else, zero and what has no end. */
export function microOf(text: string): bigint | null {
  const [, whole, part = ""] = /^(\d{1,9})(?:[.,](\d{1,12}))?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  const micro = BigInt(whole) * MICRO + BigInt(part.slice(0, 6).padEnd(6, "0"));
  return micro > 0n ? micro : null;
}

/** `81.123400`: millionths as the tables keep them. */
export function rateText(micro: bigint): string {
  return `${micro / MICRO}.${String(micro % MICRO).padStart(6, "0")}`;
}

/**
 * Where a rate comes from: `cbr` the Bank of Russia alone, `cbr+ecb` the same with the European Central Bank agreeing,
 * `ecb+cbr` its euro taken through the other's dollar, where it names no dollar.
 */
type FeedSource = "cbr" | "cbr+ecb" | "ecb+cbr";

export type Reading = { readonly source: FeedSource; readonly day: Day; readonly microRubPerUsd: bigint };

/** The banks may differ by so much, since they publish at different hours. */
const AGREE_BP = 300n;
const WHOLE_BP = 10_000n;

function isWithin(one: bigint, other: bigint, limitBp: bigint): boolean {
  const difference = one > other ? one - other : other - one;
  return difference * WHOLE_BP <= other * limitBp;
}

/**
 * Roubles for a dollar out of what the banks publish. Only the Bank of Russia quotes the rouble (the European Central Bank
 * has not since March 2022); the European one tells whether its dollar fits its euro. Null when neither way leads to a rate.
 */
export function readingOf(
  cbr: BankRates,
  ecb: BankRates | null,
): { readonly reading: Reading; readonly agrees: boolean } | null {
  const usd = cbr.micro.get("USD");
  const cross = crossRate(cbr, ecb);
  if (usd === undefined) {
    if (cross === null) return null;
    return { reading: { source: "ecb+cbr", day: cbr.day, microRubPerUsd: cross }, agrees: true };
  }
  const source = cross === null ? "cbr" : "cbr+ecb";
  return {
    reading: { source, day: cbr.day, microRubPerUsd: usd },
    agrees: cross === null || isWithin(usd, cross, AGREE_BP),
  };
}

function crossRate(cbr: BankRates, ecb: BankRates | null): bigint | null {
  const rubPerEur = cbr.micro.get("EUR");
  const usdPerEur = ecb?.micro.get("USD");
  return rubPerEur === undefined || usdPerEur === undefined ? null : (rubPerEur * MICRO) / usdPerEur;
}

/** The last rate that was believed. `seed`: made up when the product was installed. */
export type KeptRate = { readonly day: Day; readonly microRubPerUsd: bigint; readonly source: string };

type RefusalReason = "jump" | "disagrees" | "range" | "old" | "early";
export type Verdict = "good" | "same" | RefusalReason;

/** More than 15 % in a day is no rate but a mistake, or a day for people to look; after a gap so much for each day. */
const JUMP_BP_PER_DAY = 1_500n;
const JUMP_DAYS = 4;
/** A bank's newest rate is at most so old (long holidays), and dated at most so far ahead (the next working day). */
const OLD_DAYS = 14;
const EARLY_DAYS = 5;
/** Roubles for a dollar, in millionths. */
const RANGE = { from: 10n * MICRO, to: 1_000n * MICRO } as const;

/**
 * Is a reading to be believed? `same`: nothing new. A rate of a day that was decided already, or of an earlier one, changes
 * nothing; the first reading of all has nothing to be compared with but the range.
 */
export function judgeReading(reading: Reading, agrees: boolean, kept: KeptRate, today: Day): Verdict {
  const { day, microRubPerUsd } = reading;
  if (microRubPerUsd < RANGE.from || microRubPerUsd > RANGE.to) return "range";
  if (daysBetween(day, today) > OLD_DAYS) return "old";
  if (daysBetween(today, day) > EARLY_DAYS) return "early";
  if (kept.source !== "seed" && day <= kept.day) return "same";
  if (!agrees) return "disagrees";
  if (kept.source === "seed") return "good";
  const days = BigInt(Math.min(JUMP_DAYS, Math.max(1, daysBetween(kept.day, day))));
  return isWithin(microRubPerUsd, kept.microRubPerUsd, JUMP_BP_PER_DAY * days) ? "good" : "jump";
}

function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

export const ratePauses = {
  /** Rates change once a day; asked for four times, so that none is much older than it must be. */
  goodMinutes: 360,
  /** After a failure, doubled each time up to the pause after a good answer. */
  failedMinutes: 10,
} as const;
