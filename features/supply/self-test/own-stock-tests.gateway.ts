import {
  failed,
  NO_SANDBOX_NUMBER,
  type SeenCall,
  testsOf,
} from "#features/supply/self-test/self-test.rules.ts";
import { type TestPorts, TestRun } from "#features/supply/self-test/test-run.gateway.ts";
import { finishOutcomes } from "#features/supply/supply.rules.ts";
import { nowMs } from "#lib/clock.ts";

/** How far the sandbox number has come; the calls of the partner move it on. */
type SandboxNumber = { readonly number: number; readonly isAcknowledged: boolean };

export type OwnTestPorts = TestPorts & {
  /** The number that was lent to the run when the partner reported it; null: none yet. */
  readonly number: () => Promise<SandboxNumber | null>;
  /** Ends the number with a status of FINISH_ACTIVATION; CHECK_WORK names it from now on until it is acknowledged. */
  readonly finish: (outcome: number) => Promise<void>;
};

/** Refusals of a report that speak of the number alone. */
const numberErrors = new Set(["NUMBER_WRONG_COUNTRY", "COUNTRY_UNKNOWN"]);

/**
 * Runs the acceptance tests of partners who call us: against what they report, ask and push. Returns whether all of them passed. Throws when
 * the run was ended from outside, or when a port throws.
 */
export async function runOwnStockTests(ports: OwnTestPorts): Promise<boolean> {
  const run = new TestRun(ports);
  if (await testReport(run)) await testOrder(run);
  await run.judgeManners();
  await run.pass("userAgent");
  await run.pass("types");
  return run.conclude(testsOf("own"));
}

async function testReport(run: TestRun<OwnTestPorts>): Promise<boolean> {
  await run.begin("report");
  const settled = await run.watch(
    run.ports.times.reportWaitMs,
    (seen) => reportsOf(seen).find(isTold) ?? null,
  );
  const number = await run.ports.number();
  if (number) {
    await run.pass("report");
    await run.pass("numeric");
    return true;
  }
  await run.judgeManners();
  if (settled === null) await run.judge("report", failed("no-report"));
  else if (numberErrors.has(settled.error ?? ""))
    await run.judge("numeric", failed("wrong-country", settled.detail));
  else await run.judge("report", failed("refused", settled.error));
  for (const test of ["userAgent", "types"] as const) await run.judge(test, { outcome: "skipped" });
  return false;
}

const reportsOf = (seen: readonly SeenCall[]) => seen.filter(({ action }) => action.startsWith("NUMBERS_"));
/** A report without any number says nothing yet; another may follow. */
const isTold = ({ error }: SeenCall) => error !== NO_SANDBOX_NUMBER;

async function testOrder(run: TestRun<OwnTestPorts>): Promise<void> {
  const { times } = run.ports;
  await run.begin("work");
  const isWork = ({ action, error }: SeenCall) => action === "CHECK_WORK" && error === null;
  const firstWork = await run.watch(times.workWaitMs, (seen) => {
    const reported = reportsOf(seen).find(({ error }) => error === null);
    return seen.find((call) => isWork(call) && reported !== undefined && call.atMs >= reported.atMs) ?? null;
  });
  if (firstWork === null) return run.judge("work", failed("no-work-call"));
  await run.pass("work");
  await run.testSms();
  await run.begin("finish");
  const hadSms = run.verdicts.get("sms")?.outcome === "passed";
  await run.ports.finish(hadSms ? finishOutcomes.sold : finishOutcomes.cancelled);
  const endedAtMs = nowMs();
  // Its own rows tell; the calls only say when to look.
  let isAcknowledged = false;
  while (!isAcknowledged && nowMs() - endedAtMs < times.finishWaitMs) {
    isAcknowledged = (await run.ports.number())?.isAcknowledged ?? false;
    if (!isAcknowledged) await run.rest();
  }
  await run.judge("finish", isAcknowledged ? { outcome: "passed" } : failed("not-acknowledged"));
}
