import { unusableReasons } from "#features/supply/health/unusable-answers.rules.ts";
import type { SupplierKind } from "#features/supply/operation.rules.ts";
import { stateTable } from "#lib/state-table.ts";

/**
 * The service of the self-test: a word of the protocol alone. No catalogue has it, so nothing can be bought, priced or listed by it.
 * Its numbers are lent to the test, and can be lent again however they ended.
 */
export const SANDBOX_SERVICE = "selftest";

export const selfTestStates = ["waiting", "running", "passed", "failed"] as const;
export const selfTestEvents = ["begin", "pass", "fail"] as const;
/** `waiting`: a worker takes it up. `failed`: also one that was interrupted or ran out of time. */
export type SelfTestState = (typeof selfTestStates)[number];

/** The state table of a run: nothing follows its verdict. */
export const { nextState, openStates } = stateTable<SelfTestState, (typeof selfTestEvents)[number]>(
  selfTestStates,
  {
    waiting: { begin: "running", fail: "failed" },
    running: { pass: "passed", fail: "failed" },
    passed: {},
    failed: {},
  },
);

const agentTests = [
  "services",
  "number",
  "numeric",
  "gzip",
  "sms",
  "repeat",
  "userAgent",
  "types",
  "counts",
  "finish",
  "prefixes",
] as const;
const ownTests = ["report", "numeric", "work", "sms", "repeat", "userAgent", "types", "finish"] as const;
export const testNames = [...new Set([...agentTests, ...ownTests])];
export type TestName = (typeof agentTests)[number] | (typeof ownTests)[number];

/** The tests of a supplier in the order in which they begin. */
export function testsOf(kind: SupplierKind): readonly TestName[] {
  return kind === "agent" ? agentTests : ownTests;
}

/** Why a test failed, or why a whole run did. A closed list: each has a remedy in six languages. */
export const failureReasons = [
  ...unusableReasons,
  "no-sandbox",
  "unknown-country",
  "no-numbers",
  "late",
  "text-types",
  "not-a-number",
  "wrong-country",
  "gzip-refused",
  "no-sms",
  "not-repeated",
  "repeated-as-new",
  "repeated-after-success",
  "no-user-agent",
  "overclaimed",
  "same-number",
  "finish-refused",
  "not-repeatable",
  "not-lent-again",
  "prefix-ignored",
  "no-report",
  "no-work-call",
  "not-acknowledged",
  "interrupted",
  "timed-out",
] as const;
export type FailureReason = (typeof failureReasons)[number];

export const verdicts = ["passed", "failed", "skipped"] as const;
export type Verdict =
  | { readonly outcome: "passed" }
  | { readonly outcome: "failed"; readonly reason: FailureReason; readonly detail: string | null }
  /** An earlier test failed, so that this one could not be made. */
  | { readonly outcome: "skipped" };

export type SelfTestTimes = {
  /** An agent answers GET_NUMBER within this (protocol 2.1). */
  readonly numberMs: number;
  /** A slow answer is waited for this long, so that its number can be returned. */
  readonly lateMs: number;
  readonly smsWaitMs: number;
  /** Partners repeat an SMS after 10 s; the rest is for slow networks. */
  readonly repeatWaitMs: number;
  /** After SUCCESS an SMS must not come again within this: two pauses of 10 s. */
  readonly quietMs: number;
  readonly reportWaitMs: number;
  readonly workWaitMs: number;
  readonly finishWaitMs: number;
  readonly lookEveryMs: number;
};

export const selfTestTimes: SelfTestTimes = {
  numberMs: 3_000,
  lateMs: 15_000,
  smsWaitMs: 240_000,
  repeatWaitMs: 30_000,
  quietMs: 25_000,
  reportWaitMs: 330_000,
  workWaitMs: 90_000,
  finishWaitMs: 90_000,
  lookEveryMs: 500,
};

export const selfTestLimits = {
  /** Runs that a supplier may begin in an hour. */
  perHour: 6,
  /** Days for which a passed run lets its supplier go live. */
  validDays: 30,
  /** Numbers that are taken at once to see whether the stock is there. */
  numbersAtOnce: 5,
  /** Minutes after which a run ends, whatever it waits for. */
  runMinutes: 20,
  /** Runs of all suppliers at once. */
  runsAtOnce: 8,
  /** A run whose worker was not heard of for so long has been interrupted. */
  leaseSeconds: 30,
  /** Days after which raw exchanges are forgotten. */
  exchangeDays: 7,
  /** Exchanges kept of one run. */
  exchangesPerRun: 200,
  workCallsPerRun: 40,
  /** How often an ended run's number is returned before it is left alone; the pauses double from 10 s to 10 min. */
  finishTries: 30,
  /** Runs that are listed. */
  listed: 10,
} as const;

/** Our references of sandbox numbers stand above all others, so that a partner's program can never confuse them with orders. */
const REFERENCE_BASE = 9_000_000_000_000;
export const sandboxReference = (numberId: number): number => REFERENCE_BASE + numberId;
/** The row that such a reference means, or null: it is an order's. */
export function sandboxNumberId(reference: number): number | null {
  return reference > REFERENCE_BASE ? reference - REFERENCE_BASE : null;
}

/** The beginning of a number that the prefix test excludes: the country's code and four digits more. */
function prefixOf(number: number, dialCode: string): string {
  return String(number).slice(0, dialCode.length + 4);
}

/** Digits of the country's code and four more are excluded, of at most so many numbers. */
export function prefixesOf(numbers: readonly number[], dialCode: string): string[] {
  return [...new Set(numbers.map((number) => prefixOf(number, dialCode)))];
}

/** A call of the partner during a run, as the tests look at it. */
export type SeenCall = {
  readonly action: string;
  readonly atMs: number;
  readonly hasUserAgent: boolean;
  /** It was written in the protocol's own types. */
  readonly isExact: boolean;
  /** The protocol's word for why we did not take it; null: SUCCESS. */
  readonly error: string | null;
  /** The member that was wrong. */
  readonly detail: string | null;
  readonly phone: number | null;
  readonly smsId: string | null;
};

/** Of a report that was taken, but held no number for the test. */
export const NO_SANDBOX_NUMBER = "NO_SANDBOX_NUMBER";

/** The first SMS of a run is taken in, but answered with an error: a partner must send it again. */
export function mustRepeat(seen: readonly SeenCall[]): boolean {
  return !seen.some(({ action, smsId }) => action === "PUSH_SMS" && smsId !== null);
}

/** What the pushes so far say about repeating; null: nothing yet. */
export function judgeRepeats(seen: readonly SeenCall[], nowMs: number, times: SelfTestTimes): Verdict | null {
  const pushes = seen.filter(({ action, smsId }) => action === "PUSH_SMS" && smsId !== null);
  const [first] = pushes;
  if (!first) return null;
  const again = pushes.filter(({ smsId }) => smsId === first.smsId).slice(1);
  const [repeat, tooMany] = again;
  if (tooMany) return failed("repeated-after-success", `smsId ${first.smsId}`);
  if (!repeat) {
    if (nowMs - first.atMs < times.repeatWaitMs) return null;
    const other = pushes.find(({ smsId }) => smsId !== first.smsId);
    return other
      ? failed("repeated-as-new", `smsId ${first.smsId}, ${other.smsId}`)
      : failed("not-repeated", `smsId ${first.smsId}`);
  }
  return nowMs - repeat.atMs < times.quietMs ? null : { outcome: "passed" };
}

export function failed(reason: FailureReason, detail: string | null = null): Verdict {
  return { outcome: "failed", reason, detail };
}

/** A number that a partner offers to its self-test; one that is offered to nothing else is never stock. */
export type SandboxOffer = { readonly number: number; readonly countryId: number };
