import { randomUUID } from "node:crypto";
import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import { advance, bots, givenKey, json, owner } from "#app/api/sandbox.factory.ts";
import {
  type SandboxAccountScript,
  sandboxAccountLimits,
  sandboxAccountScripts,
  sandboxOfferId,
} from "#features/sandbox/sandbox-accounts.rules.ts";
import { execute } from "#lib/db/query.ts";
import { databaseImage } from "#lib/testing/database-image.ts";
import { moveClockToNoon } from "#lib/testing/move-clock.ts";

// A key's day (UTC) may not end between what it spends and what it is refused.
await moveClockToNoon(owner);

const FIRST = 980_000_001;
const PATH = "/v1/ready-accounts";
const scriptOf = (service: string) =>
  sandboxAccountScripts.find((script) => script.service === service) as SandboxAccountScript;
const offerOf = (service: string) => sandboxOfferId(scriptOf(service));

const keyed = (key: string = randomUUID()) => ({ "idempotency-key": key });
const buy = (key: string, service: string, count = 1, once?: string, more: object = {}) =>
  json(key, "POST", `${PATH}/orders`, { offerId: offerOf(service), count, ...more }, keyed(once));
const claim = (key: string, place = 1, once?: string, id = FIRST) =>
  json(key, "POST", `${PATH}/orders/${id}/claims`, { place, text: "it is closed" }, keyed(once));
const orderOf = async (key: string, id = FIRST) => (await json(key, "GET", `${PATH}/orders/${id}`)).body;
const claimsOf = async (key: string) => (await json(key, "GET", `${PATH}/orders/${FIRST}/claims`)).body.data;
const purse = (key: string) => bots(key, "action=getBalance");

describe("ready accounts in a sandbox", () => {
  it("are the same in every one: an offer of each script, found by service and by id, while real ones are not shown", async () => {
    const [mine, other] = [await givenKey(), await givenKey()];
    const services = (await json(mine, "GET", `${PATH}/services`)).body.data;
    expect(services.map(({ code }: { code: string }) => code)).toEqual(
      sandboxAccountScripts.map(({ service }) => service),
    );
    const offers = (await json(mine, "GET", `${PATH}/offers?service=ub`)).body;
    expect(offers).toEqual((await json(other, "GET", `${PATH}/offers?service=ub`)).body);
    expect(offers.data).toMatchObject([
      { id: offerOf("ub"), priceKopecks: 1_000, minCount: 5, count: 8, country: { id: 6 } },
    ]);
    expect((await json(mine, "GET", `${PATH}/offers/${offerOf("ub")}`)).body.description).toContain(
      "5 at least",
    );
    expect((await json(mine, "GET", `${PATH}/offers?service=nosuch`)).status).toBe(404);
    expect((await json(mine, "GET", `${PATH}/offers/1`)).status).toBe(404);
  });

  it("are bought once per idempotency key out of the purse, say the same each time, and touch nothing real", async () => {
    const before = await databaseImage(owner, []);
    const key = await givenKey();
    const first = await buy(key, "tg", 2, "the-same-key");
    expect([first.status, first.body]).toEqual([
      201,
      expect.objectContaining({
        ...{ id: FIRST, state: "delivered", money: "captured", totalKopecks: 2_000 },
        accounts: [
          expect.objectContaining({ place: 1, text: `sandbox-${FIRST}-1:secret-1` }),
          expect.objectContaining({ place: 2, text: `sandbox-${FIRST}-2:secret-1` }),
        ],
      }),
    ]);
    const again = await buy(key, "tg", 2, "the-same-key");
    expect([again.body, again.headers.get("idempotency-replayed")]).toEqual([first.body, "true"]);
    expect((await buy(key, "tg", 3, "the-same-key")).body.error.code).toBe("IDEMPOTENCY_MISMATCH");
    expect(await purse(key)).toBe("ACCESS_BALANCE:980.00");
    expect(await orderOf(key)).toEqual(first.body);
    const after = await databaseImage(owner, []);
    for (const table of Object.keys(before).filter((name) => name.startsWith("public.ready_accounts")))
      expect([table, after[table]]).toEqual([table, before[table]]);
  });

  it.each(
    sandboxAccountScripts.flatMap(({ service, refusal }) =>
      refusal ? [[service, refusal.error.code, refusal.error.status] as const] : [],
    ),
  )("of %s refuse to be bought with %s, and nothing is bought", async (service, code, status) => {
    const key = await givenKey();
    const { status: answered, body } = await buy(key, service);
    expect([answered, body.error.code]).toEqual([status, code]);
    expect((await json(key, "GET", `${PATH}/orders`)).body.data).toEqual([]);
    expect(await purse(key)).toBe("ACCESS_BALANCE:1000.00");
  });

  it("keep to their counts, to the named total, and to what the key may", async () => {
    const key = await givenKey();
    const refusalOf = async (answer: Promise<{ body: { error: { code: string; details?: object } } }>) => {
      const { error } = (await answer).body;
      return [error.code, error.details];
    };
    expect(await refusalOf(buy(key, "ub", 4))).toEqual(["TOO_FEW_ACCOUNTS", { leastCount: 5 }]);
    expect(await refusalOf(buy(key, "ub", 9))).toEqual(["NO_ACCOUNTS", { leftCount: 8 }]);
    expect(await refusalOf(buy(key, "tg", 2, undefined, { maxTotalKopecks: 1_999 }))).toEqual([
      ...["WRONG_MAX_PRICE", { minPriceKopecks: 2_000 }],
    ]);
    expect(await refusalOf(buy(key, "fu", 1, undefined, { minWarrantyHours: 1 }))).toEqual([
      ...["WARRANTY_TOO_SHORT", { warrantyHours: 0 }],
    ]);
    expect(await refusalOf(buy(key, "tg", 101))).toEqual(["NO_BALANCE", { priceKopecks: 101_000 }]);
    const daily = await givenKey({ dailyLimitKopecks: 1_500 });
    await buy(daily, "tg");
    expect(await refusalOf(buy(daily, "tg"))).toEqual(["KEY_SPENT", { leftKopecks: 500 }]);
    expect((await refusalOf(buy(await givenKey({ countryIds: [8] }), "tg")))[0]).toBe("KEY_NOT_FOR_THIS");
    expect((await refusalOf(buy(await givenKey({ scopes: ["buy"] }), "tg")))[0]).toBe("SCOPE_MISSING");
  });

  it("are listed newest first, page by page, and are gone with a reset", async () => {
    const key = await givenKey();
    await buy(key, "tg");
    await buy(key, "wa");
    const page = (await json(key, "GET", `${PATH}/orders?limit=1`)).body;
    expect(page.data).toMatchObject([{ id: FIRST + 1, service: { code: "wa" } }]);
    const rest = (await json(key, "GET", `${PATH}/orders?limit=1&cursor=${page.nextCursor}`)).body;
    expect([rest.data[0].id, rest.nextCursor]).toEqual([FIRST, null]);
    await bots(key, "action=sandboxReset");
    expect((await json(key, "GET", `${PATH}/orders/${FIRST}`)).status).toBe(404);
    expect((await buy(key, "tg")).body.id).toBe(FIRST);
  });

  it("make room for new ones when there are too many, and what they cost stays spent", async () => {
    const key = await givenKey();
    await buy(key, "tg");
    const kept = sandboxAccountLimits.ordersKept;
    await execute(
      owner,
      sql`insert into sandbox_account_orders (key_id, id, offer_id, count, price_kopecks, idempotency_key, input_hash, bought_at)
          select key_id, id + nth, offer_id, count, price_kopecks, idempotency_key || nth, input_hash, bought_at
          from sandbox_account_orders, generate_series(1, ${kept - 1}::int) nth
          where key_id = (select max(key_id) from sandbox_account_orders)`,
    );
    await execute(
      owner,
      sql`update sandbox_accounts set account_orders_made = ${kept} where key_id = (select max(key_id) from sandbox_accounts)`,
    );
    expect((await buy(key, "tg")).body.id).toBe(FIRST + kept);
    expect((await json(key, "GET", `${PATH}/orders/${FIRST}`)).status).toBe(404);
    expect(await purse(key)).toBe(`ACCESS_BALANCE:${1_000 - 10 * (kept + 1)}.00`);
  });
});

describe("a claim in a sandbox", () => {
  it("that is accepted brings another account, which can be claimed in its turn", async () => {
    const key = await givenKey();
    await buy(key, "tg", 2);
    const made = await claim(key, 2, "the-claims-key");
    expect([made.status, made.body]).toEqual([
      201,
      expect.objectContaining({ id: 1, orderId: FIRST, place: 2, state: "open", decidedAt: null }),
    ]);
    expect((await claim(key, 2, "the-claims-key")).body).toEqual(made.body);
    expect((await claim(key, 2)).body.error).toMatchObject({
      ...{ code: "ACCOUNT_CLAIMED", details: { state: "open" } },
    });
    expect((await orderOf(key)).openClaims).toBe(1);
    await advance(key, 60);
    expect(await claimsOf(key)).toMatchObject([{ state: "replaced", reason: expect.any(String) }]);
    expect((await orderOf(key)).accounts).toMatchObject([
      { text: `sandbox-${FIRST}-1:secret-1` },
      { text: `sandbox-${FIRST}-2:secret-2`, claimableUntil: expect.any(String) },
    ]);
    expect((await claim(key, 2)).body).toMatchObject({ id: 2, state: "open" });
    expect(await purse(key)).toBe("ACCESS_BALANCE:980.00");
  });

  it("is decided by the script of its service: refunded, refused with a reason, or for the buyer when nobody answers", async () => {
    const expected = [
      ["wa", 60, { state: "refunded", refundKopecks: 1_000 }, "1000.00"],
      ["vi", 60, { state: "refused", reason: expect.any(String), refundKopecks: null }, "990.00"],
      ["mt", 24 * 3_600, { state: "replaced", reason: null }, "990.00"],
    ] as const;
    for (const [service, seconds, decided, left] of expected) {
      const key = await givenKey();
      await buy(key, service);
      await claim(key);
      await advance(key, seconds - 10);
      expect([service, await claimsOf(key)]).toMatchObject([service, [{ state: "open" }]]);
      await advance(key, 10);
      expect([service, await claimsOf(key)]).toMatchObject([service, [decided]]);
      expect([service, await purse(key)]).toEqual([service, `ACCESS_BALANCE:${left}`]);
    }
  });

  it("shows what the store objects while it waits, and afterwards whether the objection stood or the team overruled it", async () => {
    const expected = [
      ["ds", 72 * 3_600, { state: "refused" }],
      ["me", 60, { state: "replaced", reason: expect.stringContaining("team") }],
    ] as const;
    for (const [service, seconds, decided] of expected) {
      const key = await givenKey();
      await buy(key, service);
      const { dueAt } = (await claim(key)).body;
      await advance(key, 60);
      const [waiting] = await claimsOf(key);
      expect([service, waiting]).toMatchObject([
        service,
        { state: "open", objection: expect.any(String), reason: null },
      ]);
      expect(Date.parse(waiting.dueAt)).toBe(Date.parse(dueAt) + (60 + 48 * 3_600) * 1_000);
      await advance(key, seconds);
      const { objection } = waiting;
      const [over] = await claimsOf(key);
      expect([service, over]).toMatchObject([service, { ...decided, objection }]);
      if (decided.state === "refused") expect(over.reason).toBe(objection);
      expect(await purse(key)).toBe("ACCESS_BALANCE:990.00");
    }
  });

  it("is refused for what is not there, without a warranty, after it, and for the order of another key", async () => {
    const key = await givenKey();
    await buy(key, "tg");
    await buy(key, "fu");
    const codeOf = async (answer: ReturnType<typeof claim>) => (await answer).body.error.code;
    expect(await codeOf(claim(key, 2))).toBe("ACCOUNT_PLACE_UNKNOWN");
    expect(await codeOf(claim(key, 1, undefined, FIRST + 1))).toBe("WARRANTY_ENDED");
    expect(await codeOf(claim(await givenKey()))).toBe("ACCOUNT_ORDER_NOT_FOUND");
    await advance(key, 24 * 3_600);
    expect(await codeOf(claim(key))).toBe("WARRANTY_ENDED");
  });
});
