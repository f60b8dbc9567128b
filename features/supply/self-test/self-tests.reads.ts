import sql from "sql-template-tag";
import type { SupplierKind } from "#features/supply/operation.rules.ts";
import {
  type FailureReason,
  type SeenCall,
  type SelfTestState,
  selfTestLimits,
  type TestName,
} from "#features/supply/self-test/self-test.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";
import { unseal } from "#lib/sealed-text.ts";

/** Which supplier the tests are about, and whether it may go live by them. */
export type TestedSupplier = {
  readonly id: number;
  readonly code: string;
  readonly kind: SupplierKind;
  readonly baseUrl: string | null;
  readonly isLive: boolean;
  readonly hasEnded: boolean;
  /** Until when the newest passed run of its present address and key counts; null: there is none. */
  readonly passedUntil: Date | null;
};

const tested = sql`select s.id, s.code, s.kind, s.base_url as "baseUrl", s.enabled as "isLive", s.ended_at is not null as "hasEnded",
  (select max(t.ended_at) + make_interval(days => ${selfTestLimits.validDays}) from supply_self_tests t
    where t.supplier_id = s.id and t.state = 'passed' and t.key_hash = s.push_key_hash and t.base_url is not distinct from s.base_url
      and t.ended_at > app_now() - make_interval(days => ${selfTestLimits.validDays})) as "passedUntil"
  from supply_suppliers s`;

/** A supplier as its self-test shows it, or null. */
export function findTestedSupplier(db: Queryable, code: string): Promise<TestedSupplier | null> {
  return maybeOne<TestedSupplier>(db, sql`${tested} where s.code = ${code}`).then((row) => row ?? null);
}

export type SelfTestRow = {
  readonly id: number;
  readonly state: SelfTestState;
  readonly currentTest: TestName | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  readonly endReason: FailureReason | null;
};

const run = sql`id, state, current_test as "currentTest", created_at as "createdAt", ended_at as "endedAt", end_reason as "endReason"`;

/** The last runs of a supplier, newest first. */
export function listSelfTests(db: Queryable, supplierId: number): Promise<SelfTestRow[]> {
  return rows<SelfTestRow>(
    db,
    sql`select ${run} from supply_self_tests where supplier_id = ${supplierId} order by id desc limit ${selfTestLimits.listed}`,
  );
}

/** A run of this supplier, or null. */
export function findSelfTest(db: Queryable, supplierId: number, id: number): Promise<SelfTestRow | null> {
  return maybeOne<SelfTestRow>(
    db,
    sql`select ${run} from supply_self_tests where supplier_id = ${supplierId} and id = ${id}`,
  ).then((row) => row ?? null);
}

export type ResultRow = {
  readonly test: TestName;
  readonly outcome: "passed" | "failed" | "skipped";
  readonly reason: FailureReason | null;
  readonly detail: string | null;
};

/** What the tests of a run said so far. */
export function listResults(db: Queryable, runId: number): Promise<ResultRow[]> {
  return rows<ResultRow>(
    db,
    sql`select test, outcome, reason, detail from supply_self_test_results where self_test_id = ${runId} order by judged_at, test`,
  );
}

export type ExchangeRow = {
  readonly id: number;
  readonly direction: "out" | "in";
  readonly test: TestName | null;
  readonly action: string;
  readonly at: Date;
  readonly tookMs: number;
  readonly httpStatus: number | null;
  readonly fault: string | null;
};

const exchange = sql`id, direction, test, action, at, took_ms as "tookMs", http_status as "httpStatus",
  coalesce(fault, error) as fault`;

/** What went over the wire in a run, oldest first. */
export function listTestExchanges(db: Queryable, runId: number): Promise<ExchangeRow[]> {
  return rows<ExchangeRow>(
    db,
    sql`select ${exchange} from supply_self_test_exchanges where self_test_id = ${runId} order by at, id`,
  );
}

/** One of them with its texts, or null. */
export async function findTestExchange(
  db: Queryable,
  on: { supplierId: number; runId: number; id: number },
): Promise<(ExchangeRow & { request: string; answer: string | null }) | null> {
  const row = await maybeOne<ExchangeRow & { sealedRequest: string; sealedAnswer: string | null }>(
    db,
    sql`select ${exchange}, sealed_request as "sealedRequest", sealed_answer as "sealedAnswer" from supply_self_test_exchanges
        where id = ${on.id} and self_test_id = (select id from supply_self_tests where id = ${on.runId} and supplier_id = ${on.supplierId})`,
  );
  if (!row) return null;
  const { sealedRequest, sealedAnswer, ...rest } = row;
  return {
    ...rest,
    request: unseal(sealedRequest),
    answer: sealedAnswer === null ? null : unseal(sealedAnswer),
  };
}

/** The partner's calls of a run, oldest first. */
export async function listSeenCalls(db: Queryable, runId: number): Promise<SeenCall[]> {
  const seen = await rows<Omit<SeenCall, "atMs"> & { at: Date }>(
    db,
    sql`select action, at, has_user_agent as "hasUserAgent", is_exact as "isExact", error, detail, phone, sms_id as "smsId"
        from supply_self_test_exchanges where self_test_id = ${runId} and direction = 'in' order by at, id`,
  );
  return seen.map(({ at, ...call }) => ({ ...call, atMs: at.getTime() }));
}

export type SandboxNumberRow = {
  readonly id: number;
  readonly number: number;
  readonly countryId: number | null;
  readonly outcome: number | null;
  readonly finishedAt: Date | null;
};

/** The numbers that are or were lent to a run, in the order of their lending. */
export function listSandboxNumbers(db: Queryable, runId: number): Promise<SandboxNumberRow[]> {
  return rows<SandboxNumberRow>(
    db,
    sql`select id, number, country_id as "countryId", outcome, finished_at as "finishedAt"
        from supply_self_test_numbers where self_test_id = ${runId} order by id`,
  );
}
