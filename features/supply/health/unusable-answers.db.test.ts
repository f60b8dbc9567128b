import sql from "sql-template-tag";
import { beforeEach, expect, it, vi } from "vitest";
import { finishOutbox } from "#features/supply/finish-reports/finish-reports.jobs.ts";
import { Exchange } from "#features/supply/health/exchange.gateway.ts";
import { findExchange, listExchanges } from "#features/supply/health/figures.reads.ts";
import {
  exchangeLimits,
  type UnusableReason,
  unusableReasons,
} from "#features/supply/health/unusable-answers.rules.ts";
import {
  forgetUnusable,
  recordUnusable,
  unusableAnswersWritten,
} from "#features/supply/health/unusable-answers.writes.ts";
import { pollSupplier } from "#features/supply/polling/polling.jobs.ts";
import { givenSupplier } from "#features/supply/suppliers.factory.ts";
import { enqueueFinish } from "#features/supply/supply.writes.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { log } from "#lib/log.ts";
import { givenServer, type Responder, sendJson } from "#lib/testing/http-server.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const warnings = vi.fn();
beforeEach(() => {
  warnings.mockClear();
  vi.spyOn(log, "warn").mockImplementation((...given: unknown[]) => void warnings(...given));
});

/** The key of suppliers made by `givenSupplier`. */
const KEY = "agent-key";

async function givenAgent(respond: Responder) {
  const server = await givenServer(respond);
  const { supplierId } = await givenSupplier(owner, { kind: "agent", baseUrl: server.url });
  const { code } = await one<{ code: string }>(
    db,
    sql`select code from supply_suppliers where id = ${supplierId}`,
  );
  return { supplierId, code };
}

function note(supplierId: number, reason: UnusableReason): void {
  const exchange = new Exchange();
  exchange.begin(KEY, { action: "GET_NUMBER" });
  exchange.refuse(reason, "for a test");
  recordUnusable(db, supplierId, "GET_NUMBER", exchange);
}

const countsOf = (supplierId: number) =>
  rows<{ action: string; reason: string; count: number }>(
    db,
    sql`select action, reason, sum(answers_count)::integer as count from supply_unusable_answers
        where supplier_id = ${supplierId} group by 1, 2 order by 1, 2`,
  );
const logged = (supplierId: number) =>
  warnings.mock.calls.filter(([fields]) => (fields as { supplierId?: number }).supplierId === supplierId);

it("a stock that is HTML is kept with what was asked, logged once in a minute, and counted", async () => {
  const { supplierId, code } = await givenAgent((_, response) => sendJson(response, "<html>\u0000busy"));
  await pollSupplier(db, supplierId);
  await pollSupplier(db, supplierId);
  await unusableAnswersWritten(db);
  const counts = await countsOf(supplierId);
  expect(counts).toMatchObject([{ action: "GET_SERVICES", reason: "not-json", count: 2 }]);
  const kept = await listExchanges(db, supplierId, { limit: 10 });
  // The minute may have turned between the two.
  expect(kept.length).toBe(logged(supplierId).length);
  const [first] = kept;
  expect(await findExchange(db, code, first?.id as number)).toMatchObject({
    ...{ action: "GET_SERVICES", reason: "not-json", httpStatus: 200, answer: "<html>\ufffdbusy" },
    request: '{"action":"GET_SERVICES","key":"[key]"}',
  });
});

it("a finish that the agent refuses is kept too, and owed on", async () => {
  const { supplierId } = await givenAgent((_, response) =>
    sendJson(response, '{"status":"ERROR","error":"later"}'),
  );
  await enqueueFinish(db, { supplierId, supplierRef: 7, outcome: 4, activationId: 1 });
  await finishOutbox.run(db);
  await unusableAnswersWritten(db);
  expect(await countsOf(supplierId)).toEqual([{ action: "FINISH_ACTIVATION", reason: "refused", count: 1 }]);
  const owed = await execute(
    owner,
    sql`update supply_finishes set done_at = app_now() where supplier_id = ${supplierId} and done_at is null`,
  );
  expect(owed).toBe(1);
});

it("an answer that repeats our key shows it nowhere: not in the tables, not in the log", async () => {
  const padding = "x".repeat(exchangeLimits.answerCharacters * 4 - 5);
  const answers = [
    `{"status":"ERROR","error":"no such key ${KEY}"}`,
    `<p>key=${KEY}&amp;${Buffer.from(KEY).toString("base64")}</p>`,
    // Cut in two where the answer is cut.
    `${padding}${KEY}`,
  ];
  for (const text of answers) {
    const { supplierId } = await givenAgent((_, response) =>
      sendJson(response, text, text.startsWith("<") ? 403 : 200),
    );
    await pollSupplier(db, supplierId);
    await unusableAnswersWritten(db);
    const [{ row }] = (await rows<{ row: string }>(
      db,
      sql`select to_jsonb(e)::text || coalesce(s.last_error, '') as row
          from supply_exchanges e join supply_suppliers s on s.id = e.supplier_id where s.id = ${supplierId}`,
    )) as [{ row: string }];
    expect(row).not.toMatch(/agent-|YWdlbnQta2V5/);
    expect(JSON.stringify(logged(supplierId))).not.toMatch(/agent-key|YWdlbnQta2V5/);
    expect(logged(supplierId)).toHaveLength(1);
  }
});

it("thousands of unusable answers cost a few rows: one per minute and reason, so many exchanges per hour", async () => {
  const { supplierId } = await givenSupplier(owner, { kind: "agent" });
  for (let at = 0; at < 5_000; at += 1) note(supplierId, "hang-up");
  await unusableAnswersWritten(db);
  const [sum] = await countsOf(supplierId);
  expect(sum).toMatchObject({ reason: "hang-up", count: 5_000 });
  for (let minute = 0; minute < 4; minute += 1) {
    for (const reason of unusableReasons) note(supplierId, reason);
    await unusableAnswersWritten(db);
    await moveClock(owner, "1 minute");
  }
  const perHour = await rows<{ count: number }>(
    db,
    sql`select count(*)::integer as count from supply_exchanges where supplier_id = ${supplierId} group by hour`,
  );
  for (const { count } of perHour) expect(count).toBeLessThanOrEqual(exchangeLimits.perHour);
});

it("an exchange is forgotten after seven days, and not before", async () => {
  const { supplierId } = await givenSupplier(owner, { kind: "agent", answered: false });
  note(supplierId, "slow");
  await unusableAnswersWritten(db);
  const kept = () => listExchanges(db, supplierId, { limit: 10 });
  await moveClock(owner, "167 hours");
  await forgetUnusable(db, 100);
  expect(await kept()).toHaveLength(1);
  await moveClock(owner, "2 hours");
  await forgetUnusable(db, 100);
  expect(await kept()).toEqual([]);
});

it("a database that cannot take the record is logged and harms nobody", async () => {
  note(987_654_321, "slow");
  await unusableAnswersWritten(db);
  expect(logged(987_654_321)).toMatchObject([
    [{ reason: "slow", count: 1 }, "a supplier's answer could not be used, nor recorded"],
  ]);
});
