import sql from "sql-template-tag";
import { beforeAll, describe, expect, test } from "vitest";
import { apiRoutes } from "#app/api/api-app.ts";
import { closingParts } from "#app/api/closing-parts.ts";
import { keyGate } from "#app/api/key-gate.ts";
import { expireActivation } from "#features/activations/activations.writes.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { closeAccount } from "#features/identity/closing/carrying-out.writes.ts";
import { makeClosingSweeps } from "#features/identity/closing/closing.jobs.ts";
import { keepAccount } from "#features/identity/closing/closing.writes.ts";
import type { ClosingParts } from "#features/identity/closing/closing-part.reads.ts";
import { suspendUser } from "#features/identity/identity.writes.ts";
import {
  db,
  freshIp,
  later,
  mails,
  makeUser,
  PASSWORD,
  signIn,
} from "#features/identity/identity-routes.factory.ts";
import { seedSecondFactor } from "#features/identity/second-factor/second-factor.writes.ts";
import { resolveActor } from "#features/identity/sessions/sessions.routes.ts";
import { givenBalance } from "#features/ledger/balances.factory.ts";
import { givenPartner } from "#features/partners/partners.factory.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { rentNumber } from "#features/rentals/purchase.writes.ts";
import { rentInput } from "#features/rentals/rent-inputs.factory.ts";
import { cancelRental } from "#features/rentals/rentals.writes.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import { one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { testApi } from "#lib/testing/test-api.ts";

const api = testApi(db, apiRoutes, resolveActor, keyGate);

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  await givenOffer(db, { countryId: 6, count: 50 });
});

const send = (cookie: string, method: string, path: string, body?: object) =>
  api.call(method, `/api/${path}`, { cookie, ip: freshIp(), ...(body ? { body } : {}) });
const ask = (cookie: string, givenUpKopecks = 0, password = PASSWORD) =>
  send(cookie, "POST", "users/closing", { password, givenUpKopecks });
const terms = async (cookie: string) => (await send(cookie, "GET", "users/closing")).body;
const keep = (cookie: string) => send(cookie, "POST", "auth/closing/keep");
const isIn = async (cookie: string) => (await send(cookie, "GET", "users/me")).status === 200;

async function givenOwner(kopecks = 0) {
  const made = await makeUser();
  if (kopecks > 0) await givenBalance(db, made.userId, kopecks, `of ${made.userId}`);
  return { ...made, cookie: await signIn(made.email) };
}

async function givenClosing(kopecks = 0) {
  const owner = await givenOwner(kopecks);
  expect((await ask(owner.cookie, kopecks)).status).toBe(200);
  return owner;
}

/** One run of the worker. */
async function work(parts: ClosingParts = closingParts): Promise<void> {
  for (const { run } of makeClosingSweeps(parts)) await run(db);
}

const buy = (userId: UserId) => buyActivation(db, purchase({ userId }));

type Left = { email: string; name: string; isClosed: boolean; kopecks: number; forfeits: number };
const leftOf = (userId: UserId) =>
  one<Left>(
    db,
    sql`select u.email, u.name, exists (select from identity_closings c where c.user_id = u.id and c.closed_at is not null) as "isClosed",
          coalesce((select posted_kopecks from ledger_accounts a where a.user_id = u.id), 0)::int as kopecks,
          (select count(*) from ledger_transfers where reference like ${`closing:${userId}:%`})::int as forfeits
        from identity_users u where u.id = ${userId}`,
  );

describe("who asks to close the account", () => {
  test("ends other sessions and all keys at once; any session opens nothing but the way back", async () => {
    const { email, cookie } = await givenOwner();
    const other = await signIn(email);
    const wish = { name: "bot", scopes: ["read"] };
    const { key } = (await send(cookie, "POST", "users/api-keys", wish)).body;
    const asked = await ask(cookie);
    expect([asked.status, Object.keys(asked.body)]).toEqual([200, ["endsAt"]]);
    const byKey = await api.call("GET", "/api/users/me", { bearer: key, ip: freshIp() });
    expect([await isIn(cookie), await isIn(other), byKey.status]).toEqual([false, false, 401]);
    expect((await keep(other)).body.error.code).toBe("CLOSING_NOT_FOUND");
    const again = await signIn(email);
    expect(await isIn(again)).toBe(false);
    expect((await keep(again)).body).toEqual({ status: "kept" });
    expect(await isIn(again)).toBe(true);
    expect((await keep(again)).body.error.code).toBe("CLOSING_NOT_FOUND");
  });

  test("proves the password, and a fresh second factor where there is one", async () => {
    const { userId, cookie } = await givenOwner();
    expect((await ask(cookie, 0, "another one")).body.error.code).toBe("PASSWORD_WRONG");
    await withTransaction(db, (tx) => seedSecondFactor(tx, userId, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"));
    expect((await ask(cookie)).body.error.code).toBe("STEP_UP_NEEDED");
    expect(await isIn(cookie)).toBe(true);
  });

  test("is told what still goes on, and that it has to end first", async () => {
    const { userId, cookie } = await givenOwner(100_000);
    const order = await buy(userId);
    await givenRentOffer(db, { countryId: 6 });
    const rental = await rentNumber(db, rentInput({ userId }));
    const { hindrances, leftKopecks } = await terms(cookie);
    expect(hindrances).toEqual(["orders", "rentals"]);
    const refused = await ask(cookie, leftKopecks);
    expect(refused.body.error).toMatchObject({ code: "CLOSING_HINDERED", details: { what: hindrances } });
    expect(await isIn(cookie)).toBe(true);
    await expireActivation(db, { id: order.id, state: "waiting" });
    await cancelRental(db, userId, rental.id);
    expect((await terms(cookie)).hindrances).toEqual([]);
  });

  test("leaves the partner programme first", async () => {
    const { userId, cookie } = await givenOwner();
    await givenPartner(db, userId);
    expect((await terms(cookie)).hindrances).toContain("partner");
  });

  test("gives up what was shown to be left, and no other amount", async () => {
    const { cookie } = await givenOwner(12_345);
    expect((await terms(cookie)).leftKopecks).toBe(12_345);
    const refused = await ask(cookie, 12_344);
    expect(refused.body.error).toMatchObject({ code: "BALANCE_CHANGED", details: { kopecks: 12_345 } });
    expect((await ask(cookie, 12_345)).status).toBe(200);
  });

  test("is heard once, also when two askings arrive at the same moment", async () => {
    const { email, cookie } = await givenOwner();
    await mails();
    const both = await Promise.all([ask(cookie), ask(cookie)]);
    const done = both.filter(({ status }) => status === 200);
    expect(new Set(done.map(({ body }) => body.endsAt)).size).toBe(1);
    expect(both.filter(({ status }) => ![200, 401].includes(status))).toEqual([]);
    expect((await mails()).filter(({ to }) => to === email)).toHaveLength(1);
  });
});

describe("the end of the days to regret", () => {
  test("is told by mail two days before, once, and to nobody who has kept the account", async () => {
    const closing = await givenClosing();
    const kept = await givenClosing();
    await mails();
    await later("11 days");
    await work();
    expect((await mails()).filter(({ to }) => to === closing.email)).toEqual([]);
    await keepAccount(db, kept.userId);
    await later("1 day 1 minute");
    await work();
    await work();
    const told = (await mails()).filter(({ subject }) => subject.includes("closes on"));
    const here = told.map(({ to }) => to).filter((to) => [closing.email, kept.email].includes(to));
    expect(here).toEqual([closing.email]);
  });

  test("removes the person, keeps what was bought, and frees the address", async () => {
    const owner = await givenOwner(100_000);
    const { id } = await buy(owner.userId);
    await expireActivation(db, { id, state: "waiting" });
    expect((await ask(owner.cookie, 100_000)).status).toBe(200);
    await later("13 days");
    await work();
    expect((await leftOf(owner.userId)).isClosed).toBe(false);
    await mails();
    await later("1 day 1 minute");
    await work();
    expect(await leftOf(owner.userId)).toEqual({
      ...{ email: `closed-${owner.userId}@closed.invalid`, name: "", isClosed: true },
      ...{ kopecks: 0, forfeits: 1 },
    });
    const order = sql`select user_id as "userId" from activations where id = ${id}`;
    expect(await one(db, order)).toEqual({ userId: owner.userId });
    const [mail] = await mails();
    expect([mail?.to, mail?.subject]).toEqual([owner.email, "Your account at SMS Den is closed"]);
    expect((await keep(owner.cookie)).status).toBe(404);
    const body = { email: owner.email, password: PASSWORD };
    expect((await api.call("POST", "/api/auth/login", { body, ip: freshIp() })).status).toBe(401);
    const again = await makeUser(owner.email);
    expect(again.userId).not.toBe(owner.userId);
    expect(await isIn(await signIn(owner.email))).toBe(true);
  });

  test("takes with it what arrived meanwhile, once, also when two workers close at the same moment", async () => {
    const { userId } = await givenClosing(5_000);
    await givenBalance(db, userId, 700, `later of ${userId}`);
    await later("14 days 1 minute");
    const closed = await Promise.all([1, 2, 3].map(() => closeAccount(db, userId, closingParts)));
    expect(closed.filter(Boolean)).toHaveLength(1);
    expect(await leftOf(userId)).toMatchObject({ isClosed: true, kopecks: 0, forfeits: 1 });
    const amount = sql`select amount_kopecks::int as kopecks from ledger_transfers where reference = ${`closing:${userId}:user`}`;
    expect(await one(db, amount)).toEqual({ kopecks: 5_700 });
  });

  test("is one end: who keeps the account while it is being closed keeps all of it or nothing", async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      const { userId } = await givenClosing(100);
      await later("14 days 1 minute");
      const [kept, closed] = await Promise.all([
        keepAccount(db, userId).then(
          () => true,
          () => false,
        ),
        closeAccount(db, userId, closingParts),
      ]);
      expect(kept).toBe(!closed);
      expect(await leftOf(userId)).toMatchObject(
        closed ? { isClosed: true, kopecks: 0 } : { isClosed: false, name: "Person", kopecks: 100 },
      );
    }
  });

  test("waits for a purchase that was under way when the account began to close", async () => {
    const { userId } = await givenClosing(100_000);
    await later("14 days 1 minute");
    const { id } = await buy(userId);
    await work();
    expect(await leftOf(userId)).toMatchObject({ isClosed: false, name: "Person" });
    await expireActivation(db, { id, state: "waiting" });
    await work();
    expect((await leftOf(userId)).isClosed).toBe(false);
    await later("61 minutes");
    await work();
    expect(await leftOf(userId)).toMatchObject({ isClosed: true, kopecks: 0 });
  });

  test("waits while the account is suspended, and its owner has two days to keep it afterwards", async () => {
    const { email, userId } = await givenClosing(100);
    await suspendUser(db, userId, true);
    await later("20 days");
    await mails();
    await work();
    expect(await closeAccount(db, userId, closingParts)).toBe(false);
    expect((await mails()).filter(({ to }) => to === email)).toEqual([]);
    await suspendUser(db, userId, false);
    await work();
    expect(await leftOf(userId)).toMatchObject({ isClosed: false, kopecks: 100 });
    const told = (await mails()).filter(({ to }) => to === email);
    expect(told.map(({ subject }) => subject)).toEqual([expect.stringContaining("closes on")]);
    expect((await keep(await signIn(email))).body).toEqual({ status: "kept" });
    await mails();
  });

  test("is whole or not there: a fault in one feature leaves person and money, and the next run closes", async () => {
    const { userId } = await givenClosing(300);
    await later("14 days 1 minute");
    const forget = async () => {
      throw new Error("a table is not there");
    };
    await work({ ...closingParts, parts: [...closingParts.parts, { forget }] });
    expect(await leftOf(userId)).toMatchObject({
      isClosed: false,
      name: "Person",
      kopecks: 300,
      forfeits: 0,
    });
    await work();
    expect(await leftOf(userId)).toMatchObject({ isClosed: true, kopecks: 0, forfeits: 1 });
  });
});
