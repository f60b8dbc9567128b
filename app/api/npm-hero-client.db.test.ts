import {
  ActivationNotFoundError,
  AuthenticationError,
  HeroSMSClient,
  HeroSMSError,
  NoNumbersError,
  WrongMaxPriceError,
} from "hero-sms";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deliverOver, openRealPort, type RealPort } from "#app/api/real-port.factory.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import type { TypesName } from "#features/identity/api-keys/api-keys.rules.ts";
import { createKey } from "#features/identity/api-keys/api-keys.writes.ts";
import { keyInput } from "#features/identity/api-keys/keys.factory.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer, type Offer } from "#features/pricing/offers.factory.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
let port: RealPort;
let offer: Offer;
const telegram = { service: "tg", country: 6 };

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  port = await openRealPort(db);
  offer = await givenOffer(db, { countryId: 6, count: 20, priceKopecks: 1_250 });
});
afterAll(() => port.stop());

function clientOf(apiKey: string): HeroSMSClient {
  return new HeroSMSClient({ apiKey, baseUrl: port.handlerUrl });
}
const newClient = async (balanceKopecks = 10_000) => clientOf((await givenApiBuyer(db, balanceKopecks)).key);

/** An action that the package has no method for, sent and judged as it does its own. */
function ask(client: HeroSMSClient, action: string, sent: object = {}): Promise<unknown> {
  const { request } = client as unknown as { request: (action: string, sent: object) => Promise<unknown> };
  return request.call(client, action, sent);
}

/** Asks for the state again and again, as a bot does, until there is a code. */
function waitForCode(client: HeroSMSClient, id: number): Promise<string | undefined> {
  return eventually(
    async () => {
      const { status, code } = await client.getStatus(id);
      expect(status).toBe("STATUS_OK");
      return code;
    },
    { timeout: 20_000, interval: 50 },
  );
}

let smsId = 0;
async function receive(client: HeroSMSClient, id: number, phone: string, text: string) {
  smsId += 1;
  const sms = { smsId, phone: Number(phone), text };
  const [code] = await Promise.all([waitForCode(client, id), deliverOver(port, offer.pushKey, sms)]);
  return code;
}

/** The order with its id, as the program finds it in its list. */
const listed = async (client: HeroSMSClient, id: number | string) =>
  (await client.getActiveActivations()).data.find(({ activationId }) => activationId === String(id));

describe("hero-sms 2.0.0 from npm, over a real port", () => {
  it("buys a number, waits for its code, asks for one more, waits for that, and finishes", async () => {
    const bot = await newClient();
    expect(await bot.getBalance()).toBe(100);
    const { activationId: id, phoneNumber } = await bot.getNumber(telegram);
    expect(offer.numbers.map(String)).toContain(phoneNumber);
    expect(await bot.getBalance()).toBe(87.5);
    expect(await bot.markReady(id)).toBe("ACCESS_READY");
    expect(await bot.getStatus(id)).toEqual({ status: "STATUS_WAIT_CODE" });
    expect(await receive(bot, id, phoneNumber, "Telegram code 04711")).toBe("04711");
    expect(await bot.getStatusV2(id)).toMatchObject({
      verificationType: 0,
      sms: { code: "04711", text: "Telegram code 04711", dateTime: expect.any(String) },
    });
    expect(await bot.requestResend(id)).toBe("ACCESS_RETRY_GET");
    expect(await bot.getStatus(id)).toEqual({ status: "STATUS_WAIT_RETRY", code: "04711" });
    expect(await receive(bot, id, phoneNumber, "Telegram code 99001")).toBe("99001");
    const sms = await bot.getAllSms({ id: String(id) });
    expect(sms).toMatchObject({ data: [{ code: "99001" }, { code: "04711" }], meta: { total: 2 } });
    expect(await bot.complete(id)).toBe("ACCESS_ACTIVATION");
    expect(await bot.getBalance()).toBe(87.5);
    const past = (await bot.getHistory()).map((order) => [order.id, order.phone]);
    expect(past).toEqual([[String(id), phoneNumber]]);
  });

  it("buys by getNumberV2, finds the order in its list, and cancels it with its money back", async () => {
    const bot = await newClient();
    const order = await bot.getNumberV2(telegram);
    expect(order).toMatchObject({ phoneNumber: expect.stringMatching(/^\d+$/), canGetAnotherSms: true });
    expect(Number(order.activationCost)).toBe(12.5);
    const id = Number(order.activationId);
    expect(await bot.getStatus(id)).toEqual({ status: "STATUS_WAIT_CODE" });
    expect(await listed(bot, id)).toMatchObject({ phoneNumber: order.phoneNumber, smsCode: null });
    expect(await ask(bot, "getCurrentActivations")).toMatchObject({
      array: [{ id: String(id), phone: order.phoneNumber }],
    });
    expect(await bot.cancel(id)).toBe("ACCESS_CANCEL");
    expect(await bot.getStatus(id)).toEqual({ status: "STATUS_CANCEL" });
    expect(await bot.getBalance()).toBe(100);
    const { activationId } = await bot.getNumberV2(telegram);
    await bot.cancelActivation(activationId);
    expect(await bot.getBalance()).toBe(100);
    await expect(bot.getActiveActivations()).rejects.toMatchObject({ rawResponse: "NO_ACTIVATIONS" });
  });

  it("reads smsCode as the text that it declares when its key carries strict", async () => {
    const { userId } = await givenApiBuyer(db, 10_000);
    const clientWith = async (types: TypesName) => {
      return clientOf(
        (await withTransaction(db, (tx) => createKey(tx, userId, "live", keyInput({ types })))).key,
      );
    };
    const bot = await clientWith("strict");
    const { activationId: id, phoneNumber } = await bot.getNumber(telegram);
    expect(await receive(bot, id, phoneNumber, "Telegram code 70007")).toBe("70007");
    expect((await listed(bot, id))?.smsCode).toBe("70007");
    expect((await listed(await clientWith("standard"), id))?.smsCode).toEqual(["70007"]);
    await bot.finishActivation(String(id));
    expect(await bot.getStatus(id)).toEqual({ status: "STATUS_OK", code: "70007" });
  });

  it("reads the catalogue, prices and stock", async () => {
    const bot = await newClient();
    expect((await bot.getCountries())["6"]).toMatchObject({ id: 6, eng: "Indonesia", visible: 1 });
    const { services } = await bot.getServicesList({ country: 6, lang: "en" });
    expect(services).toContainEqual({ code: "tg", name: "Telegram" });
    const price = (await bot.getPrices(telegram))["6"]?.tg;
    expect(price).toMatchObject({ cost: 12.5, count: expect.any(Number) });
    const stock = (await ask(bot, "getNumbersStatus", { country: 6 })) as Record<string, string>;
    expect(Number(stock.tg_0)).toBeGreaterThan(0);
    const [first] = Object.values(await bot.getTopCountriesByService({ service: "tg", freePrice: true }));
    expect(first).toMatchObject({ country: 6, price: 12.5 });
  });

  it("rents a number by duration, reads its SMS, and cancels another rent with its money back", async () => {
    const { pushKey } = await givenRentOffer(db, { countryId: 6, count: 2, hourCostKopecks: 100 });
    const bot = await newClient(10_000);
    const wanted = { ...telegram, duration: 4 };
    const listedPrices = (await bot.getRentPrices(telegram))["6"]?.["4"];
    expect(listedPrices).toMatchObject({ count: 2 });
    const { services } = await bot.getRentServicesAndCountries({ country: 6, duration: 4 });
    expect(services.tg).toEqual({
      ...{ cost: listedPrices?.price, quant: 2 },
      ...{ quantity: 2, price: listedPrices?.price, retail_price: listedPrices?.price },
    });
    const rented = await bot.getRentNumber(wanted);
    const id = Number(rented.activationId);
    expect(rented).toMatchObject({
      activationId: expect.stringMatching(/^\d+$/),
      activationEndTime: expect.stringMatching(/^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d$/),
      phone: { id, number: rented.phoneNumber },
    });
    expect(await bot.getBalance()).toBeCloseTo(100 - (listedPrices?.price ?? 0));
    const statusOf = (id: number) => ask(bot, "getRentStatus", { id });
    expect(await statusOf(id)).toEqual({ status: "error", message: "STATUS_WAIT_CODE" });
    await deliverOver(port, pushKey, {
      smsId: 1,
      phone: Number(rented.phoneNumber),
      text: "Telegram code 5150",
    });
    await eventually(async () =>
      expect(await statusOf(id)).toMatchObject({ values: { 0: { text: "Telegram code 5150" } } }),
    );
    const before = await bot.getBalance();
    const { activationId: other } = await bot.getRentNumber(wanted);
    expect(await ask(bot, "getRentList")).toMatchObject({
      values: { 0: { id: other }, 1: { id: rented.activationId } },
    });
    expect(await ask(bot, "setRentStatus", { id: other, status: 2 })).toEqual({ status: "success" });
    expect(await statusOf(Number(other))).toEqual({ status: "error", message: "STATUS_CANCEL" });
    expect(await bot.getBalance()).toBe(before);
    expect(await ask(bot, "setRentStatus", { id, status: 1 })).toEqual({ status: "success" });
  });

  it("takes every refusal for what it is", async () => {
    const bot = await newClient();
    await expect(clientOf("0".repeat(32)).getBalance()).rejects.toThrow(AuthenticationError);
    await expect(bot.getNumber({ service: "tg", country: 10 })).rejects.toThrow(NoNumbersError);
    await expect(bot.getNumber({ service: "nosuch", country: 6 })).rejects.toMatchObject({
      code: "BAD_SERVICE",
    });
    await expect(bot.getStatus(1)).rejects.toThrow(ActivationNotFoundError);
    const dear = await bot.getNumber({ ...telegram, maxPrice: 1 }).catch((error: unknown) => error);
    expect(dear).toBeInstanceOf(WrongMaxPriceError);
    expect(dear).toMatchObject({ minimumPrice: 12.5 });
    const poor = await (await newClient(0)).getNumber(telegram).catch((error: unknown) => error);
    // It knows the word among answers in JSON alone, and raises what it cannot read.
    expect(poor).toBeInstanceOf(HeroSMSError);
    expect(poor).toMatchObject({ rawResponse: "NO_BALANCE" });
  });
});
