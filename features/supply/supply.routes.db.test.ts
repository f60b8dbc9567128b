import { gzipSync } from "node:zlib";
import { Hono } from "hono";
import sql from "sql-template-tag";
import { beforeEach, describe, expect, it } from "vitest";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { type IncomingSms, redeliverSms } from "#features/supply/intake/intake.writes.ts";
import type { LentNumber } from "#features/supply/inventory/inventory.reads.ts";
import type { RentedNumber } from "#features/supply/rent/rent.reads.ts";
import type { IncomingCall } from "#features/supply/rent/rent.writes.ts";
import { registerSupplier, setSupplierPrices } from "#features/supply/suppliers.writes.ts";
import { listSuppliers } from "#features/supply/supply.reads.ts";
import { makeSupplyRoutes } from "#features/supply/supply.routes.ts";
import { enqueueFinish, switchSupplier } from "#features/supply/supply.writes.ts";
import { guest } from "#lib/api/actor.ts";
import { type ApiHono, mountRoute, requestFacts } from "#lib/api/mount.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { unseal } from "#lib/sealed-text.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const INDONESIA = 6;
const [TELEGRAM, WHATSAPP] = [52, 1];
const { db } = await useTestDb();
await withTransaction(db, seedCatalogue);

const heard: IncomingSms[] = [];
let taken = 1;
let fault: Error | null = null;
let lent: LentNumber[] = [];
let rented: RentedNumber[] = [];
const rang: IncomingCall[] = [];
const app: ApiHono = new Hono();
app.use(async (context, next) => {
  requestFacts(context);
  await next();
});
const routes = makeSupplyRoutes({
  onSms: async (_tx, _db, sms) => {
    heard.push(sms);
    if (fault) throw fault;
    return taken;
  },
  onManySms: async (_tx, _db, batch) => {
    heard.push(...batch);
    if (fault) throw fault;
    return new Set(taken > 0 ? batch.map(({ id }) => id) : []);
  },
  onCall: async (_tx, _db, call) => {
    rang.push(call);
    return 1;
  },
  listLent: async () => lent,
  listRented: async () => rented,
});
for (const route of routes) mountRoute(app, route, { db, resolveActor: async () => guest });

beforeEach(() => {
  heard.length = 0;
  taken = 1;
  fault = null;
  lent = [];
  rented = [];
  rang.length = 0;
});

async function givenSupplier(kind: "agent" | "own", key: string): Promise<number> {
  return withTransaction(db, async (tx) => {
    const common = { code: key, name: key, key };
    const id = await registerSupplier(
      tx,
      kind === "own" ? { ...common, kind } : { ...common, kind, baseUrl: "http://127.0.0.1:9/" },
    );
    const prices = [TELEGRAM, WHATSAPP].map((serviceId) => ({
      serviceId,
      countryId: INDONESIA,
      costKopecks: kopecks(900),
    }));
    await setSupplierPrices(tx, id, prices);
    return id;
  });
}
await givenSupplier("agent", "agent-key");

type Sent = { body?: BodyInit; headers?: Record<string, string> };
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
async function send(path: string, { body, headers }: Sent): Promise<{ status: number; body: any }> {
  const response = await app.request(`/api/partner/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": "bank/1", ...headers },
    body,
  });
  return { status: response.status, body: await response.json() };
}
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  send(path, { body: JSON.stringify(body), headers });

let lastSms = 0;
function sms(change: Record<string, unknown> = {}) {
  lastSms += 1;
  const phone = 628123456789;
  return {
    action: "PUSH_SMS",
    key: "agent-key",
    smsId: lastSms,
    phone,
    phoneFrom: "Telegram",
    text: "code 48291",
    ...change,
  };
}
function fields(smsId = "990001") {
  const words = { phoneFrom: "Telegram", text: "code 48291" };
  return { action: "PUSH_SMS", key: "agent-key", smsId, phone: "628123456789", ...words };
}
const countSms = () =>
  one<{ count: number }>(db, sql`select count(*) as count from supply_sms`).then(({ count }) => count);

describe("PUSH_SMS", () => {
  it("stores the SMS sealed, gives it to the orders and answers SUCCESS and nothing else", async () => {
    const body = sms();
    expect(await post("sms", body)).toEqual({ status: 200, body: { status: "SUCCESS" } });
    expect(heard).toEqual([
      expect.objectContaining({ phone: 628123456789, sender: "Telegram", text: "code 48291" }),
    ]);
    const stored = await one<{ sealed_text: string; matched: boolean }>(
      db,
      sql`select sealed_text, matched from supply_sms where sms_id = ${body.smsId}`,
    );
    expect(unseal(stored.sealed_text)).toBe("code 48291");
    expect(stored.sealed_text).not.toContain("48291");
    expect(stored.matched).toBe(true);
  });

  it("answers SUCCESS to a repetition and to an SMS that nobody waits for, and hands each on once", async () => {
    taken = 0;
    const body = sms();
    for (let time = 0; time < 3; time += 1)
      expect((await post("sms", body)).body).toEqual({ status: "SUCCESS" });
    expect(heard).toHaveLength(1);
  });

  it("hands on once what arrives twenty times at the same moment", async () => {
    const body = sms();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post("sms", body)));
    expect(answers.every(({ body: answer }) => answer.status === "SUCCESS")).toBe(true);
    expect(heard).toHaveLength(1);
  });

  it("keeps nothing when the orders' side fails, so that the repetition succeeds", async () => {
    const body = sms();
    fault = new Error("not now");
    expect(await post("sms", body)).toMatchObject({
      status: 503,
      body: { status: "ERROR", error: "SERVER_ERROR" },
    });
    fault = null;
    expect((await post("sms", body)).body).toEqual({ status: "SUCCESS" });
    expect(heard).toHaveLength(2);
  });

  it("takes gzip, ids up to 2^63-1 and any text", async () => {
    const text = "क \u0000 \ud800 😀";
    const raw = JSON.stringify(sms({ text })).replace(/"smsId":\d+/, '"smsId":9223372036854775807');
    const answer = await send("sms", {
      body: new Uint8Array(gzipSync(raw)),
      headers: { "content-encoding": "gzip" },
    });
    expect(answer.body).toEqual({ status: "SUCCESS" });
    expect(heard[0]).toMatchObject({ smsId: 9223372036854775807n, text: "क  \ufffd 😀" });
  });

  it("tells two suppliers' equal ids apart", async () => {
    await givenSupplier("agent", "agent-key-2");
    const body = sms();
    await post("sms", body);
    await post("sms", { ...body, key: "agent-key-2" });
    expect(heard).toHaveLength(2);
  });

  it("still takes SMS of a supplier whose sale is switched off: its numbers are lent", async () => {
    const id = await givenSupplier("agent", "switched-off");
    await withTransaction(db, (tx) => switchSupplier(tx, id, false));
    expect((await post("sms", sms({ key: "switched-off" }))).body).toEqual({ status: "SUCCESS" });
  });

  const SENT = { phone: 628123456789, sender: "Telegram", text: "code 48291" };
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ["an id of digits as text", { smsId: "00770001" }, { smsId: 770001n }],
    ["a phone of digits as text", { phone: " +628123456789" }, {}],
    ["members that it does not know", { extra: 1, at: { zone: "UTC" } }, {}],
    ["no sender", { phoneFrom: undefined }, { sender: "" }],
    ["a sender that is null", { phoneFrom: null }, { sender: "" }],
    ["a sender that is a number", { phoneFrom: 12025550143 }, { sender: "12025550143" }],
    ["an endless sender", { phoneFrom: "x".repeat(500) }, { sender: "x".repeat(100) }],
    ["a text that is a number", { text: 48291 }, { text: "48291" }],
    ["a long text, cut and marked", { text: "x".repeat(60_000) }, { text: `${"x".repeat(3_999)}…` }],
  ])("takes %s, and marks the supplier", async (_, change, expected) => {
    const key = `loose-${lastSms}`;
    const supplierId = await givenSupplier("agent", key);
    const body = sms({ ...change, key });
    for (let time = 0; time < 2; time += 1)
      expect(await post("sms", body)).toEqual({ status: 200, body: { status: "SUCCESS" } });
    expect(heard).toEqual([expect.objectContaining({ ...SENT, ...expected })]);
    const state = (await listSuppliers(db)).find(({ id }) => id === supplierId);
    expect(state).toMatchObject({ looseTypes: "PUSH_SMS", looseTypesAt: expect.any(Date) });
  });

  it("leaves no mark on a supplier that keeps to the protocol", async () => {
    const supplierId = await givenSupplier("agent", "exact-types");
    expect((await post("sms", sms({ key: "exact-types" }))).status).toBe(200);
    const state = (await listSuppliers(db)).find(({ id }) => id === supplierId);
    expect(state).toMatchObject({ looseTypes: null, looseTypesAt: null });
  });

  it("tells ids that are words apart, and takes each of them once", async () => {
    const word = "6f3d2b1e-0000-4000-8000-000000000001";
    for (const smsId of [word, word, `${word.slice(0, -1)}2`]) await post("sms", sms({ smsId }));
    expect(heard).toHaveLength(2);
  });

  it.each([
    ["a form", "application/x-www-form-urlencoded", new URLSearchParams(fields()).toString()],
    ["JSON that is called a form", "application/x-www-form-urlencoded", JSON.stringify(fields("990002"))],
    ["JSON that is called text", "text/plain; charset=utf-8", JSON.stringify(fields("990003"))],
    [
      "a long form with its key at the end",
      "application/x-www-form-urlencoded",
      new URLSearchParams({
        ...fields("990004"),
        text: `code 48291${" ".repeat(90_000)}`,
        key: "agent-key",
      }).toString(),
    ],
  ])("takes an SMS that comes as %s", async (_, type, body) => {
    const answer = await send("sms", { body, headers: { "content-type": type } });
    expect(answer).toEqual({ status: 200, body: { status: "SUCCESS" } });
    expect(heard[0]).toMatchObject({ phone: 628123456789, text: expect.stringMatching(/^code 48291/) });
  });

  it("is preceded by a ping that needs no key", async () => {
    const answer = await app.request("/api/partner/ping");
    expect([answer.status, await answer.json()]).toEqual([200, { status: "SUCCESS" }]);
  });

  it.each<[string, Record<string, unknown>, number, string]>([
    ["no key", { key: undefined }, 401, "ERROR_NO_KEY"],
    ["a wrong key", { key: "nobody" }, 401, "ERROR_WRONG_KEY"],
    ["a key of another type", { key: 5 }, 401, "ERROR_WRONG_KEY"],
    ["another action", { action: "GET_NUMBER" }, 405, "REQUEST_NOT_FOUND"],
    ["no id", { smsId: undefined }, 400, "BAD_REQUEST"],
    ["an empty id", { smsId: "" }, 400, "BAD_REQUEST"],
    ["a phone that is a word", { phone: "mine" }, 400, "BAD_REQUEST"],
    ["a negative id", { smsId: -1 }, 400, "BAD_REQUEST"],
    ["a fraction", { smsId: 1.5 }, 400, "BAD_REQUEST"],
    ["a phone that is none", { phone: 112 }, 400, "BAD_REQUEST"],
    ["no text", { text: undefined }, 400, "BAD_REQUEST"],
    ["a text that is a list", { text: ["48291"] }, 400, "BAD_REQUEST"],
  ])("refuses an SMS with %s and keeps nothing", async (_, change, status, error) => {
    const before = await countSms();
    const answer = await post("sms", sms(change));
    expect(answer).toMatchObject({ status, body: { status: "ERROR", error, message: expect.any(String) } });
    expect(await countSms()).toBe(before);
  });

  it.each<[string, Sent, number, string]>([
    [
      "no User-Agent",
      { body: JSON.stringify(sms()), headers: { "user-agent": "" } },
      400,
      "ERROR_NO_USER_AGENT",
    ],
    [
      "a form of parts",
      { body: "a=1", headers: { "content-type": "multipart/form-data; boundary=x" } },
      415,
      "BAD_ENCODING",
    ],
    [
      "a form of too many fields",
      { body: "a=1&".repeat(300), headers: { "content-type": "application/x-www-form-urlencoded" } },
      413,
      "TOO_LARGE",
    ],
    ["broken JSON", { body: "{" }, 400, "BAD_REQUEST"],
    ["a list", { body: "[]" }, 400, "BAD_REQUEST"],
    ["no body", {}, 400, "BAD_REQUEST"],
    ["deep nesting", { body: `{"a":${"[".repeat(9_000)}` }, 400, "BAD_REQUEST"],
    ["a huge body", { body: JSON.stringify({ a: "x".repeat(200_000) }) }, 413, "TOO_LARGE"],
    [
      "a gzip bomb",
      {
        body: new Uint8Array(gzipSync(Buffer.alloc(9_000_000, 32))),
        headers: { "content-encoding": "gzip" },
      },
      413,
      "TOO_LARGE",
    ],
    ["broken gzip", { body: "{}", headers: { "content-encoding": "gzip" } }, 415, "BAD_ENCODING"],
    ["brotli", { body: "{}", headers: { "content-encoding": "br" } }, 415, "BAD_ENCODING"],
    ["bad UTF-8", { body: new Uint8Array([0x7b, 0xff]) }, 415, "BAD_ENCODING"],
  ])("refuses a request with %s", async (_, sent, status, error) => {
    expect(await send("sms", sent)).toMatchObject({ status, body: { status: "ERROR", error } });
  });

  it("gives an SMS that came before its order had the number to that order, once", async () => {
    taken = 0;
    const body = sms({ phone: 628777777777 });
    await post("sms", body);
    const { supplier_id: supplierId } = await one<{ supplier_id: number }>(
      db,
      sql`select supplier_id from supply_sms where phone = 628777777777`,
    );
    const on = { supplierId, phone: 628777777777, withinSeconds: 60 };
    const sink = async (_tx: unknown, __: unknown, late: IncomingSms) => (late.text === "code 48291" ? 1 : 0);
    expect(await redeliverSms(db, on, sink)).toBe(1);
    expect(await redeliverSms(db, on, sink)).toBe(0);
  });
});

describe("own stock reported by a partner", () => {
  let serial = 0;
  const number = (at: number) => 628110000000 + serial * 1_000 + at;
  const online = (at: number, more = {}) => ({ number: number(at), country: "indonesia", ...more });
  const stock = () =>
    rows<{ number: number; service_id: number }>(
      db,
      sql`select s.number, l.service_id from supply_stock s join supply_offers l on l.id = s.offer_id
          where l.supplier_id = ${supplierId} order by 1, 2`,
    );
  const claim = (serviceId: number) =>
    rows<{ offer_id: number; number: number }>(
      db,
      sql`select * from supply_claim_stock(array(select id from supply_offers
            where supplier_id = ${supplierId} and service_id = ${serviceId}), array[1], array[0::bigint])`,
    );
  let supplierId = 0;
  let key = "";
  const whole = (numbers: unknown[]) => post("numbers", { action: "NUMBERS_ONLINE", key, numbers });
  const changed = (numbers: unknown[], removed: number[] = []) =>
    post("numbers", { action: "NUMBERS_CHANGED", key, numbers, removed });

  beforeEach(async () => {
    serial += 1;
    key = `own-${serial}`;
    supplierId = await givenSupplier("own", key);
  });

  it("goes on sale for every service with a price, or for those named", async () => {
    expect(
      (await whole([online(1), online(2, { services: ["tg"], operator: "telkomsel", portId: "p7" })])).body,
    ).toEqual({
      status: "SUCCESS",
      online: 2,
      putOnSale: 3,
      takenOff: 0,
      refused: [],
    });
    expect(await stock()).toEqual([
      { number: number(1), service_id: WHATSAPP },
      { number: number(1), service_id: TELEGRAM },
      { number: number(2), service_id: TELEGRAM },
    ]);
    const offers = await rows(
      db,
      sql`select operator, service_id, claimed_count from supply_offers where supplier_id = ${supplierId} order by 1, 2`,
    );
    expect(offers).toEqual([
      { operator: "any", service_id: WHATSAPP, claimed_count: 1 },
      { operator: "any", service_id: TELEGRAM, claimed_count: 1 },
      { operator: "telkomsel", service_id: TELEGRAM, claimed_count: 1 },
    ]);
  });

  const forRent = () =>
    rows<{ number: number; online: boolean }>(
      db,
      sql`select number, online from supply_rent_numbers where supplier_id = ${supplierId} order by number`,
    );

  it("is for rent when it is reported so, apart from sale; it comes and goes with the list", async () => {
    const first = await whole([online(1), online(2, { rent: true, services: ["tg"] })]);
    expect(first.body).toMatchObject({ online: 2, putOnSale: 3, refused: [] });
    expect((await stock()).map((unit) => unit.number)).toEqual([number(1), number(1)]);
    expect(await forRent()).toEqual([{ number: number(2), online: true }]);
    expect((await whole([online(1)])).body).toMatchObject({ online: 1, takenOff: 1 });
    expect(await forRent()).toEqual([{ number: number(2), online: false }]);
    expect((await changed([online(2, { rent: true })])).body).toMatchObject({ putOnSale: 1 });
    expect((await changed([], [number(2)])).body).toMatchObject({ takenOff: 1 });
  });

  it("stays what it was first reported as: for single SMS or for rent", async () => {
    await whole([online(1), online(2, { rent: true })]);
    const swapped = await whole([online(1, { rent: true }), online(2)]);
    expect(swapped.body.refused).toEqual([
      { number: number(2), error: "NUMBER_TAKEN" },
      { number: number(1), error: "NUMBER_TAKEN" },
    ]);
    expect((await stock()).map((unit) => unit.number)).not.toContain(number(2));
  });

  it("tells of a call once, however often it is pushed", async () => {
    const call = { action: "PUSH_CALL", key, callId: serial, phone: number(2), phoneFrom: "49301234" };
    for (const at of ["2026-11-21T12:00:00Z", "2026-11-21T12:00:00Z"])
      expect((await post("call", { ...call, at })).body).toEqual({ status: "SUCCESS" });
    expect(rang).toHaveLength(1);
    expect(rang[0]).toMatchObject({ caller: "49301234", calledAt: new Date("2026-11-21T12:00:00Z") });
    expect((await post("call", { ...call, callId: "1" })).body).toMatchObject({ error: "BAD_REQUEST" });
  });

  it("hears in CHECK_WORK what is rented", async () => {
    const until = new Date("2026-12-01T00:00:00Z");
    rented = [
      { reference: 7, number: number(2), serviceId: null, countryId: INDONESIA, until },
      { reference: 8, number: number(3), serviceId: TELEGRAM, countryId: INDONESIA, until },
    ];
    expect((await post("check-work", { action: "CHECK_WORK", key })).body).toMatchObject({
      rented: [
        { rentalId: 7, number: number(2), service: "full", country: "indonesia", until: until.toISOString() },
        { rentalId: 8, service: "tg" },
      ],
    });
  });

  it("does not change when the same report comes again", async () => {
    await whole([online(1), online(2)]);
    expect((await whole([online(1), online(2)])).body).toMatchObject({
      online: 2,
      putOnSale: 0,
      takenOff: 0,
    });
  });

  it("leaves sale when its number is gone from the list, and comes back with it", async () => {
    await whole([online(1), online(2)]);
    expect((await whole([online(2)])).body).toMatchObject({ online: 1, takenOff: 2 });
    expect((await stock()).map((unit) => unit.number)).toEqual([number(2), number(2)]);
    expect((await changed([online(1)])).body).toMatchObject({ online: 2, putOnSale: 2 });
    expect((await changed([], [number(1)])).body).toMatchObject({ online: 1, takenOff: 2 });
  });

  it("is never sold twice for one service: a lent or used unit does not come back with a report", async () => {
    await whole([online(1)]);
    expect(await claim(TELEGRAM)).toHaveLength(1);
    for (const report of [[online(1)], [], [online(1)]]) await whole(report);
    expect(await stock()).toEqual([{ number: number(1), service_id: WHATSAPP }]);
  });

  it("is back on sale when an order gives it back, four times in all", async () => {
    await whole([online(1, { services: ["tg"] })]);
    for (let lending = 1; lending <= 4; lending += 1) {
      const [unit] = await claim(TELEGRAM);
      expect(unit?.number).toBe(number(1));
      await execute(db, sql`select supply_put_back(${unit?.offer_id}, ${unit?.number})`);
    }
    expect(await claim(TELEGRAM)).toEqual([]);
  });

  it("waits for its number when it is given back while the number is off line", async () => {
    await whole([online(1, { services: ["tg"] })]);
    const [unit] = await claim(TELEGRAM);
    await whole([]);
    await execute(db, sql`select supply_put_back(${unit?.offer_id}, ${unit?.number})`);
    expect(await stock()).toEqual([]);
    await whole([online(1, { services: ["tg"] })]);
    expect(await stock()).toEqual([{ number: number(1), service_id: TELEGRAM }]);
  });

  it("survives reports and sales at the same time without selling a unit twice", {
    timeout: 30_000,
  }, async () => {
    const numbers = Array.from({ length: 40 }, (_, at) => online(at, { services: ["tg"] }));
    await whole(numbers);
    const sold: number[] = [];
    const buyer = async () => {
      for (let time = 0; time < 8; time += 1)
        sold.push(...(await claim(TELEGRAM)).map((unit) => unit.number));
    };
    const reporter = async () => {
      for (let time = 0; time < 8; time += 1) await whole(time % 2 === 0 ? numbers.slice(0, 20) : numbers);
    };
    await Promise.all([buyer(), buyer(), buyer(), buyer(), buyer(), reporter()]);
    await whole(numbers);
    for (let rest = await claim(TELEGRAM); rest.length > 0; rest = await claim(TELEGRAM))
      sold.push(...rest.map((unit) => unit.number));
    expect(sold).toHaveLength(40);
    expect(new Set(sold).size).toBe(40);
  });

  it("refuses numbers one by one, and takes the others", async () => {
    const other = await givenSupplier("own", `${key}-other`);
    expect(other).toBeGreaterThan(0);
    await post("numbers", { action: "NUMBERS_CHANGED", key: `${key}-other`, numbers: [online(9)] });
    const answer = await changed([
      online(1),
      { number: number(2), country: "atlantis" },
      { number: 447700900123, country: "indonesia" },
      online(4, { services: ["tg", "zzzz"] }),
      online(9),
    ]);
    expect(answer.body).toMatchObject({
      status: "SUCCESS",
      online: 1,
      refused: [
        { number: number(2), error: "COUNTRY_UNKNOWN" },
        { number: 447700900123, error: "NUMBER_WRONG_COUNTRY" },
        { number: number(4), error: "SERVICE_UNKNOWN" },
        { number: number(9), error: "NUMBER_TAKEN" },
      ],
    });
  });

  it("is refused from an agent, from a stranger and from a partner that is switched off", async () => {
    const report = { action: "NUMBERS_ONLINE", numbers: [] };
    expect((await post("numbers", { ...report, key: "agent-key" })).body.error).toBe("API_ACCESS_DISABLED");
    expect((await post("numbers", { ...report, key: "nobody" })).body.error).toBe("ERROR_WRONG_KEY");
    await withTransaction(db, (tx) => switchSupplier(tx, supplierId, false));
    expect((await whole([])).body.error).toBe("ACCOUNT_BLOCKED");
  });

  describe("in a list too long to be unpacked for strangers", () => {
    /** Enough numbers for 100 KB, of a country that does not exist: they are answered one by one, and stored nowhere. */
    const long = (count = 2_000) =>
      Array.from({ length: count }, () => ({ number: number(1), country: "nowhere-at-all" }));
    const pack = (body: unknown) => ({
      body: new Uint8Array(gzipSync(JSON.stringify(body))),
      headers: { "content-encoding": "gzip" },
    });
    const plain = (body: unknown) => ({ body: JSON.stringify(body) });

    it("is heard when its key stands before the list, packed or not, and at its end where it is not packed", async () => {
      const numbers = long();
      for (const sent of [
        plain({ action: "NUMBERS_ONLINE", key, numbers }),
        pack({ action: "NUMBERS_ONLINE", key, numbers }),
        plain({ action: "NUMBERS_ONLINE", numbers, key }),
      ])
        expect((await send("numbers", sent)).body).toMatchObject({
          status: "SUCCESS",
          refused: { length: 2_000 },
        });
    });

    it("is refused before it is unpacked when its key is unknown or does not come first", async () => {
      const numbers = long(20_000);
      expect(
        (await send("numbers", pack({ action: "NUMBERS_ONLINE", key: "nobody", numbers }))).body.error,
      ).toBe("ERROR_WRONG_KEY");
      expect((await send("numbers", pack({ action: "NUMBERS_ONLINE", numbers, key }))).body.error).toBe(
        "ERROR_NO_KEY",
      );
    });

    it("is refused when another key than the first one it shows is its own", async () => {
      const body = JSON.stringify({ action: "NUMBERS_ONLINE", key, numbers: long() });
      const doubled = `${body.slice(0, -1)},"key":"nobody"}`;
      expect((await send("numbers", { body: doubled })).body.error).toBe("ERROR_WRONG_KEY");
    });
  });

  it.each([
    { number: "628110000001", country: "indonesia" },
    { number: 628110000001 },
    { number: 1, country: "indonesia" },
    5,
    null,
  ])("refuses %j as a number", async (wrong) => {
    expect(await whole([wrong])).toMatchObject({ status: 400, body: { error: "BAD_REQUEST" } });
  });

  it("learns what is lent and what has ended, until it acknowledges", async () => {
    lent = [{ reference: 901, number: number(1), serviceId: TELEGRAM, countryId: INDONESIA }];
    await enqueueFinish(db, { supplierId, supplierRef: 900, outcome: 3, activationId: 900 });
    const work = { action: "CHECK_WORK", key };
    const { body } = await post("check-work", work);
    expect(body).toEqual({
      status: "SUCCESS",
      rented: [],
      lent: [{ activationId: 901, number: number(1), service: "tg", country: "indonesia" }],
      finished: [{ id: expect.any(Number), activationId: 900, status: 3 }],
    });
    expect((await post("check-work", work)).body.finished).toHaveLength(1);
    expect(
      (await post("check-work", { ...work, acknowledged: [body.finished[0].id] })).body.finished,
    ).toEqual([]);
    expect((await post("check-work", { ...work, acknowledged: ["1"] })).status).toBe(400);
  });
});
