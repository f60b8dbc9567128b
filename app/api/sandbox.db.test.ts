import { describe, expect, it } from "vitest";
import {
  advance,
  balance,
  bots,
  buy,
  FIRST,
  givenKey,
  json,
  owner,
  said,
  statusOf,
  step,
} from "#app/api/sandbox.factory.ts";
import {
  type ActionName,
  type AnswerToken,
  actionNames,
  tokensOf,
  unsoldActionNames,
} from "#features/handler-api/handler-api.rules.ts";
import { sandboxLimits, sandboxScripts } from "#features/sandbox/sandbox.rules.ts";
import { moveClock, moveClockToNoon } from "#lib/testing/move-clock.ts";

// A key's day (UTC) may not end between what it spends and what it is refused.
await moveClockToNoon(owner);

/** What a script says from this second on has not been said when a test has just bought. */
const PATIENT_SECONDS = 10;

describe("the scripts", () => {
  it("no service has two scripts", () => {
    expect(new Set(sandboxScripts.map(({ service }) => service)).size).toBe(sandboxScripts.length);
  });

  it.each(sandboxScripts.map((script) => [script.service, script.about, script] as const))(
    "an order of %s plays its script: %s",
    async (service, _about, script) => {
      const key = await givenKey();
      const bought = await buy(key, service);
      if (script.refusal) {
        expect(bought.split(":")[0]).toBe(script.refusal.token);
        const refused = await json(key, "GET", `/sms-users/get-number/6/${service}`);
        expect([refused.status, refused.body.error.code]).toEqual([
          script.refusal.error.status,
          script.refusal.error.code,
        ]);
        expect(await balance(key)).toBe("ACCESS_BALANCE:1000.00");
        return;
      }
      expect(bought).toBe(`ACCESS_NUMBER:${FIRST}:62900000001`);
      // The sandbox's clock runs on: what comes after two seconds may have come already.
      if ((script.messages[0]?.afterSeconds ?? PATIENT_SECONDS) >= PATIENT_SECONDS)
        expect(await statusOf(key, FIRST)).toBe("STATUS_WAIT_CODE");
      let passed = 0;
      for (const message of script.messages) {
        await advance(key, message.afterSeconds - passed);
        passed = message.afterSeconds;
        const isLate = message.afterSeconds > sandboxLimits.holdSeconds;
        expect(await statusOf(key, FIRST)).toBe(isLate ? "STATUS_CANCEL" : `STATUS_OK:${message.code}`);
        const { messages } = (await json(key, "GET", `/activations/${FIRST}`)).body;
        expect(messages[0]).toMatchObject({ code: message.code, late: isLate });
      }
      if (script.lockSeconds > 0) {
        expect(await step(key, FIRST, 8)).toBe("EARLY_CANCEL_DENIED");
        await advance(key, script.lockSeconds);
        expect(await step(key, FIRST, 8)).toBe("ACCESS_CANCEL");
      }
      await advance(key, sandboxLimits.holdSeconds);
      const gotCode = script.messages.some(({ afterSeconds }) => afterSeconds < sandboxLimits.holdSeconds);
      expect(await statusOf(key, FIRST)).toMatch(gotCode ? /^STATUS_OK/ : /^STATUS_CANCEL$/);
      expect(await balance(key)).toBe(`ACCESS_BALANCE:${gotCode ? "990.00" : "1000.00"}`);
    },
  );

  it("go on by themselves: the code is there two seconds of real time later", async () => {
    const key = await givenKey();
    await buy(key, "tg");
    await moveClock(owner, "2 seconds");
    expect(await statusOf(key, FIRST)).toBe("STATUS_OK:12345");
  });
});

describe("an order of the sandbox", () => {
  it("gives one more code, and ends when its owner says so", async () => {
    const key = await givenKey();
    await buy(key, "wa");
    expect(await step(key, FIRST, 1)).toBe("ACCESS_READY");
    expect(await step(key, FIRST, 6)).toBe("BAD_STATUS");
    expect(await step(key, FIRST, 3)).toBe("BAD_STATUS");
    await advance(key, 2);
    expect(await step(key, FIRST, 8)).toBe("BAD_STATUS");
    expect(await step(key, FIRST, 3)).toBe("ACCESS_RETRY_GET");
    expect(await statusOf(key, FIRST)).toBe("STATUS_WAIT_RETRY:111-222");
    await advance(key, 28);
    expect(await statusOf(key, FIRST)).toBe("STATUS_OK:333-444");
    const { activeActivations } = JSON.parse(await bots(key, "action=getActiveActivations"));
    expect(activeActivations).toMatchObject([
      { activationId: FIRST, serviceCode: "wa", activationStatus: "2", smsCode: ["111-222", "333-444"] },
    ]);
    expect(JSON.parse(await bots(key, `action=getStatusV2&id=${FIRST}`)).sms.code).toBe("333-444");
    expect(await bots(key, `action=getFullSms&id=${FIRST}`)).toBe("FULL_SMS:Your code is 333-444");
    expect(JSON.parse(await bots(key, "action=getCurrentActivations")).array).toMatchObject([
      { ...activeActivations[0], id: FIRST, code: "333-444", status: "2" },
    ]);
    expect(JSON.parse(await bots(key, "action=getListOfActiveActivations"))).toMatchObject({
      activeActivations,
    });
    expect(await bots(key, "action=getIncomingCallStatus&id=1")).toBe("INVALID_ACTIVATION_ID");
    expect(JSON.parse(await bots(key, `action=getIncomingCallStatus&id=${FIRST}`)).phone).toBe(false);
    expect(await bots(key, `action=cancelActivation&id=${FIRST}`)).toBe("BAD_STATUS");
    expect(await step(key, FIRST, 6)).toBe("ACCESS_ACTIVATION");
    expect(await bots(key, `action=finishActivation&id=${FIRST}`)).toBe("ACCESS_ACTIVATION");
    expect(await statusOf(key, FIRST)).toBe("STATUS_OK:333-444");
    expect(await bots(key, "action=getActiveActivations")).toBe("NO_ACTIVATIONS");
  });

  it("is described by getNumberV2, and an orderId buys once", async () => {
    const key = await givenKey();
    const order = "action=getNumberV2&service=tg&country=6&orderId=mine";
    expect(JSON.parse(await bots(key, order))).toMatchObject({
      activationId: FIRST,
      phoneNumber: "62900000001",
      activationCost: "10.00",
      currency: 643,
      countryCode: "6",
      activationOperator: "any",
    });
    expect(await bots(key, order)).toBe("ORDER_ALREADY_EXISTS");
    expect(await buy(key, "tg", "&orderId=mine")).toBe(`ACCESS_NUMBER:${FIRST}:62900000001`);
    expect(await buy(key, "wa", "&orderId=mine")).toBe("ORDER_ALREADY_EXISTS");
    expect(await balance(key)).toBe("ACCESS_BALANCE:990.00");
  });

  it("goes through the JSON API alike", async () => {
    const key = await givenKey();
    const once = { "idempotency-key": "buy-number-1" };
    const bought = await json(key, "POST", "/sms-users/get-number/6/tg", {}, once);
    expect(bought.body).toMatchObject({
      result: `ACCESS_NUMBER:${FIRST}:62900000001`,
      activation: { state: "waiting", money: "held", cancellableInSeconds: 0, holdSeconds: 1_200 },
    });
    const again = await json(key, "POST", "/sms-users/get-number/6/tg", {}, once);
    expect([again.headers.get("idempotency-replayed"), again.body.result]).toEqual([
      "true",
      bought.body.result,
    ]);
    expect((await json(key, "POST", "/sms-users/get-number/6/vi", {}, once)).status).toBe(422);
    expect((await json(key, "GET", "/balance")).body).toMatchObject({
      availableKopecks: 99_000,
      heldKopecks: 1_000,
    });
    expect((await json(key, "POST", "/sandbox/clock", { seconds: 2 })).body.aheadSeconds).toBe(2);
    const path = `/activations/${FIRST}`;
    expect((await json(key, "GET", path)).body).toMatchObject({
      state: "received",
      money: "captured",
      messages: [{ code: "12345" }],
    });
    expect((await json(key, "POST", `${path}/cancel`, {})).body.error.code).toBe("BAD_STATUS");
    expect((await json(key, "POST", `${path}/more-codes`, {})).body.wantsMore).toBe(true);
    expect((await json(key, "POST", `${path}/finish`, {})).body).toMatchObject({
      state: "completed",
      closeReason: "finished",
    });
    await buy(key, "vi");
    expect((await json(key, "POST", "/activations/900000002/report", {})).body.state).toBe("banned");
    expect((await json(key, "GET", "/activations")).body.activations).toHaveLength(2);
    expect((await json(key, "GET", "/sms-users/balance")).body).toBe(990);
    expect((await json(key, "GET", "/activations/1")).status).toBe(404);
  });

  it("keeps to what its key may", async () => {
    expect(await buy(await givenKey({ scopes: ["read"] }), "tg")).toBe("NOT_AVAILABLE");
    expect(await buy(await givenKey({ countryIds: [8] }), "tg")).toBe("SERVICE_NOT_AVAILABLE");
    const anywhere = "action=getNumber&service=tg&country=any";
    expect(await bots(await givenKey({ countryIds: [8] }), anywhere)).toBe(
      `ACCESS_NUMBER:${FIRST}:254900000001`,
    );
    expect(await buy(await givenKey({ priceCapKopecks: 999 }), "tg")).toBe("WRONG_MAX_PRICE:10.00");
    expect(await buy(await givenKey(), "tg", "&maxPrice=9.99")).toBe("WRONG_MAX_PRICE:10.00");
    const key = await givenKey({ dailyLimitKopecks: 1_500 });
    expect(await buy(key, "vi")).toMatch(/^ACCESS_NUMBER/);
    expect(await buy(key, "vi")).toBe("NO_BALANCE");
    await step(key, FIRST, 8);
    expect(await buy(key, "tg")).toMatch(/^ACCESS_NUMBER/);
    await advance(key, 86_400);
    expect(await buy(key, "tg")).toMatch(/^ACCESS_NUMBER/);
  });
});

describe("a number in hand", () => {
  const finished = async (key: string, service: string) => {
    const [, id = "", number = ""] = (await buy(key, service)).split(":");
    await advance(key, 2);
    expect(await step(key, id, 6)).toBe("ACCESS_ACTIVATION");
    return { id, number };
  };

  it("is had again once it is finished, by either name, and only while it does not run", async () => {
    const key = await givenKey();
    const { id, number } = await finished(key, "tg");
    expect(await bots(key, `action=checkExtraActivation&activationId=${id}`)).toBe(
      `{"status":"success","cost":10,"service":"tg","phone":${number},"country":6}`,
    );
    expect(await bots(key, `action=getExtraActivation&activationId=${id}`)).toBe(
      `ACCESS_NUMBER:900000002:${number}`,
    );
    expect(await bots(key, `action=reactivate&id=${id}`)).toBe("NEW_ACTIVATION_IMPOSSIBLE");
    expect(await bots(key, "action=reactivate&id=900000002")).toBe("NEW_ACTIVATION_IMPOSSIBLE");
    await advance(key, 2);
    expect(await statusOf(key, "900000002")).toBe("STATUS_OK:12345");
    await step(key, "900000002", 6);
    expect(await bots(key, `action=reactivate&id=${id}&orderId=again`)).toBe(
      `ACCESS_NUMBER:900000003:${number}`,
    );
    expect(await bots(key, `action=reactivate&id=${id}&orderId=again`)).toBe(
      `ACCESS_NUMBER:900000003:${number}`,
    );
    expect(await bots(key, "action=reactivate&id=900000002&orderId=again")).toBe("ORDER_ALREADY_EXISTS");
    expect(await balance(key)).toBe("ACCESS_BALANCE:970.00");
  });

  it("is not had again when its SIM is off line, when it got no code, when it is nobody's, without money", async () => {
    const key = await givenKey();
    const { id } = await finished(key, "mt");
    for (const action of ["getExtraActivation", "checkExtraActivation", "reactivate"])
      expect(await bots(key, `action=${action}&activationId=${id}`)).toBe("SIM_OFFLINE");
    const [, silent = ""] = (await buy(key, "vi")).split(":");
    await step(key, silent, 8);
    expect(await bots(key, `action=reactivate&id=${silent}`)).toBe("RENEW_ACTIVATION_NOT_AVAILABLE");
    expect(await bots(key, "action=reactivate&id=900000099")).toBe("WRONG_ACTIVATION_ID");
    const spare = await givenKey({ dailyLimitKopecks: 1_999 });
    const own = await finished(spare, "tg");
    expect(await bots(spare, `action=reactivate&id=${own.id}`)).toBe("NO_BALANCE");
  });

  it("takes another service while it runs; that service's script decides", async () => {
    const key = await givenKey();
    const [, id = "", number = ""] = (await buy(key, "vi")).split(":");
    const add = (service: string, on = id) =>
      bots(key, `action=getAdditionalService&id=${on}&service=${service}`);
    expect(await add("tg")).toBe(`ADDITIONAL:900000002:${number}`);
    await advance(key, 2);
    expect(await statusOf(key, "900000002")).toBe("STATUS_OK:12345");
    expect(await statusOf(key, id)).toBe("STATUS_WAIT_CODE");
    expect(await add("tg")).toBe("REPEAT_ADDITIONAL_SERVICE");
    expect(await add("vi")).toBe("REPEAT_ADDITIONAL_SERVICE");
    expect(await add("nosuch")).toBe("WRONG_ADDITIONAL_SERVICE");
    expect(await add("fb")).toBe("NO_BALANCE");
    expect(await add("wb")).toBe("CHANNELS_LIMIT");
    expect(await add("me")).toMatch(/^BANNED:'/);
    expect(await add("wa", "900000099")).toBe("WRONG_ACTIVATION_ID");
    await step(key, id, 8);
    expect(await add("wa")).toBe("WRONG_SECURITY");
  });

  it("is in the history with its texts, by the sandbox's clock", async () => {
    const key = await givenKey();
    const { id } = await finished(key, "tg");
    const [, silent = ""] = (await buy(key, "vi")).split(":");
    await step(key, silent, 8);
    expect(JSON.parse(await bots(key, "action=getHistory"))).toMatchObject([
      { id: silent, sms: "[]", cost: 0, status: "8", currency: 643 },
      { id, sms: '["Your code is 12345"]', cost: 10, status: "6" },
    ]);
    expect(JSON.parse(await bots(key, "action=getHistory&limit=1&offset=1"))).toMatchObject([{ id }]);
    expect(await bots(key, "action=getHistory&start=x")).toBe("WRONG_DATE");
    for (let week = 0; week < 5; week += 1) await advance(key, sandboxLimits.advanceSecondsMax);
    expect(await bots(key, "action=getHistory")).toBe("[]");
  });

  it("shows all its SMS, newest first", async () => {
    const key = await givenKey();
    await buy(key, "wa");
    await advance(key, 30);
    const all = JSON.parse(await bots(key, `action=getAllSms&id=${FIRST}`));
    expect(all).toMatchObject({
      data: [{ code: "333-444" }, { code: "111-222", service: "wa" }],
      meta: { total: 2, service: "wa" },
    });
    expect(JSON.parse(await bots(key, `action=getAllSms&id=${FIRST}&size=1&page=2`)).data).toMatchObject([
      { code: "111-222" },
    ]);
    expect(await bots(key, "action=getAllSms&id=1")).toBe("NO_ACTIVATION");
    await buy(key, "vi");
    await step(key, "900000002", 8);
    expect(await bots(key, "action=getAllSms&id=900000002")).toBe("STATUS_CANCEL");
  });
});

describe("every word", () => {
  it("that a bot may hear about buying and its orders is heard in the sandbox", async () => {
    const key = await givenKey();
    await bots(null, "action=getBalance");
    await bots("0".repeat(32), "action=getBalance");
    await bots(key, "action=nothing");
    await bots(key, "action=setStatus&id=x&status=8");
    await bots(key, "action=getOperators&country=99999");
    await bots(key, "action=getPrices&service=tg&country=99999");
    await bots(key, "action=getNumber&service=tg&country=6&phoneException=x");
    await bots(key, "action=getListOfTopCountriesByService&service=nothing");
    await bots(key, "action=getListOfTopCountriesByService&service=tg");
    const unsold: readonly ActionName[] = unsoldActionNames;
    const wanted = new Set<AnswerToken>(
      actionNames.filter((name) => !unsold.includes(name)).flatMap(tokensOf),
    );
    expect([...wanted].filter((token) => !said.has(token))).toEqual([]);
  });
});
