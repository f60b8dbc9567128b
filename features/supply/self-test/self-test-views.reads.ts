import { operationErrors } from "#features/supply/operation.errors.ts";
import { type TestName, testsOf } from "#features/supply/self-test/self-test.rules.ts";
import type {
  ExchangeView,
  SelfTestDetails,
  SelfTestsView,
  SelfTestView,
  TestExchangeView,
} from "#features/supply/self-test/self-tests.contract.ts";
import {
  type ExchangeRow,
  findSelfTest,
  findTestExchange,
  listResults,
  listSandboxNumbers,
  listSelfTests,
  listTestExchanges,
  type ResultRow,
  type SelfTestRow,
  type TestedSupplier,
} from "#features/supply/self-test/self-tests.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** A supplier with its last runs. */
export async function viewSelfTests(db: Queryable, supplier: TestedSupplier): Promise<SelfTestsView> {
  const { id, passedUntil, ...shown } = supplier;
  const runs = await listSelfTests(db, id);
  return {
    supplier: { ...shown, passedUntil: passedUntil?.toISOString() ?? null },
    runs: runs.map(toView),
  };
}

/** One run with its verdicts so far and what went over the wire. Throws SELF_TEST_NOT_FOUND. */
export async function viewSelfTest(
  db: Queryable,
  { id: supplierId, kind }: TestedSupplier,
  runId: number,
): Promise<SelfTestDetails> {
  const run = await findSelfTest(db, supplierId, runId);
  if (!run) throw new AppError(operationErrors.SELF_TEST_NOT_FOUND);
  const [results, numbers, exchanges] = await Promise.all([
    listResults(db, runId),
    listSandboxNumbers(db, runId),
    listTestExchanges(db, runId),
  ]);
  const known = new Map(results.map((result) => [result.test, result]));
  return {
    ...toView(run),
    tests: testsOf(kind).map((test) => toLine(run, test, known.get(test))),
    number: numbers[0]?.number || null,
    exchanges: exchanges.map(toExchange),
  };
}

/** One exchange of a run with its texts. Throws SELF_TEST_NOT_FOUND. */
export async function viewTestExchange(
  db: Queryable,
  on: { supplierId: number; runId: number; id: number },
): Promise<TestExchangeView> {
  const found = await findTestExchange(db, on);
  if (!found) throw new AppError(operationErrors.SELF_TEST_NOT_FOUND);
  const { request, answer } = found;
  return { ...toExchange(found), request, answer };
}

function toView({ id, state, createdAt, endedAt, endReason }: SelfTestRow): SelfTestView {
  return {
    ...{ id, state, endReason },
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}

function toLine(
  run: SelfTestRow,
  test: TestName,
  result: ResultRow | undefined,
): SelfTestDetails["tests"][number] {
  if (result) return { test, outcome: result.outcome, reason: result.reason, detail: result.detail };
  const none = { test, reason: null, detail: null };
  if (run.endedAt !== null) return { ...none, outcome: "skipped" };
  return { ...none, outcome: run.currentTest === test ? "current" : "open" };
}

function toExchange({ id, direction, action, at, tookMs, httpStatus, fault }: ExchangeRow): ExchangeView {
  return { id, direction, action, at: at.toISOString(), tookMs, httpStatus, fault };
}
