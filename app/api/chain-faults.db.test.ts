import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openRealPort, type RealPort } from "#app/api/real-port.factory.ts";
import { deliverSms } from "#features/activations/activations.writes.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer, type Offer } from "#features/pricing/offers.factory.ts";
import { makeOfferSweep } from "#features/pricing/pricing.jobs.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import { pollSupplier } from "#features/supply/polling/polling.jobs.ts";
import { registerSupplier, setSupplierPrices } from "#features/supply/suppliers.writes.ts";
import { one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { givenServer, sendJson } from "#lib/testing/http-server.ts";
import { TcpProxy } from "#lib/testing/tcp-proxy.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const [PHILIPPINES, INDONESIA, KENYA, TELEGRAM] = [4, 6, 8, 52];
const { db } = await useTestDb();
/** Between the client and the front door: the answers get lost here. */
let line: TcpProxy;
let port: RealPort;
let offer: Offer;
let origin = "";

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  offer = await givenOffer(db, { countryId: INDONESIA, count: 400, priceKopecks: 1_000, costKopecks: 700 });
  port = await openRealPort(db);
  line = new TcpProxy({ host: "127.0.0.1", port: Number(new URL(port.origin).port) });
  await line.start();
  origin = `http://127.0.0.1:${line.port}`;
});
beforeEach(() => line.watch({}));
afterAll(async () => {
  await line.stop();
  await port.stop();
});

type Part = { key?: string; idempotencyKey?: string; body?: unknown };
function call(method: string, path: string, { key, idempotencyKey, body }: Part = {}): Promise<Response> {
  return fetch(`${origin}${path}`, {
    method,
    headers: {
      "user-agent": "test",
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
const buy = (key: string, idempotencyKey: string) =>
  call("POST", `/api/sms-users/get-number/${INDONESIA}/tg`, { key, idempotencyKey });
const getNumber = async (key: string, orderId: string) =>
  (
    await call(
      "GET",
      `/stubs/handler_api.php?action=getNumber&api_key=${key}&service=tg&country=${INDONESIA}&orderId=${orderId}`,
    )
  ).text();
const ordersOf = (userId: number) =>
  rows<{ id: number; number: string; state: string }>(
    db,
    sql`select id, number::text, state from activations where user_id = ${userId} order by id`,
  );

/** The next answer vanishes: the connection is cut when its first byte comes back. */
function loseTheNextAnswer(): void {
  line.watch({
    down: () => {
      line.watch({});
      line.reset();
      return "swallow";
    },
  });
}

describe("answers that never arrive", () => {
  it("of a purchase: the same key answers the order that was made", async () => {
    const buyer = await givenApiBuyer(db, 5_000);
    const key = randomUUID();
    loseTheNextAnswer();
    await expect(buy(buyer.key, key)).rejects.toThrow();
    const [made] = await ordersOf(buyer.userId);
    const again = await buy(buyer.key, key);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect((await again.json()).result).toBe(`ACCESS_NUMBER:${made?.id}:${made?.number}`);
    expect(await ordersOf(buyer.userId)).toHaveLength(1);
    expect(await getBalance(db, buyer.userId)).toMatchObject({ availableKopecks: 4_000, heldKopecks: 1_000 });
  });

  it("of a bot's getNumber: the same orderId answers the same number", async () => {
    const buyer = await givenApiBuyer(db, 5_000);
    loseTheNextAnswer();
    await expect(getNumber(buyer.key, "bot-1")).rejects.toThrow();
    const [made] = await ordersOf(buyer.userId);
    expect(await getNumber(buyer.key, "bot-1")).toBe(`ACCESS_NUMBER:${made?.id}:${made?.number}`);
    expect(await ordersOf(buyer.userId)).toHaveLength(1);
  });

  it("of a cancel: saying it again answers the same and refunds once", async () => {
    const buyer = await givenApiBuyer(db, 5_000);
    await buy(buyer.key, randomUUID());
    const [order] = await ordersOf(buyer.userId);
    const cancel = () => call("POST", `/api/activations/${order?.id}/cancel`, { key: buyer.key });
    loseTheNextAnswer();
    await expect(cancel()).rejects.toThrow();
    expect((await cancel()).status).toBe(200);
    expect(await getBalance(db, buyer.userId)).toMatchObject({ availableKopecks: 5_000, heldKopecks: 0 });
  });

  it("one after the other under 64 parallel purchases: the balance is exact and no key bought twice", async () => {
    const buyer = await givenApiBuyer(db, 40_000);
    const keys = Array.from({ length: 64 }, () => randomUUID());
    let answers = 0;
    line.watch({
      down: () => {
        answers += 1;
        if (answers % 9 !== 0) return "pass";
        line.reset();
        return "swallow";
      },
    });
    const definite = await Promise.all(
      keys.map(async (key) => {
        for (let attempt = 0; attempt < 100; attempt += 1) {
          const text = await buy(buyer.key, key)
            .then((response) => (response.status < 500 && response.status !== 429 ? response.text() : null))
            .catch(() => null);
          if (text !== null) return text;
          // Many repetitions at once are too many calls for a moment.
          await pause(50);
        }
        throw new Error("never answered");
      }),
    );
    line.watch({});
    expect(definite.filter((text) => text.includes("ACCESS_NUMBER"))).toHaveLength(40);
    expect(definite.filter((text) => text.includes("NO_BALANCE"))).toHaveLength(24);
    const made = await ordersOf(buyer.userId);
    expect(made).toHaveLength(40);
    expect(new Set(made.map(({ number }) => number)).size).toBe(40);
    expect(await getBalance(db, buyer.userId)).toMatchObject({ availableKopecks: 0, heldKopecks: 40_000 });
  });
});

describe("a partner's server in trouble", () => {
  it("that tells one SMS a hundred times at once is paid for one code", async () => {
    const buyer = await givenApiBuyer(db, 5_000);
    await buy(buyer.key, randomUUID());
    const [order] = await ordersOf(buyer.userId);
    const body = {
      action: "PUSH_SMS",
      key: offer.pushKey,
      smsId: 1,
      phone: Number(order?.number),
      phoneFrom: "Telegram",
      text: "Telegram code 12345",
    };
    const told = await Promise.all(
      Array.from({ length: 100 }, () => call("POST", "/api/partner/sms", { body })),
    );
    for (const answer of told) expect(await answer.json()).toEqual({ status: "SUCCESS" });
    const money = await rows<{ phase: string }>(
      db,
      sql`select r.phase from activations a join ledger_transfers r on r.pending_id = a.hold_id where a.id = ${order?.id}
          union all select phase from ledger_transfers where reference = ${`activation:${order?.id}:share`}`,
    );
    expect(money).toHaveLength(2);
    expect(money[0]).toEqual({ phase: "post" });
    const stored = await one(
      db,
      sql`select messages_count, (select count(*) from activations_messages m where m.activation_id = a.id) as stored
          from activations a where id = ${order?.id}`,
    );
    expect(stored).toEqual({ messages_count: 1, stored: 1 });
  });

  it("that tells the SMS before it gives the number: the code reaches the order", async () => {
    const number = 639_171_234_567;
    const supplier = { id: 0 };
    const server = await givenServer(async (_, response) => {
      const sms = {
        supplierId: supplier.id,
        smsId: 7n,
        phone: number,
        sender: "Telegram",
        text: "code 55555",
      };
      await receiveSms(db, sms, deliverSms);
      sendJson(response, `{"status":"SUCCESS","number":${number},"activationId":31}`);
    });
    const early = await givenOffer(db, { kind: "agent", countryId: PHILIPPINES, baseUrl: server.url });
    supplier.id = early.supplierId;
    const buyer = await givenApiBuyer(db, 5_000);
    await buyActivation(
      db,
      purchase({ userId: buyer.userId, serviceId: TELEGRAM, countryId: PHILIPPINES, channel: "api" }),
    );
    expect(await ordersOf(buyer.userId)).toMatchObject([{ number: String(number), state: "received" }]);
  });

  it("that falls silent leaves the shop with its circuit, and its buyers get another number", async () => {
    let isDown = false;
    const server = await givenServer((request, response) => {
      if (isDown) response.destroy();
      else if (request.body.action === "GET_SERVICES")
        sendJson(
          response,
          '{"status":"SUCCESS","countryList":[{"country":"kenya","operatorMap":{"any":{"tg":9}}}]}',
        );
      else sendJson(response, '{"status":"NO_NUMBERS"}');
    });
    const supplierId = await withTransaction(db, async (tx) => {
      const id = await registerSupplier(tx, {
        code: "silent",
        name: "silent",
        key: "silent",
        kind: "agent",
        baseUrl: server.url,
        dialect: {},
      });
      await setSupplierPrices(tx, id, [{ serviceId: TELEGRAM, countryId: KENYA, costKopecks: kopecks(500) }]);
      return id;
    });
    const dearer = await givenOffer(db, {
      countryId: KENYA,
      count: 3,
      priceKopecks: 1_400,
      costKopecks: 1_000,
    });
    const offered = async () =>
      (
        await rows<{ supplier_id: number }>(
          db,
          sql`select supplier_id from pricing_offers where country_id = ${KENYA} and healthy and count > 0 order by retail_kopecks`,
        )
      ).map((row) => row.supplier_id);
    await pollSupplier(db, supplierId);
    await makeOfferSweep().run(db);
    expect(await offered()).toEqual([supplierId, dearer.supplierId]);

    isDown = true;
    const buyer = await givenApiBuyer(db, 5_000);
    const order = () =>
      // Without a limit the dearer supplier would be too far above the price that was told.
      call("POST", `/api/sms-users/get-number/${KENYA}/tg?maxPrice=1400`, {
        key: buyer.key,
        idempotencyKey: randomUUID(),
      });
    // Before anybody noticed: it is asked in vain, and the next one sells.
    expect((await order()).status).toBe(200);
    for (let failure = 0; failure < 3; failure += 1) await pollSupplier(db, supplierId);
    await makeOfferSweep().run(db);
    expect(await offered()).toEqual([dearer.supplierId]);
    const askedBefore = server.requests.length;
    expect((await order()).status).toBe(200);
    expect(server.requests.length).toBe(askedBefore);
    const numbers = (await ordersOf(buyer.userId)).map(({ number }) => Number(number));
    expect(dearer.numbers).toEqual(expect.arrayContaining(numbers));
    expect(await getBalance(db, buyer.userId)).toMatchObject({ heldKopecks: 2_800 });
    const list = await call("GET", `/api/service/get-prices/${KENYA}`);
    expect(await list.text()).not.toContain('"price":7');
  });
});
