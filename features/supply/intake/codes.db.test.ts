import sql from "sql-template-tag";
import { afterAll, expect, it } from "vitest";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { finishOutbox } from "#features/supply/finish-reports/finish-reports.jobs.ts";
import { pollCodes } from "#features/supply/intake/codes.jobs.ts";
import type { IncomingSms, SmsSink } from "#features/supply/intake/intake.writes.ts";
import { acquireNumber, lateAnswersSettled } from "#features/supply/supply.gateway.ts";
import { enqueueFinish } from "#features/supply/supply.writes.ts";
import { activeEntry, activeList, givenShop } from "#features/supply/upstream/shop.factory.ts";
import { claimCodes } from "#features/supply/upstream/upstream.writes.ts";
import { codeLimits } from "#features/supply/upstream/upstream-codes.rules.ts";
import { listWatches } from "#features/supply/upstream/watches.reads.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
await withTransaction(db, seedCatalogue);
afterAll(() => lateAnswersSettled());

let last = 0;
/** An order whose number was bought at the shop; its id there. */
async function givenBought(shop: Awaited<ReturnType<typeof givenShop>>): Promise<number> {
  last += 1;
  const id = 5_000 + last;
  shop.says.getNumberV2 = JSON.stringify({ activationId: id, phoneNumber: String(6_281_000_000_000 + last) });
  expect((await acquireNumber(db, shop.order(10_000 + last))).kind).toBe("number");
  return id;
}

/** The orders' side: what came to it, and whether it wants it. */
function orders(wants = true) {
  const got: IncomingSms[] = [];
  const side = { wants, got };
  const sink: SmsSink = async (_tx, _db, sms) => {
    if (side.wants) got.push(sms);
    return side.wants ? 1 : 0;
  };
  return { side, sink, codes: () => got.map(({ text }) => text) };
}

it("a code comes to its order once, signed by its service and with its text, and the next one is asked for", async () => {
  const shop = await givenShop(db);
  const id = await givenBought(shop);
  const { side, sink, codes } = orders();
  shop.says.getStatus = "STATUS_WAIT_CODE";
  await pollCodes(db, shop.supplierId, sink);
  expect(codes()).toEqual([]);
  shop.says.getStatus = "STATUS_OK:48291";
  shop.says.getStatusV2 = JSON.stringify({
    verificationType: 0,
    sms: { code: "48291", text: "Your code is 48291" },
  });
  // The shop does the work, and its answer gets lost: the code is read again.
  shop.says.setStatus = (_, response) => void response.destroy() as undefined;
  await pollCodes(db, shop.supplierId, sink);
  await pollCodes(db, shop.supplierId, sink);
  expect(codes()).toEqual(["Your code is 48291"]);
  expect(side.got[0]).toMatchObject({ sender: "Telegram", phone: 6_281_000_000_000 + last });
  shop.says.setStatus = "ACCESS_RETRY_GET";
  await pollCodes(db, shop.supplierId, sink);
  expect(shop.asked("setStatus").map((asked) => [asked.get("id"), asked.get("status")])).toEqual(
    Array.from({ length: 3 }, () => [String(id), "3"]),
  );
  shop.says.getStatus = "STATUS_WAIT_RETRY:48291";
  await pollCodes(db, shop.supplierId, sink);
  // The very same code once more is another SMS; one whose text says something else stands for itself.
  shop.says.getStatus = "STATUS_OK:48291";
  await pollCodes(db, shop.supplierId, sink);
  shop.says.getStatus = "STATUS_OK:G-777";
  await pollCodes(db, shop.supplierId, sink);
  expect(codes()).toEqual(["Your code is 48291", "Your code is 48291", "G-777"]);
});

it("a code that comes before its order is written down waits for it", async () => {
  const shop = await givenShop(db);
  await givenBought(shop);
  const { side, sink, codes } = orders(false);
  shop.says.getStatus = "STATUS_OK:1111";
  shop.says.setStatus = "ACCESS_RETRY_GET";
  await pollCodes(db, shop.supplierId, sink);
  expect(shop.asked("setStatus")).toEqual([]);
  side.wants = true;
  await pollCodes(db, shop.supplierId, sink);
  expect(codes()).toEqual(["1111"]);
});

it("a shop that gives no further code is not asked for one again", async () => {
  const shop = await givenShop(db);
  await givenBought(shop);
  const { sink, codes } = orders();
  shop.says.getStatus = "STATUS_OK:2222";
  shop.says.setStatus = "BAD_STATUS";
  for (let round = 0; round < 4; round += 1) await pollCodes(db, shop.supplierId, sink);
  expect(codes()).toEqual(["2222"]);
  expect(shop.asked("setStatus")).toHaveLength(1);
  expect(shop.asked("getStatus")).toHaveLength(1);
});

it("nobody is asked about an order that has ended, here or there", async () => {
  const shop = await givenShop(db);
  const [here, there] = [await givenBought(shop), await givenBought(shop)];
  const { sink } = orders();
  const ended = { supplierId: shop.supplierId, supplierRef: here, outcome: 4 as const, activationId: null };
  await enqueueFinish(db, ended);
  shop.says.getStatus = "STATUS_CANCEL";
  await pollCodes(db, shop.supplierId, sink);
  await pollCodes(db, shop.supplierId, sink);
  expect(shop.asked("getStatus").map((asked) => asked.get("id"))).toEqual([String(there)]);
  expect(await listWatches(db, shop.supplierId)).toEqual([]);
});

it("of many open orders the list says which ones to ask, a few at a time", async () => {
  const shop = await givenShop(db);
  const ids: number[] = [];
  for (let at = 0; at < 45; at += 1) ids.push(await givenBought(shop));
  const { sink, codes } = orders();
  const told = new Set(ids.slice(10, 13));
  shop.says.getActiveActivations = activeList(
    ...ids.map((id) =>
      activeEntry(id, "628", told.has(id) ? { activationStatus: "2", smsCode: ["123"] } : {}),
    ),
  );
  shop.says.getStatus = (parameters) => `STATUS_OK:${parameters.get("id")}`;
  shop.says.setStatus = "ACCESS_RETRY_GET";
  await pollCodes(db, shop.supplierId, sink);
  expect(codes().toSorted()).toEqual([...told].map(String).toSorted());
  expect(shop.asked("getStatus")).toHaveLength(3);
  expect(shop.asked("getActiveActivations")).toHaveLength(1);
  // Without the list it goes round, the longest unasked first.
  shop.says.getActiveActivations = "BAD_ACTION";
  shop.says.getStatus = "STATUS_WAIT_CODE";
  for (let round = 0; round < 5; round += 1) await pollCodes(db, shop.supplierId, sink);
  const asked = shop.asked("getStatus").slice(3);
  expect(asked).toHaveLength(5 * codeLimits.oneByOne);
  expect(new Set(asked.map((one) => one.get("id"))).size).toBe(45);
});

it("one worker asks a shop at a time, and again after a pause", async () => {
  await execute(db, sql`delete from supply_upstream_watches`);
  const shop = await givenShop(db);
  await givenBought(shop);
  expect(await claimCodes(db)).toEqual({ id: shop.supplierId });
  expect(await claimCodes(db)).toBeNull();
  shop.says.getStatus = "STATUS_WAIT_CODE";
  await pollCodes(db, shop.supplierId, orders().sink);
  expect(await claimCodes(db)).toBeNull();
  await execute(db, sql`update supply_suppliers set codes_due_at = codes_due_at - interval '4 seconds'`);
  expect(await claimCodes(db)).toEqual({ id: shop.supplierId });
});

it("a shop is told of every end in the words of its protocol, until it knows of it", async () => {
  const shop = await givenShop(db);
  const finish = async (supplierRef: number, outcome: 1 | 3 | 4 | 5, ...answers: [string, string?]) => {
    await enqueueFinish(db, { supplierId: shop.supplierId, supplierRef, outcome, activationId: null });
    const [answer, status] = answers;
    shop.says.setStatus = (parameters) =>
      parameters.get("status") === "6" && status ? "ACCESS_ACTIVATION" : answer;
    shop.says.getStatus = status ?? "BAD_ACTION";
    await finishOutbox.run(db);
    const { isDone } = await one<{ isDone: boolean }>(
      db,
      sql`select done_at is not null as "isDone" from supply_finishes
          where supplier_id = ${shop.supplierId} and supplier_ref = ${supplierRef} and outcome = ${outcome}`,
    );
    const said = shop.asked("setStatus").filter((one) => one.get("id") === String(supplierRef));
    return [said.map((one) => one.get("status")).join(), isDone];
  };
  expect(await finish(1, 4, "ACCESS_CANCEL")).toEqual(["8", true]);
  expect(await finish(2, 1, "ACCESS_CANCEL_ALREADY")).toEqual(["8", true]);
  expect(await finish(3, 3, "ACCESS_ACTIVATION")).toEqual(["6", true]);
  expect(await finish(4, 4, "EARLY_CANCEL_DENIED")).toEqual(["8", false]);
  expect(await finish(5, 4, "NO_ACTIVATION")).toEqual(["8", true]);
  expect(await finish(6, 4, "BAD_STATUS", "STATUS_CANCEL")).toEqual(["8", true]);
  expect(await finish(7, 4, "BAD_STATUS", "STATUS_OK:123")).toEqual(["8,6", true]);
  expect(await finish(8, 4, "<html>")).toEqual(["8", false]);
});
