import { setTimeout as pause } from "node:timers/promises";
import {
  failed,
  judgeRepeats,
  type SeenCall,
  type SelfTestTimes,
  type TestName,
  type Verdict,
} from "#features/supply/self-test/self-test.rules.ts";
import { monotonicMs, nowMs } from "#lib/clock.ts";

/** One question of ours with its answer, without the key. */
export type AskedExchange = {
  readonly test: TestName;
  readonly action: string;
  readonly askedAtMs: number;
  readonly tookMs: number;
  readonly httpStatus: number | null;
  readonly request: string;
  /** Null when nothing came. */
  readonly answer: string | null;
  /** What was wrong with it. */
  readonly fault: string | null;
};

/** What the tests need around them: rows in the product, the terminal in the command for authors of agents. */
export type TestPorts = {
  readonly times: SelfTestTimes;
  /** The run has ended, whatever it was doing. */
  readonly signal: AbortSignal;
  /** What is being tried now. */
  readonly begin: (test: TestName) => Promise<void>;
  readonly judge: (test: TestName, verdict: Verdict) => Promise<void>;
  readonly keep: (exchange: AskedExchange) => Promise<void>;
  /** The partner's calls of this run, oldest first. */
  readonly seen: () => Promise<readonly SeenCall[]>;
};

/** Judges each test once; what is left without a verdict at the end was skipped. */
export class TestRun<Ports extends TestPorts> {
  readonly ports: Ports;
  readonly verdicts = new Map<TestName, Verdict>();

  constructor(ports: Ports) {
    this.ports = ports;
  }

  begin(test: TestName): Promise<void> {
    this.ports.signal.throwIfAborted();
    return this.ports.begin(test);
  }

  async judge(test: TestName, verdict: Verdict): Promise<void> {
    if (this.verdicts.has(test)) return;
    this.verdicts.set(test, verdict);
    await this.ports.judge(test, verdict);
  }

  pass(test: TestName): Promise<void> {
    return this.judge(test, { outcome: "passed" });
  }

  /** What is not judged yet could not be tried. Returns whether every test passed. */
  async conclude(tests: readonly TestName[]): Promise<boolean> {
    for (const test of tests) await this.judge(test, { outcome: "skipped" });
    return tests.every((test) => this.verdicts.get(test)?.outcome === "passed");
  }

  /** Looks at the partner's calls until `find` answers something or the time is over (null). Throws when the run has ended. */
  async watch<Found>(
    withinMs: number,
    find: (seen: readonly SeenCall[]) => Found | null,
  ): Promise<Found | null> {
    const startedMs = monotonicMs();
    for (;;) {
      const seen = await this.ports.seen();
      const found = find(seen);
      if (found !== null) return found;
      if (monotonicMs() - startedMs >= withinMs) return null;
      await this.rest();
    }
  }

  /** Waits until it is time to look again. Throws when the run has ended. */
  async rest(): Promise<void> {
    await pause(this.ports.times.lookEveryMs, undefined, { signal: this.ports.signal });
  }

  /**
   * The tests of SMS, the same for agents and own stock: one comes, comes again after our error and never after SUCCESS, with a
   * User-Agent and in the protocol's types.
   */
  async testSms(): Promise<void> {
    const { times } = this.ports;
    await this.begin("sms");
    const first = await this.watch(times.smsWaitMs, firstPush);
    await this.judgeManners();
    if (first === null) return this.judge("sms", failed("no-sms"));
    if (first.smsId === null) return this.judge("sms", failed("refused", first.error));
    await this.pass("sms");
    await this.begin("repeat");
    const mostMs = times.repeatWaitMs + times.quietMs + 10 * times.lookEveryMs;
    const verdict = await this.watch(mostMs, (seen) => judgeRepeats(seen, nowMs(), times));
    await this.judge("repeat", verdict ?? failed("not-repeated"));
    await this.judgeManners();
  }

  /** What every call so far says about headers and types; a good verdict is given at the end alone. */
  async judgeManners(): Promise<void> {
    const seen = await this.ports.seen();
    if (seen.some(({ hasUserAgent }) => !hasUserAgent))
      await this.judge("userAgent", failed("no-user-agent"));
    const wrong = seen.find(({ error, isExact }) => error === "BAD_REQUEST" || !isExact);
    if (wrong)
      await this.judge(
        "types",
        failed("text-types", [wrong.action, wrong.detail].filter(Boolean).join(": ")),
      );
  }
}

/** A push that was understood, or one that is refused again and again: a third refusal is enough to tell. */
function firstPush(seen: readonly SeenCall[]): SeenCall | null {
  const pushes = seen.filter(({ action }) => action === "PUSH_SMS");
  return pushes.find(({ smsId }) => smsId !== null) ?? pushes[2] ?? null;
}
