import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { createApiApp } from "#app/api/api-app.ts";
import { deliverSms } from "#features/activations/activations.writes.ts";
import { type ApiBuyer, givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { AccountLimits } from "#features/activations/limits/limits.contract.ts";
import { givenOpenMax } from "#features/activations/limits/limits.factory.ts";
import { openLevels } from "#features/activations/limits/limits.rules.ts";
import { assistantPath } from "#features/assistants/assistants.rules.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { createKey } from "#features/identity/api-keys/api-keys.writes.ts";
import { keyInput } from "#features/identity/api-keys/keys.factory.ts";
import { givenStaff, type TestStaff } from "#features/identity/staff.factory.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer, type Offer } from "#features/pricing/offers.factory.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb({ max: 24 });
const app = createApiApp(db);
const COUNTRY = 6;
const FIRST = openLevels[0]!.openMax;
let offer: Offer;

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  offer = await givenOffer(db, { countryId: COUNTRY, count: 400, priceKopecks: 100, costKopecks: 50 });
  const wa = await one<{ id: number }>(db, sql`select id from catalogue_services where code = 'wa'`);
  const other = await givenOffer(db, {
    serviceId: wa.id,
    supplierId: offer.supplierId,
    count: 1,
    priceKopecks: 100,
    costKopecks: 50,
  });
  await execute(
    db,
    sql`insert into supply_stock (offer_id, number) select ${other.offerId}, n from unnest(${offer.numbers}::bigint[]) n`,
  );
  await givenRentOffer(db, { countryId: COUNTRY, count: 20 });
});

/** A buyer who has earned nothing yet; the key has every scope. */
async function givenBuyer(): Promise<ApiBuyer> {
  const { userId } = await givenApiBuyer(db, 1_000_000);
  await givenOpenMax(db, userId, null);
  const { key } = await withTransaction(db, (tx) => createKey(tx, userId, "live", keyInput()));
  return { userId, key };
}

async function bots(
  own: ApiBuyer,
  action: string,
  sent: Record<string, string | number> = {},
): Promise<string> {
  const all = Object.entries({ api_key: own.key, action, ...sent }).map(([name, value]) => [
    name,
    String(value),
  ]);
  const response = await app.request(`/stubs/handler_api.php?${new URLSearchParams(all)}`);
  expect(response.status).toBe(200);
  return response.text();
}
const getNumber = (own: ApiBuyer) => bots(own, "getNumber", { service: "tg", country: COUNTRY });

async function json(headers: Record<string, string>, method: string, path: string, body?: unknown) {
  const response = await app.request(`${env.PUBLIC_URL}/api${path}`, {
    method,
    headers: {
      host: new URL(env.PUBLIC_URL).host,
      "sec-fetch-site": "same-origin",
      "idempotency-key": crypto.randomUUID(),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
  return { status: response.status, body: (text.startsWith("{") ? JSON.parse(text) : text) as any };
}
const withKey = ({ key }: ApiBuyer) => ({ authorization: `Bearer ${key}` });
/** What a tool says to an assistant that has this buyer's key. */
async function assistant({ key }: ApiBuyer, name: string, more: object): Promise<string> {
  const prices = { maxPriceKopecks: 1_000_000, idempotencyKey: crypto.randomUUID() };
  const args = { service: "tg", country: COUNTRY, ...prices, ...more };
  const response = await app.request(`${env.PUBLIC_URL}${assistantPath}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
  });
  return JSON.parse(await response.text()).result.content[0].text;
}
const desk = (staff: TestStaff, method: string, path: string, body?: unknown) =>
  json({ cookie: `authToken=${staff.cookie}` }, method, `/desk/people/${path}`, body);
const limitsOf = async (own: ApiBuyer) =>
  AccountLimits.parse((await json(withKey(own), "GET", "/limits/account")).body);

/** An order that got its code and is over, so that its number can be had again. */
async function givenFinished(own: ApiBuyer): Promise<string> {
  const [, id = "", number = ""] = (await getNumber(own)).split(":");
  const sms = { supplierId: offer.supplierId, smsId: BigInt(id), sender: "Telegram", text: "code 12345" };
  await receiveSms(db, { ...sms, phone: Number(number) }, deliverSms);
  expect(await bots(own, "finishActivation", { id })).toBe("ACCESS_ACTIVATION");
  return id;
}

type Scene = { own: ApiBuyer; finished: string; running: string };
const RENT = { service_external_id: "tg", country_external_id: COUNTRY, amount: 4 };

/** Every way to open an order, and the refusal as it is told there. */
const doors: Record<string, { ask: (scene: Scene) => Promise<unknown>; full: unknown; banned: unknown }> = {
  "handler_api getNumber": {
    ask: ({ own }) => getNumber(own),
    full: "CHANNELS_LIMIT",
    banned: expect.stringMatching(/^BANNED:'\d{4}-\d\d-\d\d \d\d-\d\d-\d\d'$/),
  },
  "handler_api getNumberV2": {
    ask: ({ own }) => bots(own, "getNumberV2", { service: "tg", country: COUNTRY }),
    full: "CHANNELS_LIMIT",
    banned: expect.stringMatching(/^BANNED:'/),
  },
  "handler_api getNumber with choices": {
    ask: ({ own }) => bots(own, "getNumber", { service: "tg", country: COUNTRY, minPrice: 0.5 }),
    full: "CHANNELS_LIMIT",
    banned: expect.stringMatching(/^BANNED:'/),
  },
  "handler_api getExtraActivation": {
    ask: ({ own, finished }) => bots(own, "getExtraActivation", { activationId: finished }),
    full: "CHANNELS_LIMIT",
    banned: expect.stringMatching(/^BANNED:'/),
  },
  "handler_api reactivate": {
    ask: ({ own, finished }) => bots(own, "reactivate", { id: finished }),
    full: "CHANNELS_LIMIT",
    banned: expect.stringMatching(/^BANNED:'/),
  },
  "handler_api getAdditionalService": {
    ask: ({ own, running }) => bots(own, "getAdditionalService", { id: running, service: "wa" }),
    full: "CHANNELS_LIMIT",
    banned: expect.stringMatching(/^BANNED:'/),
  },
  "handler_api getRentNumber": {
    ask: ({ own }) => bots(own, "getRentNumber", { service: "tg", country: COUNTRY, rent_time: 4 }),
    full: '{"status":"error","message":"CHANNELS_LIMIT"}',
    banned: '{"status":"error","message":"ACCOUNT_INACTIVE"}',
  },
  "GET /sms-users/get-number": {
    ask: async ({ own }) => errorOf(await json(withKey(own), "GET", `/sms-users/get-number/${COUNTRY}/tg`)),
    full: [429, "CHANNELS_LIMIT"],
    banned: [403, "BANNED"],
  },
  "POST /sms-users/get-number": {
    ask: async ({ own }) =>
      errorOf(await json(withKey(own), "POST", `/sms-users/get-number/${COUNTRY}/tg`, {})),
    full: [429, "CHANNELS_LIMIT"],
    banned: [403, "BANNED"],
  },
  "POST /rent": {
    ask: async ({ own }) => errorOf(await json(withKey(own), "POST", "/rent", RENT)),
    full: [429, "CHANNELS_LIMIT"],
    banned: [403, "BANNED"],
  },
  "POST /v1/activations": {
    ask: async ({ own }) =>
      errorOf(await json(withKey(own), "POST", "/v1/activations", { service: "tg", country: COUNTRY })),
    full: [429, "CHANNELS_LIMIT"],
    banned: [403, "BANNED"],
  },
  "POST /v1/rentals": {
    ask: async ({ own }) =>
      errorOf(await json(withKey(own), "POST", "/v1/rentals", { service: "tg", country: COUNTRY, hours: 4 })),
    full: [429, "CHANNELS_LIMIT"],
    banned: [403, "BANNED"],
  },
  "assistant buy_number": {
    ask: ({ own }) => assistant(own, "buy_number", {}),
    full: expect.stringMatching(/^CHANNELS_LIMIT: /),
    banned: expect.stringMatching(/^BANNED: /),
  },
  "assistant rent_number": {
    ask: ({ own }) => assistant(own, "rent_number", { hours: 4 }),
    full: expect.stringMatching(/^CHANNELS_LIMIT: /),
    banned: expect.stringMatching(/^BANNED: /),
  },
};
const errorOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
];

describe.each(Object.entries(doors))("%s", (_door, { ask, full, banned }) => {
  it("opens no order beyond the limit, nor for who is banned", async () => {
    const own = await givenBuyer();
    const finished = await givenFinished(own);
    let running = "";
    for (let at = 0; at < FIRST; at += 1) running = (await getNumber(own)).split(":")[1] ?? "";
    const before = await one(db, sql`select * from ledger_accounts where user_id = ${own.userId}`);
    const scene = { own, finished, running };
    expect(await ask(scene)).toEqual(full);
    const staff = await givenStaff(db, "support");
    expect((await desk(staff, "POST", `${own.userId}/ban`, { minutes: 30, reason: "a test" })).status).toBe(
      200,
    );
    expect(await ask(scene)).toEqual(banned);
    expect(await one(db, sql`select * from ledger_accounts where user_id = ${own.userId}`)).toEqual(before);
  });
});

it("64 parallel calls through every door together open exactly what fits", async () => {
  const own = await givenBuyer();
  const asks = [
    () => getNumber(own),
    () => bots(own, "getNumber", { service: "tg", country: COUNTRY, minPrice: 0.5 }),
    () => json(withKey(own), "GET", `/sms-users/get-number/${COUNTRY}/tg`),
    () => bots(own, "getRentNumber", { service: "tg", country: COUNTRY, rent_time: 4 }),
  ];
  await Promise.all(Array.from({ length: 64 }, (_, at) => asks[at % asks.length]!()));
  const { orders, rentals } = await one<{ orders: number; rentals: number }>(
    db,
    sql`select (select count(*) from activations where user_id = ${own.userId})::int as orders,
          (select count(*) from rentals where user_id = ${own.userId})::int as rentals`,
  );
  expect(orders + rentals).toBe(FIRST);
  expect(await limitsOf(own)).toMatchObject({ openOrders: FIRST, openMax: FIRST });
});

describe("GET /limits/account", () => {
  it("tells what is used, the rating and the table, and what a refusal names", async () => {
    const own = await givenBuyer();
    await givenFinished(own);
    await getNumber(own);
    expect(await limitsOf(own)).toMatchObject({
      openOrders: 1,
      openMax: FIRST,
      grantedMax: null,
      finishedCount: 1,
      deliveredCount: 1,
      turnoverKopecks: 100,
      deliveredPercent: null,
      bannedUntil: null,
      levels: openLevels,
    });
    for (let at = 1; at < FIRST; at += 1) await getNumber(own);
    const refused = await json(withKey(own), "GET", `/sms-users/get-number/${COUNTRY}/tg`);
    expect(refused.body.error.details).toEqual({ openOrders: FIRST, openMax: FIRST });
  });
});

describe("the desk", () => {
  it("bans, lifts and gives a limit, each with its line in the audit", async () => {
    const own = await givenBuyer();
    const support = await givenStaff(db, "support");
    const money = await givenStaff(db, "money");
    const banned = await desk(support, "POST", `${own.userId}/ban`, {
      minutes: 60,
      reason: "too many cancelled numbers",
    });
    expect(banned.body).toMatchObject({
      banReason: "staff",
      bans: [{ note: "too many cancelled numbers", madeBy: support.userId }],
    });
    const refused = await json(withKey(own), "GET", `/sms-users/get-number/${COUNTRY}/tg`);
    expect(refused.body.error.details).toEqual({ until: banned.body.bannedUntil });
    expect(
      (await desk(support, "POST", `${own.userId}/lift-ban`, { reason: "explained" })).body,
    ).toMatchObject({
      bannedUntil: null,
      bans: [{ liftedBy: support.userId, liftNote: "explained" }],
    });
    expect((await desk(support, "POST", `${own.userId}/lift-ban`, { reason: "explained" })).status).toBe(404);
    const input = { openMax: FIRST + 2, reason: "a large buyer" };
    expect((await desk(support, "POST", `${own.userId}/open-max`, input)).status).toBe(403);
    expect((await desk(money, "POST", `${own.userId}/open-max`, input)).body).toMatchObject({
      openMax: FIRST + 2,
    });
    for (let at = 0; at < FIRST + 2; at += 1) expect(await getNumber(own)).toMatch(/^ACCESS_NUMBER/);
    expect(await getNumber(own)).toBe("CHANNELS_LIMIT");
    expect(
      (await desk(money, "POST", `${own.userId}/open-max`, { openMax: null, reason: "no more" })).body,
    ).toMatchObject({ openMax: FIRST, grantedMax: null });
    const audit = await rows<{ action: string }>(
      owner,
      sql`select action from identity_audit where subject = ${`user:${own.userId}`} order by id`,
    );
    expect(audit.map(({ action }) => action)).toEqual([
      "buyer.ban",
      "buyer.lift-ban",
      "buyer.open-max",
      "buyer.open-max",
    ]);
  });

  it("does nothing for strangers, to oneself, or with what is malformed", async () => {
    const own = await givenBuyer();
    const support = await givenStaff(db, "support");
    const ban = { minutes: 60, reason: "a reason" };
    expect((await json(withKey(own), "POST", `/desk/people/${own.userId}/ban`, ban)).status).toBe(404);
    expect((await desk(support, "POST", `${support.userId}/ban`, ban)).body.error.code).toBe("OWN_ACCOUNT");
    expect((await desk(support, "POST", "999999999/ban", ban)).status).toBe(404);
    for (const wrong of [
      { ...ban, minutes: 0 },
      { ...ban, minutes: 1.5 },
      { ...ban, minutes: 2 ** 31 },
      { minutes: 60 },
    ])
      expect((await desk(support, "POST", `${own.userId}/ban`, wrong)).status).toBe(400);
    const stale = await givenStaff(db, "support", { secondsAgo: 3_600 });
    expect((await desk(stale, "POST", `${own.userId}/ban`, ban)).body.error.code).toBe("STEP_UP_NEEDED");
    expect((await desk(support, "GET", `${own.userId}/limits`)).body).toMatchObject({
      bans: [],
      bannedUntil: null,
    });
  });
});
