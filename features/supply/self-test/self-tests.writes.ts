import sql from "sql-template-tag";
import { operationErrors } from "#features/supply/operation.errors.ts";
import type { SupplierKind } from "#features/supply/operation.rules.ts";
import {
  openStates,
  selfTestLimits,
  type TestName,
  type Verdict,
} from "#features/supply/self-test/self-test.rules.ts";
import type { AskedExchange } from "#features/supply/self-test/test-run.gateway.ts";
import { type FinishOutcome, finishPauseSeconds } from "#features/supply/supply.rules.ts";
import type { Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one, rows } from "#lib/db/query.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { seal, unseal } from "#lib/sealed-text.ts";

const DETAIL_CHARACTERS = 300;
const cut = (text: string | null) => text?.slice(0, DETAIL_CHARACTERS).toWellFormed() ?? null;

export type NewSelfTest = {
  readonly code: string;
  readonly idempotencyKey: string;
  /** How many of an agent's numbers the run may hold at once. */
  readonly numbersMax: number;
};

/**
 * Asks for a run of the tests of a supplier's present address and key; a worker takes it up. Once per key of the call. Returns its id. Throws
 * SUPPLIER_NOT_FOUND, SUPPLIER_ENDED, SELF_TEST_RUNNING, SELF_TEST_TOO_OFTEN,
 * IDEMPOTENCY_MISMATCH.
 */
export async function startSelfTest(
  tx: Tx,
  { code, idempotencyKey, numbersMax }: NewSelfTest,
): Promise<{ id: number; replayed: boolean }> {
  const supplier = await maybeOne<{ id: number; endedAt: Date | null }>(
    tx,
    sql`select id, ended_at as "endedAt" from supply_suppliers where code = ${code} for no key update`,
  );
  if (!supplier) throw new AppError(operationErrors.SUPPLIER_NOT_FOUND);
  const known = await maybeOne<{ id: number; numbersMax: number }>(
    tx,
    sql`select id, numbers_max as "numbersMax" from supply_self_tests where supplier_id = ${supplier.id} and idempotency_key = ${idempotencyKey}`,
  );
  if (known && known.numbersMax !== numbersMax) throw new AppError(apiErrors.IDEMPOTENCY_MISMATCH);
  if (known) return { id: known.id, replayed: true };
  if (supplier.endedAt) throw new AppError(operationErrors.SUPPLIER_ENDED);
  const { open, recent } = await one<{ open: boolean; recent: number }>(
    tx,
    sql`select coalesce(bool_or(state = any(${openStates}::text[])), false) as open,
          count(*) filter (where created_at > app_now() - interval '1 hour')::integer as recent
        from supply_self_tests where supplier_id = ${supplier.id}
          and (state = any(${openStates}::text[]) or created_at > app_now() - interval '1 hour')`,
  );
  if (open) throw new AppError(operationErrors.SELF_TEST_RUNNING);
  if (recent >= selfTestLimits.perHour) throw new AppError(operationErrors.SELF_TEST_TOO_OFTEN);
  const made = await one<{ id: number }>(
    tx,
    sql`insert into supply_self_tests (supplier_id, key_hash, base_url, idempotency_key, numbers_max, deadline_at)
        select id, push_key_hash, base_url, ${idempotencyKey}, ${numbersMax}, app_now() + make_interval(mins => ${selfTestLimits.runMinutes})
        from supply_suppliers where id = ${supplier.id} returning id`,
  );
  return { id: made.id, replayed: false };
}

export type ClaimedRun = {
  readonly id: number;
  readonly supplierId: number;
  readonly kind: SupplierKind;
  readonly baseUrl: string | null;
  readonly numbersMax: number;
  /** The key that is tested: in the clear, for the gateway alone. */
  readonly key: string;
};

/** Takes the run that has waited longest, unless as many are under way as may be. */
export async function claimSelfTest(db: Queryable): Promise<ClaimedRun | null> {
  const row = await maybeOne<Omit<ClaimedRun, "key"> & { sealedKey: string }>(
    db,
    sql`update supply_self_tests t
        set state = 'running', lease_until = app_now() + make_interval(secs => ${selfTestLimits.leaseSeconds})
        from supply_suppliers s
        where s.id = t.supplier_id and t.state = 'waiting' and t.id = (
            select id from supply_self_tests where state = 'waiting' order by created_at, id limit 1 for update skip locked)
          and (select count(*) from supply_self_tests where state = 'running') < ${selfTestLimits.runsAtOnce}
        returning t.id, t.supplier_id as "supplierId", s.kind, t.base_url as "baseUrl",
          t.numbers_max as "numbersMax", s.sealed_key as "sealedKey"`,
  );
  if (!row) return null;
  const { sealedKey, ...run } = row;
  return { ...run, key: unseal(sealedKey) };
}

/** The worker is still at it. Returns false when the run has ended meanwhile. */
export async function renewLease(db: Queryable, runId: number): Promise<boolean> {
  const renewed = await execute(
    db,
    sql`update supply_self_tests set lease_until = app_now() + make_interval(secs => ${selfTestLimits.leaseSeconds})
        where id = ${runId} and state = 'running'`,
  );
  return renewed > 0;
}

/** Records what a run is trying now. */
export async function beginTest(db: Queryable, runId: number, test: TestName): Promise<void> {
  await execute(
    db,
    sql`update supply_self_tests set current_test = ${test} where id = ${runId} and state = 'running'`,
  );
}

/** Records a verdict, once per test; a run that has ended gets none any more. */
export async function recordVerdict(
  db: Queryable,
  runId: number,
  test: TestName,
  verdict: Verdict,
): Promise<void> {
  const { reason, detail } = verdict.outcome === "failed" ? verdict : { reason: null, detail: null };
  await execute(
    db,
    sql`insert into supply_self_test_results (self_test_id, test, outcome, reason, detail)
        select id, ${test}, ${verdict.outcome}, ${reason}::text, ${cut(detail)}::text
        from supply_self_tests where id = ${runId} and state = 'running'
        on conflict (self_test_id, test) do nothing`,
  );
}

/** Ends a running run. */
export async function concludeSelfTest(db: Queryable, runId: number, hasPassed: boolean): Promise<void> {
  await execute(
    db,
    sql`update supply_self_tests
        set state = ${hasPassed ? "passed" : "failed"}, ended_at = app_now(), current_test = null
        where id = ${runId} and state = 'running'`,
  );
}

/** Ends a run that a fault of ours has stopped. */
export async function interruptSelfTest(db: Queryable, runId: number): Promise<void> {
  await execute(
    db,
    sql`update supply_self_tests set state = 'failed', end_reason = 'interrupted', ended_at = app_now()
        where id = ${runId} and state = 'running'`,
  );
}

/** Ends runs whose worker has died or whose time is over. Returns how many. */
export function endOverdueSelfTests(db: Queryable): Promise<number> {
  return execute(
    db,
    sql`update supply_self_tests
        set state = 'failed', ended_at = app_now(),
            end_reason = case when deadline_at <= app_now() then 'timed-out' else 'interrupted' end
        where (state = 'running' and lease_until <= app_now()) or (state = any(${openStates}::text[]) and deadline_at <= app_now())`,
  );
}

/** Calls that are repeated every second must not leave out the others. */
const mayKeep = (runId: number, action: string) => sql`(
  select count(*) from supply_self_test_exchanges e
  where e.self_test_id = ${runId} and (e.action = 'CHECK_WORK') = ${action === "CHECK_WORK"}
) < ${action === "CHECK_WORK" ? selfTestLimits.workCallsPerRun : selfTestLimits.exchangesPerRun}`;

/** Keeps one question of ours with its answer. */
export async function keepExchange(db: Queryable, runId: number, asked: AskedExchange): Promise<void> {
  const { test, action, askedAtMs, tookMs, httpStatus, request, answer, fault } = asked;
  await execute(
    db,
    sql`insert into supply_self_test_exchanges
          (self_test_id, direction, test, action, at, took_ms, http_status, fault, sealed_request, sealed_answer)
        select ${runId}, 'out', ${test}, ${action}, ${new Date(askedAtMs)}, ${tookMs}, ${httpStatus}::integer, ${cut(fault)}::text,
          ${seal(request)}, ${answer === null ? null : seal(answer)}::text
        where ${mayKeep(runId, action)}`,
  );
}

/** A call of the partner during a run, as it is kept; `request` and `answer` without the key. */
export type WatchedCall = {
  readonly action: string;
  readonly at: Date;
  readonly tookMs: number;
  readonly httpStatus: number;
  readonly request: string;
  readonly answer: string;
  readonly hasUserAgent: boolean;
  readonly isExact: boolean;
  readonly error: string | null;
  readonly detail: string | null;
  readonly phone: number | null;
  readonly smsId: bigint | null;
};

/** Keeps a call of the partner. */
export async function keepCall(db: Queryable, runId: number, call: WatchedCall): Promise<void> {
  await execute(
    db,
    sql`insert into supply_self_test_exchanges (self_test_id, direction, action, at, took_ms, http_status, sealed_request,
          sealed_answer, has_user_agent, is_exact, error, detail, phone, sms_id)
        select ${runId}, 'in', ${call.action.slice(0, 40)}, ${call.at}, ${call.tookMs}, ${call.httpStatus}, ${seal(call.request)},
          ${seal(call.answer)}, ${call.hasUserAgent}, ${call.isExact}, ${call.error}::text, ${cut(call.detail)}::text,
          ${call.phone}::bigint, ${call.smsId === null ? null : String(call.smsId)}::text
        where ${mayKeep(runId, call.action)}`,
  );
}

/** Locks a running run, so that of two calls of the partner one is judged after the other. Returns false when it has ended. */
export async function lockRun(tx: Tx, runId: number): Promise<boolean> {
  const run = await maybeOne(
    tx,
    sql`select from supply_self_tests where id = ${runId} and state = 'running' for no key update`,
  );
  return run !== null && run !== undefined;
}

/** An SMS that no order took was the test's: a number that is sold a moment later does not get it. */
export async function claimSandboxSms(tx: Tx, supplierId: number, smsId: bigint): Promise<void> {
  await execute(
    tx,
    sql`update supply_sms set matched = true where supplier_id = ${supplierId} and sms_id = ${smsId} and not matched`,
  );
}

/** Lends an agent's number to a run. */
export async function recordLent(
  db: Queryable,
  runId: number,
  supplierRef: string,
  number: number,
): Promise<void> {
  await execute(
    db,
    sql`insert into supply_self_test_numbers (self_test_id, supplier_ref, number) values (${runId}, ${supplierRef}, ${number})
        on conflict (self_test_id, supplier_ref) do update set finished_at = null, due_at = app_now()`,
  );
}

/** The agent has taken in how a number of a run ended. */
export async function recordReturned(db: Queryable, runId: number, supplierRef: string): Promise<void> {
  await execute(
    db,
    sql`update supply_self_test_numbers set finished_at = app_now(), outcome = coalesce(outcome, 4)
        where self_test_id = ${runId} and supplier_ref = ${supplierRef}`,
  );
}

/** Lends a number of own stock to a run that has none yet. */
export async function lendOwnNumber(
  tx: Tx,
  runId: number,
  { number, countryId }: { number: number; countryId: number },
): Promise<void> {
  await execute(
    tx,
    sql`insert into supply_self_test_numbers (self_test_id, supplier_ref, number, country_id)
        select ${runId}, ${String(number)}, ${number}, ${countryId}
        where not exists (select from supply_self_test_numbers where self_test_id = ${runId})
        on conflict do nothing`,
  );
}

/** Ends the number of a run of own stock; CHECK_WORK names it from now on. */
export async function endOwnNumber(db: Queryable, runId: number, outcome: number): Promise<void> {
  await execute(
    db,
    sql`update supply_self_test_numbers set outcome = ${outcome} where self_test_id = ${runId} and outcome is null`,
  );
}

/** The partner has booked how the numbers of a run ended. Ids that are not this run's are passed over. */
export async function acknowledgeOwnNumbers(
  db: Queryable,
  runId: number,
  numberIds: readonly number[],
): Promise<void> {
  if (numberIds.length === 0) return;
  await execute(
    db,
    sql`update supply_self_test_numbers set finished_at = app_now()
        where self_test_id = ${runId} and id = any (${[...numberIds]}::bigint[]) and outcome is not null and finished_at is null`,
  );
}

export type OwedNumber = {
  readonly id: number;
  readonly supplierId: number;
  readonly supplierRef: string;
  readonly outcome: FinishOutcome;
};

/** Numbers of agents that ended runs left behind and that are due to be returned; each one's next try is moved ahead. */
export function claimOwedNumbers(db: Queryable, limit: number): Promise<OwedNumber[]> {
  const first = finishPauseSeconds(1);
  const last = finishPauseSeconds(1_000);
  return rows<OwedNumber>(
    db,
    sql`with due as (
          select n.id, t.supplier_id from supply_self_test_numbers n
          join supply_self_tests t on t.id = n.self_test_id join supply_suppliers s on s.id = t.supplier_id
          where n.finished_at is null and n.due_at <= app_now() and n.tries < ${selfTestLimits.finishTries}
            and t.ended_at is not null and s.kind = 'agent'
          order by n.due_at limit ${limit} for update of n skip locked)
        update supply_self_test_numbers n
        set tries = n.tries + 1,
            due_at = app_now() + least(${last}, ${first} * power(2, least(n.tries, 10))) * interval '1 second'
        from due where n.id = due.id
        returning n.id, due.supplier_id as "supplierId", n.supplier_ref as "supplierRef", 4::smallint as outcome`,
  );
}

/** The agent has taken such a number back. */
export async function markReturned(db: Queryable, id: number): Promise<void> {
  await execute(
    db,
    sql`update supply_self_test_numbers set finished_at = app_now(), outcome = coalesce(outcome, 4) where id = ${id}`,
  );
}

/** Removes raw exchanges whose time is over. Returns how many. */
export function forgetExchanges(db: Queryable, limit: number): Promise<number> {
  return execute(
    db,
    sql`delete from supply_self_test_exchanges where id in (
          select id from supply_self_test_exchanges
          where at < app_now() - make_interval(days => ${selfTestLimits.exchangeDays})
          order by at limit ${limit} for update skip locked)`,
  );
}

/**
 * What a held supplier has to show before it goes live: a passed run of its present address and key within the last days. A partner's must have
 * one (SELF_TEST_NEEDED); the house's own goes without on the staff's word. Returns whether there is one.
 */
export async function requireSelfTest(tx: Tx, supplierId: number): Promise<boolean> {
  const { hasPassed, isPartners } = await one<{ hasPassed: boolean; isPartners: boolean }>(
    tx,
    sql`select s.owner_user_id is not null as "isPartners", exists (
          select from supply_self_tests t where t.supplier_id = s.id and t.state = 'passed' and t.key_hash = s.push_key_hash
            and t.base_url is not distinct from s.base_url
            and t.ended_at > app_now() - make_interval(days => ${selfTestLimits.validDays})) as "hasPassed"
        from supply_suppliers s where s.id = ${supplierId}`,
  );
  if (isPartners && !hasPassed) throw new AppError(operationErrors.SELF_TEST_NEEDED);
  return hasPassed;
}
