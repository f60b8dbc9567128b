import { expect, test } from "vitest";
import { advance, givenKey, json, statusOf } from "#app/api/sandbox.factory.ts";

const key = await givenKey();
let lastKey = 0;
function post(path: string, body: object = {}, by = key) {
  lastKey += 1;
  return json(by, "POST", path, body, { "idempotency-key": `search-key-${lastKey}` });
}
const TG = { service: "tg", country: 6 };
const get = async (id: number, by = key) => (await json(by, "GET", `/searches/${id}`)).body;

test("a search of a sandbox climbs its ladder by the sandbox's clock and has one order then", async () => {
  const own = await givenKey();
  const raises = [{ afterSeconds: 30, maxPriceKopecks: 1_000 }];
  const { status, body } = await post("/searches", { ...TG, maxPriceKopecks: 500, raises }, own);
  expect([status, body.state, body.attempt, body.maxPriceKopecks]).toEqual([200, "searching", 1, 500]);
  await advance(own, 20);
  const before = await get(body.id, own);
  expect(before).toMatchObject({ state: "searching", activationId: null });
  expect(before.attempt).toBeGreaterThan(10);
  await advance(own, 11);
  const found = await get(body.id, own);
  expect(found).toMatchObject({ state: "found", activationId: 900_000_001 });
  await advance(own, 5);
  expect(await statusOf(own, "900000001")).toBe("STATUS_OK:12345");
  const { body: list } = await json(own, "GET", "/v1/searches");
  expect(list).toMatchObject({ data: [{ id: body.id, state: "found", currency: "RUB" }], nextCursor: null });
});

test("a service without numbers or without the money for them is searched for until the time is over, and any other refusal ends it", async () => {
  const own = await givenKey();
  const none = (await post("/v1/searches", { service: "ig", country: 6, seconds: 40 }, own)).body;
  expect(none).toMatchObject({ state: "searching", expiresIn: 40, attempts: 20, waitingFor: "offer" });
  await advance(own, 41);
  expect(await get(none.id, own)).toMatchObject({ state: "over", refusal: { code: "NO_NUMBERS" } });
  const poor = (await post("/searches", { service: "fb", country: 6 }, own)).body;
  expect(poor).toMatchObject({ state: "searching", waitingFor: "money" });
  await advance(own, 61);
  const over = { state: "over", refusal: { code: "NO_BALANCE" }, waitingFor: null };
  expect(await get(poor.id, own)).toMatchObject(over);
  const banned = (await post("/searches", { service: "me", country: 6 }, own)).body;
  expect(banned).toMatchObject({ state: "refused", refusal: { code: "BANNED" }, waitingFor: null });
});

test("a number without an SMS is replaced by the sandbox's clock, and one with a code stays", async () => {
  const own = await givenKey();
  const replace = { afterSeconds: 60, times: 1 };
  const silent = (await post("/searches", { service: "vi", country: 6, replace }, own)).body;
  expect(silent).toMatchObject({ state: "watching", secondsLeft: 60, activationId: 900_000_001 });
  await advance(own, 61);
  expect(await get(silent.id, own)).toMatchObject({ state: "found", activationId: 900_000_002 });
  expect(await statusOf(own, "900000001")).toBe("STATUS_CANCEL");
  expect(await statusOf(own, "900000002")).toBe("STATUS_WAIT_CODE");
  const coded = (await post("/searches", { ...TG, replace }, own)).body;
  await advance(own, 61);
  expect(await get(coded.id, own)).toMatchObject({ state: "found", activationId: coded.activationId });
});

test("a waiting order is replaced when that is asked for later, and stopping the search keeps it", async () => {
  const own = await givenKey();
  const order = (await post("/v1/activations", { service: "vi", country: 6 }, own)).body;
  const { status, body } = await post(
    `/v1/activations/${order.id}/replace`,
    { afterSeconds: 30, times: 2 },
    own,
  );
  expect([status, body.state, body.activationId]).toEqual([200, "watching", order.id]);
  const stopped = await post(`/v1/searches/${body.id}/stop`, {}, own);
  expect(stopped.body).toMatchObject({ state: "found", activationId: order.id });
  await advance(own, 100);
  expect(await statusOf(own, String(order.id))).toBe("STATUS_WAIT_CODE");
  expect((await post("/activations/1/replace", {}, own)).body.error.code).toBe("ACTIVATION_NOT_FOUND");
});

test("a sandbox runs ten searches, and refuses what could never be bought", async () => {
  const own = await givenKey({ serviceIds: [52] });
  const waits = { ...TG, maxPriceKopecks: 1 };
  const codes = [];
  for (let each = 0; each < 11; each += 1) {
    const { status, body } = await post("/searches", waits, own);
    codes.push(status === 200 ? body.state : body.error.code);
  }
  expect(codes).toEqual([...Array(10).fill("searching"), "SEARCHES_LIMIT"]);
  const refused = async (body: object) => (await post("/searches", body, own)).body.error.code;
  expect(await refused({ service: "zz_no", country: 6 })).toBe("SERVICE_NOT_FOUND");
  expect(await refused({ service: "tg", country: 9_999 })).toBe("COUNTRY_NOT_FOUND");
  expect(await refused({ service: "vi", country: 6 })).toBe("KEY_NOT_FOR_THIS");
  expect((await json(own, "POST", "/searches/7/stop", {})).body.error.code).toBe("SEARCH_NOT_FOUND");
});
