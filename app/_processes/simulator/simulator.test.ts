import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { BANKS, type BankProfile, planOffers } from "#app/_processes/simulator/plan.ts";
import { planRentCosts } from "#app/_processes/simulator/rents.ts";
import { type SimulatorSettings, startSimulator } from "#app/_processes/simulator/start.ts";
import { bankKey, bankPath } from "#app/_processes/simulator/suppliers.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { givenServer, type Responder, sendJson } from "#lib/testing/http-server.ts";

const SECRET = "secret of the test";
const [ARCHIPELAGO, , HIGHLAND] = BANKS as [BankProfile, BankProfile, BankProfile];
const folder = mkdtempSync(path.join(os.tmpdir(), "sim-bank-"));
const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
  rmSync(folder, { recursive: true, force: true });
});

let serial = 0;
async function givenSimulator(change: Partial<SimulatorSettings> = {}, platform: Responder = success) {
  serial += 1;
  const server = await givenServer(platform);
  const settings: SimulatorSettings = {
    apiUrl: new URL(server.url).origin,
    secret: SECRET,
    seed: "test",
    speed: 20,
    behaviour: "journey",
    folder: path.join(folder, String(serial)),
    host: "127.0.0.1",
    port: 0,
    banks: [ARCHIPELAGO],
    ...change,
  };
  const simulator = await startSimulator(settings);
  closing.push(simulator.close);
  const url = `${simulator.url}${bankPath(ARCHIPELAGO)}`;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
  const call = async (body: Record<string, unknown>): Promise<any> => {
    const response = await fetch(url, {
      method: "POST",
      body: JSON.stringify({ key: bankKey(SECRET, ARCHIPELAGO), ...body }),
    });
    return response.json();
  };
  const getNumber = (more: Record<string, unknown> = {}) =>
    call({
      action: "GET_NUMBER",
      country: "indonesia",
      service: "tg",
      operator: "any",
      sum: 12.5,
      currency: 643,
      ...more,
    });
  const finish = (activationId: unknown, status: unknown) =>
    call({ action: "FINISH_ACTIVATION", activationId, status });
  const pushed = (action: string) =>
    server.requests.map(({ body }) => body).filter((body) => body.action === action);
  return { simulator, settings, call, getNumber, finish, pushed };
}

function success(_: unknown, response: Parameters<Responder>[1]): void {
  sendJson(response, '{"status":"SUCCESS"}');
}

function until(isTrue: () => boolean): Promise<void> {
  return eventually(() => expect(isTrue()).toBe(true));
}

describe("the simulated agent passes the partners' acceptance tests", () => {
  it("1: finish is idempotent, and the agent ends nothing by itself", async () => {
    const { getNumber, finish, simulator } = await givenSimulator({ speed: 1_000 });
    const { activationId, number } = await getNumber();
    await pause(400);
    const bank = simulator.banks.get(ARCHIPELAGO.code);
    expect(
      bank?.lend({ country: "indonesia", service: "tg", operator: "any", except: [], clientId: null })
        ?.number,
    ).not.toBe(number);
    for (let time = 0; time < 3; time += 1)
      expect(await finish(activationId, 3)).toEqual({ status: "SUCCESS" });
    expect(await finish(12, 3)).toMatchObject({ status: "ERROR" });
  });

  it("2: an SMS is pushed, again until SUCCESS, and never after", async () => {
    let pushes = 0;
    const { getNumber, pushed } = await givenSimulator({}, (request, response) => {
      pushes += 1;
      sendJson(response, pushes < 3 ? '{"status":"ERROR","error":"not now"}' : '{"status":"SUCCESS"}');
      expect(request.headers["user-agent"]).toBeTruthy();
    });
    const { number } = await getNumber();
    await until(() => pushed("PUSH_SMS").length === 3);
    await pause(1_500);
    expect(pushed("PUSH_SMS")).toHaveLength(3);
    const [sms] = pushed("PUSH_SMS");
    expect(sms).toEqual({
      action: "PUSH_SMS",
      key: bankKey(SECRET, ARCHIPELAGO),
      smsId: expect.any(Number),
      phone: number,
      phoneFrom: "Telegram",
      text: expect.any(String),
    });
    expect(new Set(pushed("PUSH_SMS").map(({ smsId }) => smsId)).size).toBe(1);
  });

  it("3: answers have exact JSON types", async () => {
    const { getNumber, finish, call } = await givenSimulator();
    const given = await getNumber();
    expect(given).toEqual({
      status: "SUCCESS",
      number: expect.any(Number),
      activationId: expect.any(Number),
    });
    expect(await getNumber({ sum: "12.5" })).toMatchObject({ status: "ERROR" });
    expect(await getNumber({ currency: "643" })).toMatchObject({ status: "ERROR" });
    expect(await finish(String(given.activationId), 4)).toMatchObject({ status: "ERROR" });
    expect(await call({ action: "GET_SERVICES", key: "wrong" })).toEqual({
      status: "ERROR",
      error: "wrong key",
    });
  });

  it("4: numbers carry their country code and have a plausible length", () => {
    for (const bank of BANKS) {
      for (const { country, numbers } of planOffers(bank, "test")) {
        for (const number of numbers) {
          expect(String(number).startsWith(country.dialCode)).toBe(true);
          expect(String(number)).toMatch(/^\d{10,14}$/);
        }
      }
    }
  });

  it("5: a number is given within 3 s", async () => {
    const { getNumber } = await givenSimulator({ speed: 1 });
    const before = performance.now();
    await Promise.all(Array.from({ length: 10 }, () => getNumber()));
    expect(performance.now() - before).toBeLessThan(3_000);
  });

  it("6: what is counted can be had, and no more", async () => {
    const { call, getNumber } = await givenSimulator();
    const { countryList } = await call({ action: "GET_SERVICES" });
    const operatorMap = countryList.find(
      ({ country }: { country: string }) => country === "kenya",
    ).operatorMap;
    const [operator, services] = Object.entries(operatorMap)[0] as [string, Record<string, number>];
    const wanted = { country: "kenya", operator, service: "wa" };
    const claimed = services.wa as number;
    const numbers = new Set<number>();
    for (let at = 0; at < claimed; at += 1) numbers.add((await getNumber(wanted)).number);
    expect(numbers.size).toBe(claimed);
    expect(await getNumber(wanted)).toEqual({ status: "NO_NUMBERS" });
  });

  it("7: excluded prefixes are honoured", async () => {
    const { getNumber } = await givenSimulator();
    const exceptionPhoneSet = ["62811", "62812", "62813", "62817", "62821", "62852", "62857"];
    for (let time = 0; time < 8; time += 1) {
      const { status, number } = await getNumber({ exceptionPhoneSet });
      if (status === "SUCCESS") expect(String(number)).toMatch(/^62878/);
    }
    expect(await getNumber({ exceptionPhoneSet: ["62"] })).toEqual({ status: "NO_NUMBERS" });
  });
});

describe("the simulated agent beyond that", () => {
  it("answers the same number again for the same client id", async () => {
    const { getNumber } = await givenSimulator();
    const clientId = crypto.randomUUID();
    expect(await getNumber({ clientId })).toEqual(await getNumber({ clientId }));
  });

  it("sends nothing for an activation that was cancelled in time", async () => {
    const { getNumber, finish, pushed } = await givenSimulator({ speed: 5 });
    const { activationId } = await getNumber();
    await finish(activationId, 4);
    await pause(1_200);
    expect(pushed("PUSH_SMS")).toEqual([]);
  });

  it("remembers what it lent and what it owes across a kill", async () => {
    const first = await givenSimulator({ speed: 3 });
    const clientId = crypto.randomUUID();
    const given = await first.getNumber({ clientId });
    await first.simulator.close();
    const second = await givenSimulator({ speed: 3, folder: first.settings.folder });
    expect(await second.getNumber({ clientId })).toEqual(given);
    await until(() => second.pushed("PUSH_SMS").length === 1);
    expect(second.pushed("PUSH_SMS")[0].phone).toBe(given.number);
    expect(await second.finish(given.activationId, 3)).toEqual({ status: "SUCCESS" });
  });
});

describe("the simulated partner behind NAT", () => {
  it("reports its numbers and sends SMS only for what it hears is lent", async () => {
    const work = { status: "SUCCESS", lent: [] as unknown[], finished: [] as unknown[] };
    const { simulator, pushed } = await givenSimulator(
      { banks: [HIGHLAND], speed: 10 },
      ({ path: at }, response) =>
        sendJson(response, JSON.stringify(at.endsWith("check-work") ? work : { status: "SUCCESS" })),
    );
    await until(() => pushed("NUMBERS_ONLINE").length === 1);
    const [report] = pushed("NUMBERS_ONLINE");
    const owned = report.numbers.find(({ country }: { country: string }) => country === "indonesia");
    expect(owned).toEqual({
      number: expect.any(Number),
      country: "indonesia",
      operator: expect.any(String),
      portId: expect.any(String),
    });
    await pause(400);
    expect(pushed("PUSH_SMS")).toEqual([]);
    work.lent = [{ activationId: 100_001, number: owned.number, service: "tg", country: "indonesia" }];
    await until(() => pushed("PUSH_SMS").length === 1);
    expect(pushed("PUSH_SMS")[0].phone).toBe(owned.number);
    work.lent = [];
    work.finished = [{ id: 5, activationId: 100_001, status: 3 }];
    await until(() => pushed("CHECK_WORK").some(({ acknowledged }) => acknowledged.includes(5)));
    expect(simulator.banks.get(HIGHLAND.code)?.finish(100_001, 3)).toBe(true);
  });

  it("reports numbers for rent and sends SMS and calls for those that are rented, until they are not", async () => {
    const work = { status: "SUCCESS", rented: [] as unknown[] };
    const { pushed } = await givenSimulator({ banks: [HIGHLAND], speed: 20_000 }, ({ path: at }, response) =>
      sendJson(response, JSON.stringify(at.endsWith("check-work") ? work : { status: "SUCCESS" })),
    );
    await until(() => pushed("NUMBERS_ONLINE").length === 1);
    const listed = pushed("NUMBERS_ONLINE")[0].numbers as {
      number: number;
      country: string;
      rent?: boolean;
    }[];
    const forRent = listed.filter(({ rent }) => rent);
    expect(forRent.length).toBeGreaterThan(200);
    expect(new Set(forRent.map(({ country }) => country)).size).toBeGreaterThan(8);
    expect(new Set(listed.map(({ number }) => number)).size).toBe(listed.length);
    const number = forRent.find(({ country }) => country === "indonesia")?.number;
    const silent = forRent.find(({ country }) => country === "kenya")?.number;
    work.rented = [
      { rentalId: 7, number, service: "full", country: "indonesia" },
      { rentalId: 8, number: silent, service: "tg", country: "kenya" },
    ];
    await until(() => pushed("PUSH_CALL").length > 0 && pushed("PUSH_SMS").length > 3);
    expect(new Set([...pushed("PUSH_SMS"), ...pushed("PUSH_CALL")].map(({ phone }) => phone))).toEqual(
      new Set([number]),
    );
    const ids = pushed("PUSH_SMS").map(({ smsId }) => smsId);
    expect(new Set(ids).size).toBe(ids.length);
    work.rented = [];
    await pause(500);
    const before = pushed("PUSH_SMS").length;
    await pause(1_000);
    expect(pushed("PUSH_SMS").length).toBeLessThanOrEqual(before + 1);
  });

  it("asks for hours what its services are worth, and more for a whole number", () => {
    const costs = planRentCosts(HIGHLAND, "test");
    const inIndonesia = costs.filter(({ countryId }) => countryId === 6);
    const whole = inIndonesia.find(({ serviceId }) => serviceId === null)?.kopecks ?? 0;
    expect(inIndonesia).toHaveLength(41);
    for (const { serviceId, kopecks } of inIndonesia)
      if (serviceId !== null) expect(kopecks).toBeLessThan(whole);
  });
});
