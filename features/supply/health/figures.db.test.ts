import sql from "sql-template-tag";
import { expect, it } from "vitest";
import { sumTries } from "#features/supply/attempts/tries.reads.ts";
import { countUnusable, listSupplierGauges, sumSuppliers } from "#features/supply/health/figures.reads.ts";
import { provenLimits } from "#features/supply/health/figures.rules.ts";
import { forgetOldSums, sumMinutes } from "#features/supply/health/figures.writes.ts";
import { provenStock } from "#features/supply/health/health.jobs.ts";
import { givenSupplierOffer } from "#features/supply/supplier-offers.factory.ts";
import { givenSupplier } from "#features/supply/suppliers.factory.ts";
import { execute, one } from "#lib/db/query.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();

type Attempt = { state: string; ms?: number; resolutions?: number };
let lastActivation = 0;

async function givenAgentOffer(count: number) {
  const { supplierId } = await givenSupplier(owner, { kind: "agent" });
  const offer = { supplierId, countryId: 6, serviceId: 52, operator: "any", costKopecks: 700, count };
  return { supplierId, offerId: await givenSupplierOffer(owner, offer) };
}

async function attempts(of: { supplierId: number; offerId: number }, count: number, attempt: Attempt) {
  const { state, ms = 100, resolutions = 0 } = attempt;
  lastActivation += count;
  await execute(
    owner,
    sql`insert into supply_attempts (client_id, activation_id, supplier_id, offer_id, state, number, supplier_ref, started_at, ended_at, resolutions)
        select gen_random_uuid(), ${lastActivation} - n, ${of.supplierId}, ${of.offerId}, ${state}, 628110000001, 1, app_now(),
          case when ${state} <> 'unknown' then app_now() + ${ms} * interval '1 millisecond' end, ${resolutions}
        from generate_series(0, ${count} - 1) n`,
  );
  // What was released is returned.
  await execute(
    owner,
    sql`insert into supply_finishes (supplier_id, supplier_ref, outcome, done_at)
        values (${of.supplierId}, 1, 4, app_now()) on conflict do nothing`,
  );
}
const sumsOf = async (supplierId: number, minutes = 60) =>
  (await sumSuppliers(db, [supplierId], { minutes })).get(supplierId);
const provenOf = (offerId: number) =>
  one<{ count: number; proven: number }>(
    db,
    sql`select count, proven_count as proven from supply_current_offers where id = ${offerId}`,
  );

it("attempts are summed by outcome and answer time, SMS by their minute; summing again changes nothing", async () => {
  const agent = await givenAgentOffer(10);
  await attempts(agent, 3, { state: "number", ms: 200 });
  await attempts(agent, 1, { state: "released", ms: 1_500 });
  await attempts(agent, 2, { state: "no_numbers", ms: 800 });
  await attempts(agent, 1, { state: "failed", ms: 600_000, resolutions: 3 });
  await attempts(agent, 1, { state: "unknown" });
  await execute(
    owner,
    sql`insert into supply_sms (supplier_id, sms_id, phone, sealed_text, text_length)
        select ${agent.supplierId}, n, 628110000001, 'sealed', 4 from generate_series(1, 5) n`,
  );
  await sumMinutes(db);
  await sumMinutes(db);
  expect(await sumsOf(agent.supplierId)).toEqual({
    ...{ numbers: 4, noNumbers: 2, failed: 1, unanswered: 1, timed: 6, answerMsSum: 3_700 },
    ...{ withinGroups: [3, 3, 5, 6, 6], sms: 5, unusable: 0 },
  });
  // A lost answer that was found meanwhile moves from one sum to the other.
  await execute(
    owner,
    sql`update supply_attempts set state = 'no_numbers', ended_at = app_now(), resolutions = 1 where supplier_id = ${agent.supplierId} and state = 'unknown'`,
  );
  await sumMinutes(db);
  expect(await sumsOf(agent.supplierId)).toMatchObject({ noNumbers: 3, unanswered: 0, timed: 6 });
  // As its retention leaves them: later tests move the clock by days.
  await execute(owner, sql`update supply_sms set sealed_text = null, sealed_sender = null`);
});

it("figures of the last hour leave out what is older, and sums are forgotten after two days", async () => {
  const agent = await givenAgentOffer(10);
  await attempts(agent, 2, { state: "number" });
  await sumMinutes(db);
  await moveClock(owner, "61 minutes");
  expect(await sumsOf(agent.supplierId)).toMatchObject({ numbers: 0 });
  expect(await sumsOf(agent.supplierId, 1_440)).toMatchObject({ numbers: 2 });
  await moveClock(owner, "48 hours");
  await forgetOldSums(db);
  expect(await sumsOf(agent.supplierId, 10_000)).toMatchObject({ numbers: 0 });
});

it("a supplier without attempts has sums of nothing", async () => {
  const { supplierId } = await givenSupplier(owner);
  expect(await sumsOf(supplierId)).toMatchObject({ numbers: 0, withinGroups: [0, 0, 0, 0, 0], sms: 0 });
  expect(await countUnusable(db, [supplierId], 60)).toEqual([]);
});

it("stock is taken as told until enough attempts of the day tell, then by their share, and never above what is told", async () => {
  const agent = await givenAgentOffer(1_000);
  await attempts(agent, provenLimits.attempts - 1, { state: "no_numbers" });
  await provenStock.run(db);
  expect(await provenOf(agent.offerId)).toEqual({ count: 1_000, proven: 1_000 });
  await attempts(agent, 1, { state: "number" });
  // These say nothing of the stock.
  await attempts(agent, 50, { state: "failed" });
  await provenStock.run(db);
  expect(await provenOf(agent.offerId)).toEqual({ count: 1_000, proven: 50 });
  const gauge = (await listSupplierGauges(db, 100)).find(({ id }) => id === agent.supplierId);
  expect(gauge).toMatchObject({ toldCount: 1_000, provenCount: 50 });
  await attempts(agent, 80, { state: "released" });
  await provenStock.run(db);
  expect(await provenOf(agent.offerId)).toEqual({ count: 1_000, proven: 810 });
  // A day later nothing is known of it again.
  await moveClock(owner, "26 hours");
  await provenStock.run(db);
  await execute(
    owner,
    sql`update supply_suppliers set last_success_at = app_now() where id = ${agent.supplierId}`,
  );
  expect(await provenOf(agent.offerId)).toEqual({ count: 1_000, proven: 1_000 });
});

it("own stock is proven by its rows: attempts never lower it", async () => {
  const { supplierId } = await givenSupplier(owner);
  const offer = { supplierId, countryId: 6, serviceId: 52, operator: "any", costKopecks: 700, count: 5 };
  const offerId = await givenSupplierOffer(owner, offer);
  await attempts({ supplierId, offerId }, 30, { state: "no_numbers" });
  await provenStock.run(db);
  expect(await provenOf(offerId)).toEqual({ count: 5, proven: 5 });
});

it("attempts that failed or found nothing are refused ones, those that brought a number are not, open ones are neither", async () => {
  const agent = await givenAgentOffer(10);
  await attempts(agent, 5, { state: "number" });
  await attempts(agent, 2, { state: "no_numbers" });
  await attempts(agent, 3, { state: "failed" });
  await attempts(agent, 1, { state: "unknown" });
  await provenStock.run(db);
  const tries = await sumTries(db, 47);
  expect(tries.filter(({ supplierId }) => supplierId === agent.supplierId)).toEqual([
    { serviceId: 52, countryId: 6, supplierId: agent.supplierId, asked: 10, refused: 5 },
  ]);
});
