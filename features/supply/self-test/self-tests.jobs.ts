import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { finishActivation } from "#features/supply/agent.gateway.ts";
import { countryIdOf } from "#features/supply/dialects/dialects.rules.ts";
import { runAgentTests } from "#features/supply/self-test/agent-tests.gateway.ts";
import { runOwnStockTests } from "#features/supply/self-test/own-stock-tests.gateway.ts";
import { type SelfTestTimes, selfTestTimes } from "#features/supply/self-test/self-test.rules.ts";
import { listSandboxNumbers, listSeenCalls } from "#features/supply/self-test/self-tests.reads.ts";
import {
  beginTest,
  type ClaimedRun,
  claimOwedNumbers,
  claimSelfTest,
  concludeSelfTest,
  endOverdueSelfTests,
  endOwnNumber,
  forgetExchanges,
  interruptSelfTest,
  keepExchange,
  markReturned,
  recordLent,
  recordReturned,
  recordVerdict,
  renewLease,
} from "#features/supply/self-test/self-tests.writes.ts";
import type { TestPorts } from "#features/supply/self-test/test-run.gateway.ts";
import { findAgent, getAgent } from "#features/supply/supply.reads.ts";
import type { Db } from "#lib/db/pool.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";
import { log } from "#lib/log.ts";

const RENEW_EVERY_MS = 5_000;

/** Takes up runs that wait; each goes on beside the others, outside of any transaction. */
const selfTests = defineSweep({
  name: "supply: self-tests",
  everyMs: 500,
  run: async (db) => {
    const run = await claimSelfTest(db);
    if (run) void executeSelfTest(db, run);
  },
});

/** Ends runs whose worker has died or whose time is over. */
const overdueSelfTests = defineSweep({
  name: "supply: overdue self-tests",
  everyMs: 2_000,
  run: endOverdueSelfTests,
});

/** Gives numbers back that runs left behind, as the ends of orders are reported: again and again. */
const owedNumbers = defineSweep({
  name: "supply: numbers of self-tests",
  everyMs: 2_000,
  run: giveNumbersBack,
});

const exchangeRetention = defineSweep({
  name: "supply: exchanges of self-tests",
  everyMs: 60_000,
  run: (db) => forgetExchanges(db, 2_000),
});

export const selfTestSweeps = [selfTests, overdueSelfTests, owedNumbers, exchangeRetention];

/** Runs the tests of a claimed run and records what they say. Never throws: a fault of ours ends the run as interrupted. */
export async function executeSelfTest(
  db: Db,
  run: ClaimedRun,
  times: SelfTestTimes = selfTestTimes,
): Promise<void> {
  const ending = new AbortController();
  const renewing = setInterval(() => {
    // A database that is away for a moment ends nothing; one that is away for longer lets the lease run out.
    renewLease(db, run.id).then(
      (goesOn) => goesOn || ending.abort(),
      () => undefined,
    );
  }, RENEW_EVERY_MS);
  try {
    const ports = portsOf(db, run, times, ending.signal);
    const hasPassed =
      run.kind === "agent" ? await testAgent(db, run, ports) : await testOwnStock(db, run, ports);
    await concludeSelfTest(db, run.id, hasPassed);
  } catch (error) {
    if (ending.signal.aborted) return;
    log.error({ selfTestId: run.id, error: (error as Error).message }, "a self-test could not go on");
    await interruptSelfTest(db, run.id).catch(() => undefined);
  } finally {
    clearInterval(renewing);
  }
}

function portsOf(db: Db, { id }: ClaimedRun, times: SelfTestTimes, signal: AbortSignal): TestPorts {
  return {
    times,
    signal,
    begin: (test) => beginTest(db, id, test),
    judge: (test, verdict) => recordVerdict(db, id, test, verdict),
    keep: (exchange) => keepExchange(db, id, exchange),
    seen: () => listSeenCalls(db, id),
  };
}

async function testAgent(db: Db, run: ClaimedRun, ports: TestPorts): Promise<boolean> {
  const agent = await getAgent(db, run.supplierId);
  const catalogue = await readCatalogue(db);
  const dialCodeOf = (word: string) =>
    catalogue.countryById.get(countryIdOf(agent, catalogue, word) ?? -1)?.dialCode ?? null;
  // The key and the address that were asked for, not those of an overlap.
  const target = { baseUrl: run.baseUrl ?? "", key: run.key, dialect: agent.dialect };
  return runAgentTests(target, {
    ...ports,
    numbersMax: run.numbersMax,
    dialCodeOf,
    lent: (ref, number) => recordLent(db, run.id, ref, number),
    returned: (ref) => recordReturned(db, run.id, ref),
  });
}

function testOwnStock(db: Db, run: ClaimedRun, ports: TestPorts): Promise<boolean> {
  return runOwnStockTests({
    ...ports,
    number: async () => {
      const [lent] = await listSandboxNumbers(db, run.id);
      return lent ? { number: lent.number, isAcknowledged: lent.finishedAt !== null } : null;
    },
    finish: (outcome) => endOwnNumber(db, run.id, outcome),
  });
}

const AT_ONCE = 20;

async function giveNumbersBack(db: Db): Promise<void> {
  const owed = await claimOwedNumbers(db, AT_ONCE);
  await Promise.all(
    owed.map(async ({ id, supplierId, supplierRef, outcome }) => {
      const agent = await findAgent(db, supplierId);
      if (!agent) return;
      try {
        await finishActivation(agent, /^\d+$/.test(supplierRef) ? BigInt(supplierRef) : supplierRef, outcome);
        await markReturned(db, id);
      } catch (error) {
        log.debug({ supplierId, error: (error as Error).message }, "a sandbox number was not taken back yet");
      }
    }),
  );
}
