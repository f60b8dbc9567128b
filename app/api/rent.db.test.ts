import { beforeAll, describe, expect, it } from "vitest";
import { createApiApp } from "#app/api/api-app.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { handlerPath } from "#features/handler-api/handler-api.contract.ts";
import { createKey } from "#features/identity/api-keys/api-keys.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { setRentHourCosts } from "#features/supply/rent/rent.writes.ts";
import { registerSupplier } from "#features/supply/suppliers.writes.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { moveClockToNoon } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const app = createApiApp(db);
const KEY = "the partner's own key";

beforeAll(async () => {
  // A key's day (UTC) may not end between what it spends and what it is refused.
  await moveClockToNoon(owner);
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  await withTransaction(db, async (tx) => {
    const id = await registerSupplier(tx, { code: "own-rent", name: "Own", key: KEY, kind: "own" });
    const { serviceByCode } = await readCatalogue(db);
    const costs = ["tg", "wa", null].map((code) => ({
      serviceId: code === null ? null : (serviceByCode.get(code)?.id ?? 0),
      countryId: 6,
      costKopecks: kopecks(code === null ? 300 : 100),
    }));
    await setRentHourCosts(tx, id, costs);
  });
});

async function tell(path: string, body: Record<string, unknown>) {
  const response = await app.request(`/api/partner/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": "partner" },
    body: JSON.stringify({ key: KEY, ...body }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
  return (await response.json()) as any;
}

async function ask(key: string, action: string, sent: Record<string, string | number> = {}) {
  const query = new URLSearchParams({ api_key: key, action });
  for (const [name, value] of Object.entries(sent)) query.set(name, String(value));
  return (await app.request(`${handlerPath}?${query}`)).text();
}

const online = (number: number, more = {}) => ({ number, country: "indonesia", rent: true, ...more });

describe("rent, from the partner to the bot and back", () => {
  it("a partner reports numbers; a bot rents one, reads its SMS, sees its call on the site, extends and ends it", async () => {
    const numbers = [628_111_000_001, 628_111_000_002].map((number) => online(number));
    expect(await tell("numbers", { action: "NUMBERS_ONLINE", numbers })).toMatchObject({
      online: 2,
      refused: [],
    });
    const { key } = await givenApiBuyer(db, 50_000);
    const whole = JSON.parse(await ask(key, "getRentNumber", { service: "full", country: 6, rent_time: 24 }));
    const { id, number } = whole.phone;
    const { rented } = await tell("check-work", { action: "CHECK_WORK" });
    expect(rented).toMatchObject([
      { rentalId: id, number: Number(number), service: "full", country: "indonesia" },
    ]);
    const sms = { action: "PUSH_SMS", smsId: 1, phone: Number(number), phoneFrom: "WhatsApp" };
    const pushed = { ...sms, text: "Your WhatsApp code: 123-456" };
    for (let time = 0; time < 2; time += 1) expect(await tell("sms", pushed)).toEqual({ status: "SUCCESS" });
    const call = { action: "PUSH_CALL", callId: 1, phone: Number(number), phoneFrom: "4930555" };
    expect(await tell("call", call)).toEqual({ status: "SUCCESS" });
    expect(JSON.parse(await ask(key, "getRentStatus", { id }))).toMatchObject({
      quantity: "1",
      values: { "0": { phoneFrom: "WhatsApp", text: "Your WhatsApp code: 123-456", service: "full" } },
    });
    const onSite = await app.request(`/api/rentals/${id}`, { headers: { authorization: `Bearer ${key}` } });
    expect(await onSite.json()).toMatchObject({
      calls: [{ caller: "4930555" }],
      messages: [{ code: "123456" }],
    });
    expect(await ask(key, "continueRentNumber", { id, rent_time: 48 })).toContain('"status":"success"');
    expect(await ask(key, "setRentStatus", { id, status: 1 })).toBe('{"status":"success"}');
    expect((await tell("check-work", { action: "CHECK_WORK" })).rented).toEqual([]);
    const history = await app.request("/api/balance/history", {
      headers: { authorization: `Bearer ${key}` },
    });
    const { lines } = (await history.json()) as { lines: { kind: string; number: string }[] };
    expect(lines.filter(({ number }) => number === String(id)).map(({ kind }) => kind)).toEqual([
      "rental_extension",
      "rental",
      "rental",
    ]);
  });

  it("a key's day holds orders and rents together, in either order", async () => {
    await tell("numbers", {
      action: "NUMBERS_CHANGED",
      numbers: [628_111_000_003, 628_111_000_004].map((number) => online(number)),
    });
    await givenOffer(db, { countryId: 6, count: 5, costKopecks: 400, priceKopecks: 560 });
    const keyFor = async () => {
      const { userId } = await givenApiBuyer(db, 50_000);
      const rights = { serviceIds: null, countryIds: null, networks: null, expiresAt: null };
      const made = await withTransaction(db, (tx) =>
        createKey(tx, userId, "live", {
          ...rights,
          ...{ name: "bot", scopes: ["read", "buy", "rent"], dailyLimitKopecks: 560, priceCapKopecks: null },
        }),
      );
      return made.key;
    };
    const rent = { service: "tg", country: 6, rent_time: 4 };
    const [first, second] = [await keyFor(), await keyFor()];
    expect(await ask(first, "getRentNumber", rent)).toContain("success");
    expect(await ask(first, "getNumber", { service: "tg", country: 6 })).toBe("NO_BALANCE");
    expect(await ask(second, "getNumber", { service: "tg", country: 6 })).toMatch(/^ACCESS_NUMBER:/);
    expect(await ask(second, "getRentNumber", rent)).toBe('{"status":"error","message":"NO_BALANCE"}');
  });
});
