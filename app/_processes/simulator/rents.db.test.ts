import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { BANKS, type BankProfile } from "#app/_processes/simulator/plan.ts";
import { type Simulator, startSimulator } from "#app/_processes/simulator/start.ts";
import { seedSimulatedSuppliers } from "#app/_processes/simulator/suppliers.ts";
import { openRealPort, type RealPort } from "#app/api/real-port.factory.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
const SECRET = "secret of the test";
const folder = mkdtempSync(path.join(os.tmpdir(), "sim-rent-"));
let port: RealPort;
let simulator: Simulator;

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  await withTransaction(db, (tx) =>
    seedSimulatedSuppliers(tx, { url: "http://127.0.0.1:9", secret: SECRET, seed: "test" }),
  );
  port = await openRealPort(db);
  const bank = { ...(BANKS.at(-1) as BankProfile), countries: ["indonesia", "kenya"], numbersPerOffer: 2 };
  simulator = await startSimulator({
    ...{ apiUrl: port.origin, secret: SECRET, seed: "test", speed: 1, behaviour: "journey", folder },
    ...{ host: "127.0.0.1", port: 0, banks: [bank] },
  });
}, 60_000);
afterAll(async () => {
  await simulator.close();
  await port.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(key: string, action: string, sent: Record<string, string | number>) {
  const query = new URLSearchParams({ api_key: key, action });
  for (const [name, value] of Object.entries(sent)) query.set(name, String(value));
  const response = await fetch(`${port.handlerUrl}?${query}`);
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
  return (await response.json()) as any;
}

async function until<T>(look: () => Promise<T | null>): Promise<T> {
  for (let time = 0; time < 200; time += 1) {
    const seen = await look();
    if (seen !== null) return seen;
    await pause(100);
  }
  throw new Error("It never came to pass");
}

it("the simulated partner's numbers are rented over a real port; the SMS comes by itself, a silent number is cancelled", async () => {
  const { key } = await givenApiBuyer(db, 100_000);
  const rent = (country: number) =>
    until(async () => {
      const answer = await ask(key, "getRentNumber", { service: "tg", country, rent_time: 4 });
      return answer.status === "success" ? answer.phone : null;
    });
  const [loud, silent] = [await rent(6), await rent(8)];
  const read = await until(async () => {
    const answer = await ask(key, "getRentStatus", { id: loud.id });
    return answer.status === "success" ? answer : null;
  });
  expect(read.values["0"]).toMatchObject({ phoneFrom: "Telegram", service: "tg" });
  expect(await ask(key, "setRentStatus", { id: loud.id, status: 2 })).toMatchObject({
    message: "CANT_CANCEL",
  });
  expect(await ask(key, "getRentStatus", { id: silent.id })).toMatchObject({ message: "STATUS_WAIT_CODE" });
  expect(await ask(key, "setRentStatus", { id: silent.id, status: 2 })).toEqual({ status: "success" });
}, 60_000);
