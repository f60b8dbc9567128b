import { describe, expect, it } from "vitest";
import { expireActivation, reportActivation } from "#features/activations/activations.writes.ts";
import type { Sent } from "#features/handler-api/handler-api.factory.ts";
import {
  buy,
  buyer,
  db,
  givenBuyer,
  givenShop,
  push,
  say,
} from "#features/handler-api/handler-api-routes.factory.ts";

type Stage = "waiting" | "received" | "retry" | "completed" | "cancelled" | "expired" | "banned";

/** An order brought to a state the way life brings it there. */
async function givenOrder(stage: Stage): Promise<{ id: string }> {
  const { id } = await buy(buyer, 190);
  if (stage === "received" || stage === "retry" || stage === "completed")
    await push(id, "Telegram code 04711");
  if (stage === "retry")
    expect(await say(buyer, { action: "setStatus", id, status: 3 })).toBe("ACCESS_RETRY_GET");
  if (stage === "completed")
    expect(await say(buyer, { action: "setStatus", id, status: 6 })).toBe("ACCESS_ACTIVATION");
  if (stage === "cancelled")
    expect(await say(buyer, { action: "setStatus", id, status: 8 })).toBe("ACCESS_CANCEL");
  if (stage === "banned") await reportActivation(db, buyer.userId, Number(id));
  if (stage === "expired") await expireActivation(db, { id: Number(id), state: "waiting" });
  return { id };
}

describe("setStatus", () => {
  it.each<[Stage, number, string, string]>([
    ["waiting", 1, "ACCESS_READY", "STATUS_WAIT_CODE"],
    ["waiting", 3, "BAD_STATUS", "STATUS_WAIT_CODE"],
    ["waiting", 6, "BAD_STATUS", "STATUS_WAIT_CODE"],
    ["waiting", 8, "ACCESS_CANCEL", "STATUS_CANCEL"],
    ["waiting", -1, "ACCESS_CANCEL", "STATUS_CANCEL"],
    ["waiting", 2, "BAD_STATUS", "STATUS_WAIT_CODE"],
    ["received", 1, "ACCESS_READY", "STATUS_OK:04711"],
    ["received", 3, "ACCESS_RETRY_GET", "STATUS_WAIT_RETRY:04711"],
    ["received", 6, "ACCESS_ACTIVATION", "STATUS_OK:04711"],
    ["received", 8, "BAD_STATUS", "STATUS_OK:04711"],
    ["received", -1, "BAD_STATUS", "STATUS_OK:04711"],
    ["retry", 1, "ACCESS_READY", "STATUS_WAIT_RETRY:04711"],
    ["retry", 3, "ACCESS_RETRY_GET", "STATUS_WAIT_RETRY:04711"],
    ["retry", 6, "ACCESS_ACTIVATION", "STATUS_OK:04711"],
    ["retry", 8, "BAD_STATUS", "STATUS_WAIT_RETRY:04711"],
    ["completed", 1, "BAD_STATUS", "STATUS_OK:04711"],
    ["completed", 3, "BAD_STATUS", "STATUS_OK:04711"],
    ["completed", 6, "ACCESS_ACTIVATION", "STATUS_OK:04711"],
    ["completed", 8, "BAD_STATUS", "STATUS_OK:04711"],
    ["cancelled", 1, "BAD_STATUS", "STATUS_CANCEL"],
    ["cancelled", 3, "BAD_STATUS", "STATUS_CANCEL"],
    ["cancelled", 6, "BAD_STATUS", "STATUS_CANCEL"],
    ["cancelled", 8, "ACCESS_CANCEL", "STATUS_CANCEL"],
    ["expired", 6, "BAD_STATUS", "STATUS_CANCEL"],
    ["expired", 8, "ACCESS_CANCEL", "STATUS_CANCEL"],
    ["banned", 6, "BAD_STATUS", "STATUS_CANCEL"],
    ["banned", 8, "ACCESS_CANCEL", "STATUS_CANCEL"],
  ])("%s, command %s: %s, then %s; said twice it answers the same", async (stage, status, expected, then) => {
    const { id } = await givenOrder(stage);
    expect(await say(buyer, { action: "setStatus", id, status })).toBe(expected);
    expect(await say(buyer, { action: "setStatus", id, status })).toBe(expected);
    expect(await say(buyer, { action: "getStatus", id })).toBe(then);
  });

  it.each<[Sent, string]>([
    [{ status: 8 }, "WRONG_ACTIVATION_ID"],
    [{ id: "abc", status: 8 }, "WRONG_ACTIVATION_ID"],
    [{ id: "1.5", status: 8 }, "WRONG_ACTIVATION_ID"],
    [{ id: "-5", status: 8 }, "WRONG_ACTIVATION_ID"],
    [{ id: "9".repeat(30), status: 8 }, "WRONG_ACTIVATION_ID"],
    [{ id: 1, status: 8 }, "NO_ACTIVATION"],
    [{ id: 1, status: 6 }, "NO_ACTIVATION"],
    [{ id: 1, status: 3 }, "NO_ACTIVATION"],
    [{ id: 1, status: 1 }, "NO_ACTIVATION"],
    [{ id: 1 }, "BAD_STATUS"],
    [{ id: 1, status: "toString" }, "BAD_STATUS"],
  ])("the parameters %j are answered %s", async (parameters, expected) => {
    expect(await say(buyer, { action: "setStatus", ...parameters })).toBe(expected);
  });

  it("an order of somebody else does not exist", async () => {
    const { id } = await givenOrder("received");
    const stranger = await givenBuyer();
    for (const status of [1, 3, 6, 8, -1]) {
      expect(await say(stranger, { action: "setStatus", id, status })).toBe("NO_ACTIVATION");
    }
    expect(await say(stranger, { action: "getStatus", id })).toBe("NO_ACTIVATION");
    expect(await say(stranger, { action: "getStatusV2", id })).toBe("NO_ACTIVATION");
    expect(await say(buyer, { action: "getStatus", id })).toBe("STATUS_OK:04711");
  });

  it("gives the whole price back once, however often 8 is said at once", async () => {
    const own = await givenBuyer(2_000);
    const shop = await givenShop();
    const { id } = await buy(own, shop.country);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => say(own, { action: "setStatus", id, status: 8 })),
    );
    expect(new Set(answers)).toEqual(new Set(["ACCESS_CANCEL"]));
    expect(await say(own, { action: "getBalance" })).toBe("ACCESS_BALANCE:20.00");
  });
});

describe("getStatus", () => {
  it.each([{}, { id: "abc" }, { id: 1 }, { id: "0" }, { id: "NaN" }])(
    "the parameters %j are answered NO_ACTIVATION",
    async (parameters) => {
      expect(await say(buyer, { action: "getStatus", ...parameters } as Sent)).toBe("NO_ACTIVATION");
      expect(await say(buyer, { action: "getStatusV2", ...parameters } as Sent)).toBe("NO_ACTIVATION");
    },
  );

  it("answers the newest code after one more was asked for", async () => {
    const { id } = await givenOrder("retry");
    await push(id, "Telegram code 99001");
    expect(await say(buyer, { action: "getStatus", id })).toBe("STATUS_OK:99001");
  });

  it("keeps a text without a code on one line", async () => {
    const { id } = await buy(buyer, 190);
    await push(id, "Hello\r\nfrom\u0000 Telegram");
    expect(await say(buyer, { action: "getStatus", id })).toBe("STATUS_OK:Hello from Telegram");
  });

  it.each<[Stage, string | RegExp]>([
    ["waiting", "STATUS_WAIT_CODE"],
    [
      "received",
      /^\{"verificationType":0,"sms":\{"dateTime":"20\d\d-\d\d-\d\d \d\d:\d\d:\d\d","code":"04711","text":"Telegram code 04711"\},"call":null\}$/,
    ],
    ["retry", "STATUS_WAIT_RETRY:04711"],
    ["completed", /^\{"verificationType":0,"sms":\{/],
    ["cancelled", "STATUS_CANCEL"],
    ["expired", "STATUS_CANCEL"],
    ["banned", "STATUS_CANCEL"],
  ])("getStatusV2 of a %s order has its documented form", async (stage, expected) => {
    const { id } = await givenOrder(stage);
    expect(await say(buyer, { action: "getStatusV2", id })).toEqual(
      typeof expected === "string" ? expected : expect.stringMatching(expected),
    );
  });
});
