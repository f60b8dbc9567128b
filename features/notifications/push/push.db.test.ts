import { createECDH, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import ece from "http_ece";
import sql from "sql-template-tag";
import { Agent } from "undici";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { findSession } from "#features/identity/sessions/sessions.reads.ts";
import { resolveActor } from "#features/identity/sessions/sessions.routes.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { givenOrder } from "#features/notifications/codes.factory.ts";
import { pushChecks } from "#features/notifications/push/push.checks.ts";
import { postPush } from "#features/notifications/push/push.gateway.ts";
import { PushPump, pushSubscribers } from "#features/notifications/push/push.jobs.ts";
import { pushRoutes } from "#features/notifications/push/push.routes.ts";
import { forgetOldPushes, savePush } from "#features/notifications/push/push.writes.ts";
import { fanOut } from "#features/notifications/webhooks/fan-out/fan-out.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Tx } from "#lib/db/pool.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { askBehind } from "#lib/testing/ask-behind.ts";
import { moveClock, resetClock } from "#lib/testing/move-clock.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";
import { listOffences } from "#lib/tooling/database/checks.ts";

const { db, owner } = await useTestDb({ max: 12 });
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);
const api = testApi(db, pushRoutes, resolveActor);

type Pushed = { path: string; headers: Record<string, unknown>; body: Buffer };
const pushed: Pushed[] = [];
let status = 201;
/** A browser's service on a real port: it takes bytes that it cannot read. */
const service = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  pushed.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(parts) });
  response.writeHead(status).end();
});
await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
const agent = new Agent();
afterAll(async () => {
  await agent.close();
  service.close();
});
const toService: typeof postPush = (subscription, message, keptSeconds) => {
  const endpoint = origin + new URL(subscription.endpoint).pathname;
  return postPush({ ...subscription, endpoint }, message, keptSeconds, agent);
};

beforeEach(async () => {
  status = 201;
  pushed.length = 0;
  await execute(owner, sql`delete from notifications_push_subscriptions`);
});
afterEach(async () => {
  await resetClock(owner);
  expect((await listOffences(owner, pushChecks)).filter(({ count }) => count > 0)).toEqual([]);
});

async function givenPerson() {
  const { userId } = await givenApiBuyer(db, 100_000);
  return { userId, ...(await givenSession(userId)) };
}

async function givenSession(userId: Parameters<typeof openSession>[1]["userId"]) {
  const { token } = await openSession(db, { userId, ip: "192.0.2.1", userAgent: "test" });
  const call = (method: string, body?: object, headers?: Record<string, string>) =>
    api.call(method, "/api/push-subscription", {
      cookie: token,
      ...(body ? { body } : {}),
      ...(headers ? { headers } : {}),
    });
  return { token, call };
}

/** A browser that has subscribed; it alone can read what it is sent. */
function givenBrowser(endpoint = `https://fcm.googleapis.com/${randomBytes(6).toString("hex")}`) {
  const keys = createECDH("prime256v1");
  keys.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: {
      endpoint,
      keys: { p256dh: keys.getPublicKey("base64url"), auth: auth.toString("base64url") },
    },
    read: ({ body }: Pushed) =>
      JSON.parse(
        ece
          .decrypt(body, { version: "aes128gcm", privateKey: keys, authSecret: auth.toString("base64url") })
          .toString("utf8"),
      ) as Record<string, string>,
  };
}

async function givenCode(userId: number, text?: string) {
  const { number, sms } = await givenOrder(db, userId);
  await sms(text);
  return { number };
}

async function work(pump = new PushPump(toService)): Promise<void> {
  await fanOut(db);
  while ((await pump.look(db)) > 0) await pump.settle();
}

test("of two people who ask at one browser at the same moment the later one has it, under the own name", async () => {
  const [anna, boris] = [await givenPerson(), await givenPerson()];
  const { subscription } = givenBrowser();
  const browserOf = (token: string) => findSession(db, token);
  const [first, second] = [await browserOf(anna.token), await browserOf(boris.token)];
  const save = (tx: Tx, userId: UserId, sessionId = 0) =>
    savePush(tx, { userId, sessionId, locale: "en" }, subscription);
  await askBehind(
    db,
    (tx) => save(tx, anna.userId, first?.sessionId),
    () => withTransaction(db, (tx) => save(tx, boris.userId, second?.sessionId)),
  );
  expect(
    await rows(
      db,
      sql`select user_id as "userId", session_id as "sessionId" from notifications_push_subscriptions`,
    ),
  ).toEqual([{ userId: boris.userId, sessionId: second?.sessionId }]);
});

test("a code is told once to a browser that only it can read, in its language, by a key that its service can check", async () => {
  const person = await givenPerson();
  const browser = givenBrowser();
  const on = await person.call("PUT", browser.subscription, { "x-user-locale": "ru" });
  expect(on.body).toMatchObject({ isOn: true, publicKey: expect.stringMatching(/^[\w-]{87}$/) });
  const { number } = await givenCode(person.userId);
  await work();
  await work();
  expect(pushed).toHaveLength(1);
  const [first] = pushed as [Pushed];
  expect(first.body.toString("latin1")).not.toContain("41507");
  expect(first.headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "600", urgency: "high" });
  expect(first.headers.authorization).toContain(`k=${on.body.publicKey}`);
  expect(browser.read(first)).toMatchObject({
    title: "Telegram: 41507",
    body: `SMS на +${number}`,
    path: "/ru/profile",
    lang: "ru",
  });
  const kept = await rows(owner, sql`select * from notifications_pushes, notifications_push_subscriptions`);
  expect(JSON.stringify(kept)).not.toContain("41507");
});

test("what came before a browser asked, and what comes to others, is not told to it", async () => {
  const person = await givenPerson();
  await givenCode(person.userId);
  await person.call("PUT", givenBrowser().subscription);
  await givenCode((await givenPerson()).userId);
  await work();
  expect(pushed).toEqual([]);
});

test("whoever signs out is told nothing more, also of a code that was on its way", async () => {
  const person = await givenPerson();
  await person.call("PUT", givenBrowser().subscription);
  await givenCode(person.userId);
  await fanOut(db);
  await execute(
    owner,
    sql`update identity_sessions set expires_at = app_now() where user_id = ${person.userId}`,
  );
  await work();
  expect(pushed).toEqual([]);
  expect(await rows(db, sql`select id from notifications_push_subscriptions`)).toEqual([]);
});

test("a browser in which another person signs in is told of that person's codes alone", async () => {
  const [first, second] = [await givenPerson(), await givenPerson()];
  const browser = givenBrowser();
  await first.call("PUT", browser.subscription);
  await givenCode(first.userId);
  await fanOut(db);
  await second.call("PUT", browser.subscription);
  await givenCode(first.userId);
  await givenCode(second.userId, "Telegram code 77123");
  await work();
  expect(pushed.map((one) => browser.read(one).title)).toEqual(["Telegram: 77123"]);
});

test("a browser that took its subscription back is forgotten, a service that is away is asked again for ten minutes", async () => {
  const person = await givenPerson();
  await person.call("PUT", givenBrowser().subscription);
  await givenCode(person.userId);
  status = 503;
  await work();
  await moveClock(owner, "3 seconds");
  await work();
  expect(pushed).toHaveLength(2);
  await moveClock(owner, "11 minutes");
  await work();
  expect(pushed).toHaveLength(2);
  await resetClock(owner);
  await givenCode(person.userId);
  status = 410;
  await work();
  expect((await person.call("GET")).body).toMatchObject({ isOn: false });
});

test("a push that a dying worker held is sent by another one, and two workers send it once", async () => {
  const person = await givenPerson();
  await person.call("PUT", givenBrowser().subscription);
  await givenCode(person.userId);
  await fanOut(db);
  const dying = new PushPump(() => new Promise(() => {}));
  expect(await dying.look(db)).toBe(1);
  await work();
  expect(pushed).toHaveLength(0);
  await moveClock(owner, "31 seconds");
  const pumps = Array.from({ length: 4 }, () => new PushPump(toService));
  await Promise.all(pumps.map((pump) => pump.look(db)));
  await Promise.all(pumps.map((pump) => pump.settle()));
  expect(pushed).toHaveLength(1);
});

test("a code that is gone before it is told is not told", async () => {
  const person = await givenPerson();
  await person.call("PUT", givenBrowser().subscription);
  await givenCode(person.userId);
  await fanOut(db);
  await execute(owner, sql`delete from activations_messages`);
  await work();
  expect(pushed).toEqual([]);
});

test.each([
  "http://fcm.googleapis.com/x",
  "https://127.0.0.1/x",
  "https://fcm.googleapis.com.evil.example/x",
  "https://evil-fcm.googleapis.com/x",
  "https://fcm.googleapis.com:8443/x",
  "https://user:secret@fcm.googleapis.com/x",
])("the address %s is no browser's service and is not kept", async (endpoint) => {
  const person = await givenPerson();
  const { status: refused, body } = await person.call("PUT", givenBrowser(endpoint).subscription);
  expect([refused, body.error.code]).toEqual([400, "PUSH_ADDRESS_FORBIDDEN"]);
  expect(await rows(db, sql`select id from notifications_push_subscriptions`)).toEqual([]);
});

test("keys of the wrong size, a guest and an API key get no subscription", async () => {
  const person = await givenPerson();
  const { subscription } = givenBrowser();
  const bad = { ...subscription, keys: { ...subscription.keys, auth: "short" } };
  expect((await person.call("PUT", bad)).status).toBe(400);
  expect((await api.call("PUT", "/api/push-subscription", { body: subscription })).status).toBe(401);
});

test("of an account ten browsers are told; the one that asked first gives way, and asking again adds none", async () => {
  const { userId } = await givenPerson();
  const browsers = Array.from({ length: 11 }, () => givenBrowser());
  for (const { subscription } of browsers) {
    const { call } = await givenSession(userId);
    await call("PUT", subscription);
    await call("PUT", subscription);
  }
  await givenCode(userId);
  await work();
  expect(pushed.map(({ path }) => path).sort()).toEqual(
    browsers
      .slice(1)
      .map(({ subscription }) => new URL(subscription.endpoint).pathname)
      .sort(),
  );
});

test("turned off it hears nothing, and what was told is forgotten after two days", async () => {
  const person = await givenPerson();
  await person.call("PUT", givenBrowser().subscription);
  await givenCode(person.userId);
  await work();
  await person.call("DELETE");
  await givenCode(person.userId);
  await work();
  expect(pushed).toHaveLength(1);
  await person.call("PUT", givenBrowser().subscription);
  await givenCode(person.userId);
  await work();
  await moveClock(owner, "25 hours");
  await forgetOldPushes(db, 100);
  expect(await one(db, sql`select count(*)::int as n from notifications_pushes`)).toEqual({ n: 0 });
});

test("every browser of an account is told once, and again each time, that its second factor may go; not once that is cancelled", async () => {
  const person = await givenPerson();
  const browser = givenBrowser();
  const other = await givenSession(person.userId);
  await person.call("PUT", browser.subscription, { "x-user-locale": "ru" });
  await other.call("PUT", givenBrowser().subscription);
  const { id } = await one<{ id: number }>(
    owner,
    sql`insert into identity_factor_recoveries (user_id, ends_at, cancel_hash, sealed_cancel_token)
        values (${person.userId}, app_now() + interval '7 days', sha256('link'), 'sealed') returning id`,
  );
  const tell = async (told: number) => {
    const payload = { userId: person.userId, recoveryId: id, told };
    for (const { handle } of pushSubscribers) await handle(db, payload as never);
    await work();
  };
  await tell(1);
  await tell(1);
  expect(pushed).toHaveLength(2);
  const mine = pushed.find(({ path }) => path === new URL(browser.subscription.endpoint).pathname);
  expect(mine?.headers).toMatchObject({ ttl: "86400" });
  expect(browser.read(mine as Pushed)).toMatchObject({
    title: "Кто-то просит выключить двухфакторную аутентификацию",
    path: "/ru/profile/settings/security",
  });
  await tell(2);
  expect(pushed).toHaveLength(4);
  await execute(
    owner,
    sql`update identity_factor_recoveries set state = 'cancelled', decided_at = app_now() where id = ${id}`,
  );
  await tell(3);
  expect(pushed).toHaveLength(4);
});
