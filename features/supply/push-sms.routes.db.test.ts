import { gzipSync } from "node:zlib";
import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import { type IncomingSms, redeliverSms } from "#features/supply/intake/intake.writes.ts";
import { listSuppliers } from "#features/supply/supply.reads.ts";
import { switchSupplier } from "#features/supply/supply.writes.ts";
import {
  app,
  db,
  givenSupplier,
  heard,
  lastSms,
  post,
  product,
  type Sent,
  send,
  sms,
} from "#features/supply/supply-routes.factory.ts";
import { one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { unseal } from "#lib/sealed-text.ts";

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
    product.taken = 0;
    const body = sms();
    for (let time = 0; time < 3; time += 1)
      expect((await post("sms", body)).body).toEqual({ status: "SUCCESS" });
    expect(heard).toHaveLength(1);
  });

  it("hands on, once each, what comes under ids that were used before: a supplier's counter has begun anew", async () => {
    const body = sms();
    const others = [
      { ...body, text: "code 48292" },
      { ...body, phone: 628123456780 },
    ];
    for (const one of [body, ...others, ...others, body])
      expect((await post("sms", one)).body).toEqual({ status: "SUCCESS" });
    expect(heard.map(({ phone, text }) => [phone, text])).toEqual([
      [628123456789, "code 48291"],
      [628123456789, "code 48292"],
      [628123456780, "code 48291"],
    ]);
  });

  it("hands on once what arrives twenty times at the same moment", async () => {
    const body = sms();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post("sms", body)));
    expect(answers.every(({ body: answer }) => answer.status === "SUCCESS")).toBe(true);
    expect(heard).toHaveLength(1);
  });

  it("keeps nothing when the orders' side fails, so that the repetition succeeds", async () => {
    const body = sms();
    product.fault = new Error("not now");
    expect(await post("sms", body)).toMatchObject({
      status: 503,
      body: { status: "ERROR", error: "SERVER_ERROR" },
    });
    product.fault = null;
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

  it.each([
    ["GET", undefined],
    ["POST", undefined],
    ["POST", '{"action":"PING","key":"nobody"}'],
    ["POST", "no JSON at all"],
  ])("is preceded by a ping by %s that needs no key, whatever its body (%s)", async (method, body) => {
    const answer = await app.request("/api/partner/ping", { method, body });
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
    product.taken = 0;
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
