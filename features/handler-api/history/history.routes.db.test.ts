import { beforeAll, describe, expect, it } from "vitest";
import { expireActivation } from "#features/activations/activations.writes.ts";
import { type ApiBuyer, givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { handlerApiOn, type Sent } from "#features/handler-api/handler-api.factory.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
const { say, buy, push } = handlerApiOn(db);
const TIME = String.raw`20\d\d-\d\d-\d\d \d\d:\d\d:\d\d`;

let buyer: ApiBuyer;
let stranger: ApiBuyer;
type Order = { id: string; number: string };
const orders: Record<"waiting" | "received" | "completed" | "cancelled" | "expired", Order> = {} as never;
beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  [buyer, stranger] = [await givenApiBuyer(db, 100_000), await givenApiBuyer(db, 0)];
  await givenOffer(db, { countryId: 6, count: 20, priceKopecks: 1_250 });
  for (const stage of ["expired", "cancelled", "completed", "received", "waiting"] as const) {
    orders[stage] = await buy(buyer, { country: 6 });
  }
  await push(orders.received.id, "Telegram code 11111");
  await push(orders.received.id, "Telegram code 22222");
  await push(orders.completed.id, "Telegram code 33333");
  const move = (action: string, id: string) => say(buyer, { action, id });
  expect(await move("finishActivation", orders.completed.id)).toBe("ACCESS_ACTIVATION");
  expect(await move("cancelActivation", orders.cancelled.id)).toBe("ACCESS_CANCEL");
  await expireActivation(db, { id: Number(orders.expired.id), state: "waiting" });
});

const told = (action: string, parameters: Sent = {}, own = buyer) => say(own, { action, ...parameters });

describe("SMS in full", () => {
  it("getFullSms tells the newest text on one line", async () => {
    const answers = await Promise.all(Object.values(orders).map(({ id }) => told("getFullSms", { id })));
    expect(answers).toEqual([
      "STATUS_CANCEL",
      "STATUS_CANCEL",
      "FULL_SMS:Telegram code 33333",
      "FULL_SMS:Telegram code 22222",
      "STATUS_WAIT_CODE",
    ]);
  });

  it("getAllSms lists them newest first and pages", async () => {
    const { id } = orders.received;
    const row = (code: string, text: string) =>
      String.raw`\{"id":\d+,"phoneFrom":"Telegram","code":"${code}","text":"${text}","service":"tg","date":"${TIME}","type":"sms"\}`;
    expect(await told("getAllSms", { id })).toMatch(
      new RegExp(
        `^\\{"data":\\[${row("22222", "Telegram code 22222")},${row("11111", "Telegram code 11111")}\\],` +
          `"meta":\\{"total":2,"service":"tg"\\}\\}$`,
      ),
    );
    const page = JSON.parse(await told("getAllSms", { id, size: 1, page: 2 }));
    expect([page.data.length, page.data[0].code, page.meta.total]).toEqual([1, "11111", 2]);
    expect(await told("getAllSms", { id: orders.waiting.id })).toBe(
      '{"data":[],"meta":{"total":0,"service":"tg"}}',
    );
    expect(await told("getAllSms", { id: orders.cancelled.id })).toBe("STATUS_CANCEL");
  });

  it.each(["getFullSms", "getAllSms"])("%s knows no order of a stranger", async (action) => {
    expect(await told(action, { id: orders.received.id }, stranger)).toBe("NO_ACTIVATION");
    expect(await told(action, { id: "x" })).toBe("NO_ACTIVATION");
  });
});

describe("lists of orders", () => {
  it("getCurrentActivations answers in the form of SMSHub", async () => {
    const list = JSON.parse(await told("getCurrentActivations"));
    expect(Object.keys(list)).toEqual(["status", "array", "time", "data"]);
    expect(list.data).toEqual(list.array);
    expect(list.array).toMatchObject(
      [orders.waiting, orders.received].map(({ id }) => ({
        id,
        activationId: id,
        phone: expect.stringMatching(/^\d+$/),
      })),
    );
    expect(list.array.map((row: { code: string; status: string }) => [row.code, row.status])).toEqual([
      ["", "4"],
      [expect.stringMatching(/./), expect.stringMatching(/^[23]$/)],
    ]);
    for (const { createDate, timer } of list.array) {
      expect(createDate).toBeLessThanOrEqual(list.time);
      expect(createDate + timer).toBeGreaterThan(list.time);
      expect(timer).toBeLessThanOrEqual(20 * 60);
    }
    expect(await told("getCurrentActivations", {}, stranger)).toBe(
      '{"status":"fail","msg":"no_activations"}',
    );
  });

  it("getListOfActiveActivations pages, and turns its page round", async () => {
    const ids = async (parameters: Sent) =>
      JSON.parse(await told("getListOfActiveActivations", parameters)).activeActivations.map(
        (row: { activationId: string }) => row.activationId,
      );
    expect(await ids({})).toEqual([orders.waiting.id, orders.received.id]);
    expect(await ids({ order: "asc" })).toEqual([orders.received.id, orders.waiting.id]);
    expect(await ids({ start: 1, length: 1 })).toEqual([orders.received.id]);
    expect(await told("getListOfActiveActivations", {}, stranger)).toBe("NO_ACTIVATIONS");
  });

  it("getHistory has exactly these bytes, newest first", async () => {
    const row = (order: Order, sms: string, cost: string, status: string) =>
      String.raw`\{"id":"${order.id}","date":"${TIME}","phone":"${order.number}","sms":"${sms}","cost":${cost},"status":"${status}","currency":643\}`;
    const received = String.raw`\[\\"Telegram code 11111\\",\\"Telegram code 22222\\"\]`;
    expect(await told("getHistory")).toMatch(
      new RegExp(
        `^\\[${[
          row(orders.waiting, String.raw`\[\]`, "0", "4"),
          row(orders.received, received, String.raw`12\.5`, "2"),
          row(orders.completed, String.raw`\[\\"Telegram code 33333\\"\]`, String.raw`12\.5`, "6"),
          row(orders.cancelled, String.raw`\[\]`, "0", "8"),
          row(orders.expired, String.raw`\[\]`, "0", "10"),
        ].join(",")}\\]$`,
      ),
    );
    const second = { offset: 1, limit: 1 };
    expect(JSON.parse(await told("getHistory", second))[0].id).toBe(orders.received.id);
    expect(JSON.parse(await told("getHistory", { ...second, types: "classic" }))[0].id).toBe(
      Number(orders.received.id),
    );
    expect(await told("getHistory", { start: 5, end: 10 })).toBe("[]");
    expect(await told("getHistory", {}, stranger)).toBe("[]");
  });

  it.each<[Sent]>([
    [{ start: "yesterday" }],
    [{ start: 10, end: 5 }],
    [{ start: 0, end: 366 * 86_400 + 1 }],
    [{ end: "-1" }],
  ])("getHistory with the period %j answers WRONG_DATE", async (parameters) => {
    expect(await told("getHistory", parameters)).toBe("WRONG_DATE");
  });
});

describe("single words", () => {
  it("getIncomingCallStatus tells the state, never a caller", async () => {
    const answers = await Promise.all(
      Object.values(orders).map(({ id }) => told("getIncomingCallStatus", { activationId: id })),
    );
    expect(answers).toEqual(["5", "4", "3", "2", "2"].map((n) => `{"status":"${n}","phone":false}`));
    expect(await told("getIncomingCallStatus", { id: "x" })).toBe("INVALID_ACTIVATION_ID");
    expect(await told("getIncomingCallStatus", { id: orders.waiting.id }, stranger)).toBe(
      "INVALID_ACTIVATION_ID",
    );
  });

  it.each<[string, keyof typeof orders, string]>([
    ["finishActivation", "waiting", "BAD_STATUS"],
    ["finishActivation", "cancelled", "BAD_STATUS"],
    ["finishActivation", "completed", "ACCESS_ACTIVATION"],
    ["cancelActivation", "received", "BAD_STATUS"],
    ["cancelActivation", "cancelled", "ACCESS_CANCEL"],
    ["cancelActivation", "expired", "ACCESS_CANCEL"],
  ])("%s of a %s order answers %s", async (action, stage, expected) => {
    expect(await told(action, { id: orders[stage].id })).toBe(expected);
    expect(await told(action, { id: orders[stage].id }, stranger)).toBe("NO_ACTIVATION");
    expect(await told(action, { id: "x" })).toBe("WRONG_ACTIVATION_ID");
  });

  it("getMultiServiceNumber answers that it is not available", async () => {
    expect(await told("getMultiServiceNumber", { country: 6 })).toBe("NOT_AVAILABLE");
  });
});
