import { randomUUID } from "node:crypto";
import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiApp } from "#app/api/api-app.ts";
import { deliverSms } from "#features/activations/activations.writes.ts";
import { type ApiBuyer, givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer, type Offer } from "#features/pricing/offers.factory.ts";
import { makeOfferSweep } from "#features/pricing/pricing.jobs.ts";
import { setMargin } from "#features/pricing/pricing.writes.ts";
import { finishOutbox } from "#features/supply/finish-reports/finish-reports.jobs.ts";
import { pollCodes } from "#features/supply/intake/codes.jobs.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import { pollSupplier } from "#features/supply/polling/polling.jobs.ts";
import { registerSupplier } from "#features/supply/suppliers.writes.ts";
import { lateAnswersSettled } from "#features/supply/supply.gateway.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { type SpawnedProcess, spawnProcess } from "#lib/testing/spawned-process.ts";
import { TcpProxy } from "#lib/testing/tcp-proxy.ts";
import { useTestDb } from "#lib/testing/test-db.ts";
import { findFreePort } from "#lib/tooling/ports.ts";

/**
 * Two installations of the product with a database each: the shop's API runs as a process, and the house buys there as its customer, by
 * the shop's handler_api.php.
 */
const shop = await useTestDb();
const house = await useTestDb();
const INDONESIA = 6;
/** What the shop asks of the house. */
const COST = 1_234;
const MONEY = 100_000;

let shopApi: SpawnedProcess;
let customer: ApiBuyer;
let stock: Offer;
let buyer: ApiBuyer;
let supplierId: number;
/** Between the house and the shop. */
let line: TcpProxy;
const app = createApiApp(house.db);

const settingsOf = async (url: string) => {
  const port = await findFreePort();
  return {
    ...{ AUTH_SECRET: env.AUTH_SECRET as string, DATA_KEY: env.DATA_KEY as string, DATABASE_URL: url },
    ...{ PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, WEB_URL: "http://127.0.0.1:9" },
    SUPPLIERS_MAY_BE_PRIVATE: "1",
  };
};

beforeAll(async () => {
  for (const { owner } of [shop, house]) {
    await withTransaction(owner, seedCatalogue);
    await withTransaction(owner, seedPolicy);
  }
  customer = await givenApiBuyer(shop.owner, MONEY);
  stock = await givenOffer(shop.owner, {
    countryId: INDONESIA,
    count: 5,
    costKopecks: 900,
    priceKopecks: COST,
  });
  const settings = await settingsOf(shop.url);
  shopApi = await spawnProcess("api", settings);
  line = new TcpProxy({ host: "127.0.0.1", port: shopApi.port });
  await line.start();
  await setMargin(house.db, { serviceId: null, countryId: null, retailBp: 5_000, wholesaleBp: 4_000 });
  supplierId = await withTransaction(house.db, (tx) =>
    registerSupplier(tx, {
      ...{ code: "other-shop", name: "Another shop", key: customer.key, kind: "upstream", currency: "RUB" },
      ...{ rateKopecks: 100, baseUrl: `http://127.0.0.1:${line.port}/stubs/handler_api.php` },
    }),
  );
  buyer = await givenApiBuyer(house.owner, MONEY);
}, 240_000);

afterAll(async () => {
  await lateAnswersSettled();
  await shopApi?.stop("SIGKILL");
  await line?.stop();
});

/** What the house's worker does before something is sold. */
async function look(): Promise<void> {
  await pollSupplier(house.db, supplierId);
  await makeOfferSweep().run(house.db);
}

async function call(action: string, parameters: Record<string, string>, origin?: string): Promise<string> {
  const query = new URLSearchParams({ api_key: buyer.key, action, ...parameters });
  const path = `/stubs/handler_api.php?${query}`;
  return (await (origin ? fetch(`${origin}${path}`) : app.request(path))).text();
}
const telegram = { service: "tg", country: String(INDONESIA) };
async function buy(): Promise<{ id: string; number: number }> {
  const answer = await call("getNumber", telegram);
  const [, id = "", number = ""] = /^ACCESS_NUMBER:(\d+):(\d+)$/.exec(answer) ?? [];
  expect(answer).toBe(`ACCESS_NUMBER:${id}:${number}`);
  return { id, number: Number(number) };
}
let lastSms = 0;
async function smsAtShop(phone: number, text: string): Promise<void> {
  lastSms += 1;
  const sms = { supplierId: stock.supplierId, smsId: BigInt(lastSms), phone, sender: "Telegram", text };
  await receiveSms(shop.db, sms, deliverSms);
}
/** The shop's process hears of a code by a notice, a moment later; the house asks again and again. */
async function comes(id: string, code: string): Promise<void> {
  await eventually(async () => {
    await pollCodes(house.db, supplierId, deliverSms);
    expect(await call("getStatus", { id })).toBe(`STATUS_OK:${code}`);
  });
}
const moneyOf = async (db: Db, { userId }: ApiBuyer) => {
  const { availableKopecks, heldKopecks } = await getBalance(db, userId);
  return { available: availableKopecks, held: heldKopecks };
};
const shopOrders = () =>
  rows<{ number: number; state: string; price: number }>(
    shop.db,
    sql`select number, state, price_kopecks as price from activations where user_id = ${customer.userId} order by id`,
  );
const priceOf = async (id: string) =>
  (
    await one<{ price: number }>(
      house.db,
      sql`select price_kopecks as price from activations where id = ${Number(id)}`,
    )
  ).price;
const shareOf = (id: string) =>
  one<{ amount: number }>(
    house.db,
    sql`select coalesce(sum(amount_kopecks), 0)::bigint as amount from ledger_transfers where reference = ${`activation:${id}:share`}`,
  );

test("a number is seen at the shop, bought there, its codes arrive, and both books agree to the kopeck", async () => {
  await look();
  const [offer] = await rows(
    house.db,
    sql`select claimed_count as count, cost_kopecks as cost from supply_offers where supplier_id = ${supplierId}`,
  );
  expect(offer).toEqual({ count: 5, cost: COST });
  const { id, number } = await buy();
  expect(await shopOrders()).toEqual([{ number, state: "waiting", price: COST }]);
  expect(await call("getStatus", { id })).toBe("STATUS_WAIT_CODE");
  await pollCodes(house.db, supplierId, deliverSms);
  await smsAtShop(number, "Telegram code 48291");
  await comes(id, "48291");
  await smsAtShop(number, "Telegram code 55555");
  await comes(id, "55555");
  expect(await call("setStatus", { id, status: "6" })).toBe("ACCESS_ACTIVATION");
  await finishOutbox.run(house.db);
  expect((await shopOrders()).map(({ state }) => state)).toEqual(["completed"]);
  const price = await priceOf(id);
  expect(price).toBeGreaterThan(COST);
  expect(await moneyOf(house.db, buyer)).toEqual({ available: MONEY - price, held: 0 });
  expect(await moneyOf(shop.db, customer)).toEqual({ available: MONEY - COST, held: 0 });
  expect(await shareOf(id)).toEqual({ amount: COST });
});

test("a number that is cancelled goes back to the shop, and both sides have their money again", async () => {
  await look();
  const [mine, theirs] = [await moneyOf(house.db, buyer), await moneyOf(shop.db, customer)];
  const { id } = await buy();
  expect((await moneyOf(shop.db, customer)).held).toBe(COST);
  for (const { owner } of [house, shop]) await moveClock(owner, "3 minutes");
  expect(await call("setStatus", { id, status: "8" })).toBe("ACCESS_CANCEL");
  await finishOutbox.run(house.db);
  expect((await shopOrders()).at(-1)?.state).toMatch(/^cancel/);
  expect(await moneyOf(house.db, buyer)).toEqual(mine);
  expect(await moneyOf(shop.db, customer)).toEqual(theirs);
  const left = await rows(
    house.db,
    sql`select from supply_finishes where supplier_id = ${supplierId} and done_at is null`,
  );
  expect(left).toEqual([]);
});

test("a house that is killed between the purchase and its record finds the number again and buys no second one", {
  timeout: 60_000,
}, async () => {
  await look();
  const bought = (await shopOrders()).length;
  const settings = await settingsOf(house.url);
  let api = await spawnProcess("api", settings);
  try {
    // The shop sells, and its answer never arrives.
    line.watch({ down: () => "swallow" });
    const orderId = randomUUID();
    const lost = call("getNumber", { ...telegram, orderId }, settings.PUBLIC_URL).catch(() => "cut off");
    await expect.poll(async () => (await shopOrders()).length).toBe(bought + 1);
    await api.stop("SIGKILL");
    expect(await lost).toBe("cut off");
    line.reset();
    line.watch({});
    api = await spawnProcess("api", settings);
    const number = (await shopOrders()).at(-1)?.number;
    await expect
      .poll(() => call("getNumber", { ...telegram, orderId }, settings.PUBLIC_URL), {
        timeout: 30_000,
        interval: 500,
      })
      .toMatch(new RegExp(`^ACCESS_NUMBER:\\d+:${number}$`));
    expect(await shopOrders()).toHaveLength(bought + 1);
    const attempts = await rows(
      house.db,
      sql`select state, number from supply_attempts where supplier_id = ${supplierId} order by started_at desc limit 1`,
    );
    expect(attempts).toEqual([{ state: "number", number }]);
  } finally {
    await api.stop("SIGKILL");
  }
});

test("a shop with which we have too little money is bought from no more, before it says so", async () => {
  await execute(
    house.db,
    sql`update supply_suppliers set balance_min_cents = ${MONEY} where id = ${supplierId}`,
  );
  await look();
  expect(await call("getNumber", telegram)).toBe("NO_NUMBERS");
  const asked = (await shopOrders()).length;
  await execute(
    house.db,
    sql`update supply_suppliers set balance_min_cents = 0, is_out_of_money = false where id = ${supplierId}`,
  );
  await look();
  await buy();
  expect(await shopOrders()).toHaveLength(asked + 1);
});
