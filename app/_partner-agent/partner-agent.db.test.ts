import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bookFile } from "#app/_partner-agent/delivery/work.ts";
import { RunningAgent } from "#app/_partner-agent/running-agent.ts";
import { givenConfig, tell, until } from "#app/_partner-agent/stand-in-platform.factory.ts";
import { openRealPort, type RealPort } from "#app/api/real-port.factory.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { refreshOffers } from "#features/pricing/pricing.writes.ts";
import { setRentHourCosts } from "#features/supply/rent/rent.writes.ts";
import { registerSupplier, setSupplierPrices } from "#features/supply/suppliers.writes.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
const [INDONESIA, TELEGRAM, WHATSAPP] = [6, 52, 1];
const [ONE, TWO, RENTED] = [628110000001, 628110000002, 628110000003];
const KEY = "key of a partner with modems";
let port: RealPort;

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  await withTransaction(db, async (tx) => {
    const supplierId = await registerSupplier(tx, { code: "modems", name: "modems", kind: "own", key: KEY });
    const prices = [TELEGRAM, WHATSAPP].map((serviceId) => ({
      serviceId,
      countryId: INDONESIA,
      costKopecks: kopecks(900),
    }));
    await setSupplierPrices(tx, supplierId, prices);
    const hour = { countryId: INDONESIA, serviceId: null, costKopecks: kopecks(100) };
    await setRentHourCosts(tx, supplierId, [hour]);
  });
  port = await openRealPort(db);
}, 60_000);
afterAll(() => port.stop());

async function ask(key: string, action: string, sent: Record<string, string | number>): Promise<string> {
  const query = new URLSearchParams({ api_key: key, action });
  for (const [name, value] of Object.entries(sent)) query.set(name, String(value));
  return (await fetch(`${port.handlerUrl}?${query}`)).text();
}

/** Asks until the answer is another than that. */
async function askWhile(answer: string, asking: () => Promise<string>): Promise<string> {
  for (let time = 0; time < 200; time += 1) {
    const answered = await asking();
    if (!answered.startsWith(answer)) return answered;
    await pause(100);
  }
  throw new Error(`It stayed: ${await asking()}`);
}

it("a number of the partner's program is bought, its SMS is read by the buyer, and its end is in the partner's book", async () => {
  const config = { ...givenConfig(port.origin), key: KEY };
  writeFileSync(
    path.join(config.dataFolder, "numbers.csv"),
    `sim,number,country,operator,services,rent
510010000000001,${ONE},indonesia,telkomsel,,
m2,${TWO},indonesia,,wa,
m3,${RENTED},indonesia,,,yes
m4,447700900123,indonesia,,,
`,
  );
  const log = { info: () => {}, warn: () => {} };
  const agent = new RunningAgent(config, log, { retryMs: 200 });
  await agent.start();
  try {
    await tell(agent.httpPort, "modem", { modem: "m1", imsi: "510010000000001", signal: 70 });
    for (const modem of ["m2", "m3", "m4"]) await tell(agent.httpPort, "modem", { modem });
    await until(() => agent.status().onSale === 3, "three numbers are on sale");
    expect(agent.status().refusedNumbers).toEqual([{ number: 447700900123, error: "NUMBER_WRONG_COUNTRY" }]);

    const { key } = await givenApiBuyer(db, 100_000);
    const buy = { service: "tg", country: INDONESIA };
    // As the worker does every second.
    await refreshOffers(db, null);
    const bought = await ask(key, "getNumber", buy);
    expect(bought).toMatch(new RegExp(`^ACCESS_NUMBER:\\d+:${ONE}$`));
    const id = bought.split(":")[1] ?? "";
    await until(() => agent.status().lent === 1, "the program knows that it is lent");
    await tell(agent.httpPort, "sms", { modem: "m1", from: "Telegram", text: "Telegram code 48291" });
    expect(await askWhile("STATUS_WAIT_CODE", () => ask(key, "getStatus", { id }))).toBe("STATUS_OK:48291");
    expect(await ask(key, "setStatus", { id, status: 6 })).toBe("ACCESS_ACTIVATION");
    const book = () => {
      try {
        return readFileSync(bookFile(config.dataFolder), "utf8");
      } catch {
        return "";
      }
    };
    await until(() => book().includes(`,${ONE},tg,sold`), "the end is in the book");

    const rent = () => ask(key, "getRentNumber", { service: "full", country: INDONESIA, rent_time: 4 });
    const rented = JSON.parse(await askWhile('{"status":"error"', rent)) as { phone: { id: string } };
    await until(() => agent.status().rented === 1, "the program knows that it is rented");
    await tell(agent.httpPort, "sms", { modem: "m3", from: "+628990001", text: "any text at all" });
    const read = () => ask(key, "getRentStatus", { id: rented.phone.id });
    expect(await askWhile('{"status":"error"', read)).toContain("any text at all");

    const other = { service: "wa", country: INDONESIA };
    await tell(agent.httpPort, "modem", { modem: "m2", online: false });
    await tell(agent.httpPort, "modem", { modem: "m1", online: false });
    await until(() => agent.status().onSale === 1, "both are off sale");
    await refreshOffers(db, null);
    expect(await ask(key, "getNumber", other)).toBe("NO_NUMBERS");
  } finally {
    await agent.stop();
  }
}, 120_000);
