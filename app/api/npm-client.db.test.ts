import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deliverOver, openRealPort, type RealPort } from "#app/api/real-port.factory.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer, type Offer } from "#features/pricing/offers.factory.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { askByClient, type SmsActivateClient, smsActivateClient } from "#lib/testing/sms-activate-client.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
let port: RealPort;
let offer: Offer;
let key = "";

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  port = await openRealPort(db);
  offer = await givenOffer(db, { countryId: 6, count: 3, priceKopecks: 1_250 });
  key = (await givenApiBuyer(db, 5_000)).key;
});
afterAll(() => port.stop());

function client(withKey = key): SmsActivateClient {
  return smsActivateClient(port.handlerUrl, withKey);
}

function deliver(smsId: number, phone: number, text: string): Promise<unknown> {
  return deliverOver(port, offer.pushKey, { smsId, phone, text });
}

describe("sms-activate 1.0.1 from npm, over a real port", () => {
  it("buys a number, receives its code, asks for one more, receives that, and finishes", async () => {
    const bot = client();
    expect(await bot.getBalance()).toBe(50);
    const bought = await bot.getNumber("tg", 6);
    expect(offer.numbers).toContain(bought?.number);
    const { id, number } = bought as { id: number; number: number };
    expect(await bot.getBalance()).toBe(37);
    expect(await bot.setStatus(id, 1)).toBe("ACCESS_READY");
    expect([await bot.getStatus(id), await bot.getCode(id)]).toEqual(["STATUS_WAIT_CODE", null]);
    expect(await deliver(1, number, "Telegram code 04711")).toMatchObject({ status: "SUCCESS" });
    expect([await bot.getStatus(id), await bot.getCode(id)]).toEqual(["STATUS_OK", "04711"]);
    await expect(bot.setStatus(id, 8)).rejects.toThrow("Bad status");
    expect(await bot.setStatus(id, 3)).toBe("ACCESS_RETRY_GET");
    expect(await bot.getStatus(id)).toBe("STATUS_WAIT_RETRY");
    await deliver(2, number, "Telegram code 99001");
    expect(await bot.getCode(id)).toBe("99001");
    expect(await bot.setStatus(id, 6)).toBe("ACCESS_ACTIVATION");
    expect([await bot.getStatus(id), await bot.getCode(id)]).toEqual(["STATUS_OK", "99001"]);
    expect(await bot.getBalance(true)).toBe(37);
  });

  it("cancels and has its money back", async () => {
    const bot = client();
    const before = await bot.getBalance();
    const { id } = (await bot.getNumber("tg", 6)) as { id: number };
    await expect(bot.setStatus(id, 6)).rejects.toThrow("Bad status");
    expect(await bot.setStatus(id, 8)).toBe("ACCESS_CANCEL");
    expect(await bot.getStatus(id)).toBe("STATUS_CANCEL");
    expect(await bot.getBalance()).toBe(before);
  });

  it("rents a number, extends it at the price asked for before, and cancels another one with its money back", async () => {
    await givenRentOffer(db, { countryId: 6, count: 2, hourCostKopecks: 100 });
    const bot = client((await givenApiBuyer(db, 10_000)).key);
    const rented = await askByClient(bot, "getRentNumber", { service: "tg", country: 6, rent_time: 4 });
    const id = rented.phone?.id ?? 0;
    expect(rented).toMatchObject({ status: "success", phone: { number: expect.stringMatching(/^\d+$/) } });
    expect(await askByClient(bot, "getRentStatus", { id })).toEqual({
      status: "error",
      message: "STATUS_WAIT_CODE",
    });
    const before = (await bot.getBalance()) ?? 0;
    const { price = 0 } = await askByClient(bot, "continueRentInfo", { id, hours: 4 });
    const extended = await askByClient(bot, "continueRentNumber", { id, rent_time: 4 });
    expect(Date.parse(`${extended.phone?.endDate}Z`) - Date.parse(`${rented.phone?.endDate}Z`)).toBe(
      4 * 3_600_000,
    );
    // The package reads whole roubles.
    expect(Math.abs(before - price - ((await bot.getBalance()) ?? 0))).toBeLessThan(1);
    const other = await askByClient(bot, "getRentNumber", { service: "full", country: 6, rent_time: 4 });
    const whole = other.phone?.id ?? 0;
    expect((await askByClient(bot, "getRentList")).values).toMatchObject({
      0: { id: String(whole) },
      1: { id: String(id) },
    });
    expect(await askByClient(bot, "setRentStatus", { id: whole, status: 2 })).toEqual({ status: "success" });
    expect(await askByClient(bot, "setRentStatus", { id, status: 2 })).toMatchObject({
      message: "CANT_CANCEL",
    });
    expect(await askByClient(bot, "setRentStatus", { id, status: 1 })).toEqual({ status: "success" });
  });

  it("asks for prices and stock, buys by getNumberV2 and finds the order in both lists", async () => {
    const another = await givenOffer(db, { countryId: 8, count: 4, priceKopecks: 1_250 });
    const bot = client((await givenApiBuyer(db, 10_000)).key);
    const ask = async (action: string, sent = {}): Promise<unknown> => askByClient(bot, action, sent);
    const price = { cost: 12.5, count: 4, physicalCount: 4 };
    expect(await ask("getPrices", { service: "tg", country: 8 })).toEqual({ 8: { tg: price } });
    expect(await ask("getNumbersStatus", { country: 8 })).toMatchObject({ tg_0: "4" });
    const order = (await ask("getNumberV2", { service: "tg", country: 8 })) as Record<string, string>;
    expect(another.numbers.map(String)).toContain(order.phoneNumber);
    const { activationId, phoneNumber } = order;
    expect(await ask("getActiveActivations")).toMatchObject({
      activeActivations: [{ activationId, phoneNumber }],
    });
    expect(await ask("getCurrentActivations")).toMatchObject({
      array: [{ id: activationId, phone: phoneNumber }],
    });
    expect(await bot.setStatus(Number(activationId), 8)).toBe("ACCESS_CANCEL");
    expect(await ask("getActiveActivations")).toBe("NO_ACTIVATIONS");
  });

  it("understands every refusal as what it is", async () => {
    await expect(client("0".repeat(32)).getBalance()).rejects.toThrow("Invalid API Key");
    await expect(client().getNumber("tg")).rejects.toThrow("No free numbers");
    await expect(client().getNumber("nosuch", 6)).rejects.toThrow("Bad serivce");
    await expect(client().getStatus(1)).rejects.toThrow("Invalid activation id");
    const poor = (await givenApiBuyer(db, 0)).key;
    await expect(client(poor).getNumber("tg", 6)).rejects.toThrow("Not enough money");
  });

  it("reaches the same protocol at the root of the host api.*", async () => {
    const { request } = await import("node:http");
    const text = await new Promise<string>((resolve, reject) => {
      const path = `/?action=getBalance&api_key=${key}`;
      const sent = request(`${port.origin}${path}`, { headers: { host: "api.smsden.test" } }, (response) => {
        let body = "";
        response.on("data", (chunk) => {
          body += String(chunk);
        });
        response.on("end", () => resolve(`${response.statusCode} ${body}`));
      });
      sent.on("error", reject).end();
    });
    expect(text).toMatch(/^200 ACCESS_BALANCE:\d+\.\d\d$/);
  });

  it("leaves no key in the log of requests", () => {
    expect(port.lines.length).toBeGreaterThan(10);
    const written = JSON.stringify(port.lines);
    expect(written).toContain("getNumber");
    expect(written).not.toContain(key);
    expect(written).not.toContain(offer.pushKey);
  });
});
