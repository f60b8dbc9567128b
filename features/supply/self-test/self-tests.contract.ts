import { z } from "zod";
import { supplierKinds } from "#features/supply/operation.rules.ts";
import {
  failureReasons,
  selfTestLimits,
  selfTestStates,
  testNames,
  verdicts,
} from "#features/supply/self-test/self-test.rules.ts";

const instant = z.iso.datetime();

/** What a run may be asked for. */
export const SelfTestInput = z.strictObject({
  /** How many of an agent's numbers it may hold at once, to see whether they are there. */
  numbersMax: z.number().int().min(1).max(selfTestLimits.numbersAtOnce).default(selfTestLimits.numbersAtOnce),
});

export const SelfTestView = z.strictObject({
  id: z.number().int(),
  state: z.enum(selfTestStates),
  createdAt: instant,
  endedAt: instant.nullable(),
  /** Why a run failed that no test has failed. */
  endReason: z.enum(failureReasons).nullable(),
});
export type SelfTestView = z.infer<typeof SelfTestView>;

export const SelfTestsView = z.strictObject({
  supplier: z.strictObject({
    code: z.string(),
    kind: z.enum(supplierKinds),
    baseUrl: z.string().nullable(),
    isLive: z.boolean(),
    hasEnded: z.boolean(),
    /** Until when a passed run of its present address and key counts; null: there is none. */
    passedUntil: instant.nullable(),
  }),
  /** Newest first. */
  runs: z.array(SelfTestView),
});
export type SelfTestsView = z.infer<typeof SelfTestsView>;

const ExchangeView = z.strictObject({
  id: z.number().int(),
  /** `out`: we asked. */
  direction: z.enum(["out", "in"]),
  action: z.string(),
  at: instant,
  tookMs: z.number().int(),
  httpStatus: z.number().int().nullable(),
  /** What was wrong with it, in the words of the protocol. */
  fault: z.string().nullable(),
});
export type ExchangeView = z.infer<typeof ExchangeView>;

export const SelfTestDetails = SelfTestView.extend({
  /** Every test of its kind; `open`: not judged yet, `current`: being tried now. */
  tests: z.array(
    z.strictObject({
      test: z.enum(testNames as [string, ...string[]]),
      outcome: z.enum([...verdicts, "open", "current"]),
      reason: z.enum(failureReasons).nullable(),
      detail: z.string().nullable(),
    }),
  ),
  /** The number to which an SMS may be sent while the run waits for one. */
  number: z.number().int().nullable(),
  exchanges: z.array(ExchangeView),
});
export type SelfTestDetails = z.infer<typeof SelfTestDetails>;

export const TestExchangeView = ExchangeView.extend({
  /** As it went over the wire, with the key blanked. */
  request: z.string(),
  answer: z.string().nullable(),
});
export type TestExchangeView = z.infer<typeof TestExchangeView>;
