import sql from "sql-template-tag";
import { beforeAll, expect, test } from "vitest";
import { codeOf, db, get, owner, support } from "#features/back-office/back-office-routes.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { givenStaff } from "#features/identity/staff.factory.ts";
import { Exchange } from "#features/supply/health/exchange.gateway.ts";
import { recordUnusable, unusableAnswersWritten } from "#features/supply/health/unusable-answers.writes.ts";
import { givenSupplier } from "#features/supply/suppliers.factory.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";

let supplier = { id: 0, code: "" };
beforeAll(async () => {
  await withTransaction(owner, seedCatalogue);
  const { supplierId } = await givenSupplier(owner, { kind: "agent" });
  supplier = await one(owner, sql`select id, code from supply_suppliers where id = ${supplierId}`);
});
const path = (rest: string) => `suppliers/${supplier.code}/${rest}`;

async function given(reason: "refused" | "slow", detail: string) {
  const exchange = new Exchange();
  exchange.begin("a-key-of-ours", { action: "GET_NUMBER" });
  exchange.refuse(reason, detail);
  recordUnusable(db, supplier.id, "GET_NUMBER", exchange);
  await unusableAnswersWritten(db);
}

test("the desk reads how a supplier answered in the last hour and day, and what was delivered by service", async () => {
  await execute(
    owner,
    sql`insert into supply_minutes (supplier_id, minute, numbers_count, no_numbers_count, failed_count, unanswered_count, timed_count,
          answer_ms_sum, within_counts, sms_count)
        select ${supplier.id}, date_trunc('minute', app_now()) - ago, 3, 1, 2, 0, 4, 2000, '{1,3,4,4,4}', 6
        from unnest('{0, 2 hours}'::interval[]) ago`,
  );
  await execute(
    owner,
    sql`insert into statistics_supplier_hours (hour, supplier_id, service_id, purchases, successes)
        values (date_trunc('hour', app_now()), ${supplier.id}, 52, 10, 7)`,
  );
  const { body } = await get(path("health"));
  expect(body.hour).toEqual({
    ...{ numbers: 3, noNumbers: 1, noNumbersPercent: 25, failed: 2, unanswered: 0, meanAnswerMs: 500 },
    ...{ mostAnswersMs: 1_000, sms: 6, unusable: 0 },
  });
  expect(body.day).toMatchObject({ numbers: 6, sms: 12 });
  expect(body.delivery).toEqual([{ code: "tg", name: "Telegram", orders: 10, delivered: 7 }]);
  const { items } = (await get("suppliers")).body;
  expect(items.find(({ id }: { id: number }) => id === supplier.id)).toMatchObject({
    ...{ noNumbersPercent: 25, meanAnswerMs: 500, unusableCount: 0, provenCount: 0 },
  });
});

test("the desk lists what could not be used with its reason, and shows each exchange as it went, without the key", async () => {
  await given("refused", "ERROR <script>a-key-of-ours</script>");
  await given("slow", "no answer within 3 s");
  const { items, hasMore } = (await get(path("exchanges"))).body;
  expect(items.map(({ reason }: { reason: string }) => reason)).toEqual(["slow", "refused"]);
  expect(hasMore).toBe(false);
  expect((await get(path(`exchanges/${items[1].id}`))).body).toMatchObject({
    detail: "ERROR <script>[key]</script>",
    request: '{"action":"GET_NUMBER","key":"[key]"}',
    answer: null,
  });
  const { unusable } = (await get(path("health"))).body;
  expect(unusable).toMatchObject([
    { action: "GET_NUMBER", reason: "refused", count: 1 },
    { action: "GET_NUMBER", reason: "slow", count: 1 },
  ]);
  const before = (await get(path(`exchanges?before=${items[0].id}`))).body.items;
  expect(before).toHaveLength(1);
});

test("a supplier that does not exist, and an exchange of another one, are not found", async () => {
  expect(codeOf(await get("suppliers/nobody/health"))).toEqual([404, "SUPPLIER_NOT_FOUND"]);
  expect(codeOf(await get("suppliers/nobody/exchanges"))).toEqual([404, "SUPPLIER_NOT_FOUND"]);
  const { id } = await one<{ id: number }>(owner, sql`select min(id) as id from supply_exchanges`);
  expect(codeOf(await get(`suppliers/nobody/exchanges/${id}`))).toEqual([404, "EXCHANGE_NOT_FOUND"]);
  expect(codeOf(await get(path("exchanges/999999")))).toEqual([404, "EXCHANGE_NOT_FOUND"]);
});

test("nobody outside the staff and no staff without a permission reads a supplier's health", async () => {
  for (const rest of ["health", "exchanges", "exchanges/1"]) {
    expect((await get(path(rest), { ...support, cookie: "" })).status).toBe(401);
    expect(codeOf(await get(path(rest), await givenStaff(db, null)))[0]).toBe(403);
  }
});
