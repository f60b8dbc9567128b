import { Hono } from "hono";
import sql from "sql-template-tag";
import { afterAll, describe, expect, it } from "vitest";
import { cancelActivation, deliverSms } from "#features/activations/activations.writes.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { forgetApiKeys } from "#features/identity/api-keys/api-keys.reads.ts";
import { createKey } from "#features/identity/api-keys/api-keys.writes.ts";
import { makeKeyGate } from "#features/identity/api-keys/key-rights.gate.ts";
import { keyInput } from "#features/identity/api-keys/keys.factory.ts";
import { createUser } from "#features/identity/identity.writes.ts";
import { hashPassword } from "#features/identity/passwords/passwords.gateway.ts";
import { resolveActor } from "#features/identity/sessions/sessions.routes.ts";
import { endSessionOf, openSession } from "#features/identity/sessions/sessions.writes.ts";
import { streamEvents } from "#features/notifications/notifications.contract.ts";
import { liveHub, notificationRoutes, proofOf } from "#features/notifications/notifications.routes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import type { UserActor, UserId } from "#lib/api/actor.ts";
import { type ApiHono, mountRoute, requestFacts } from "#lib/api/mount.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);

const app: ApiHono = new Hono();
app.use(async (context, next) => {
  requestFacts(context);
  await next();
});
const keyGate = makeKeyGate();
for (const one of notificationRoutes) mountRoute(app, one, { db, resolveActor, keyGate });
afterAll(() => liveHub(db).close());

type Heard = { event: string; id: number; data: Record<string, never> };
type Ear = { status: number; heard: Heard[]; of: (event: string) => Heard[]; cut: () => Promise<void> };

async function open(headers: Record<string, string>, query = ""): Promise<Ear> {
  const response = await app.fetch(new Request(`http://localhost/api/stream${query}`, { headers }));
  const heard: Heard[] = [];
  const reader = response.body!.getReader();
  if (response.status === 200) void listenTo(reader, heard);
  return {
    status: response.status,
    heard,
    of: (event) => heard.filter((one) => one.event === event),
    cut: () => reader.cancel(),
  };
}

async function listenTo(reader: ReadableStreamDefaultReader<Uint8Array>, heard: Heard[]): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + decoder.decode(value, { stream: true })).split("\n\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const event = /^event: (\w+)$/m.exec(part)?.[1] as keyof typeof streamEvents | undefined;
      if (!event) continue;
      const data: unknown = JSON.parse(/^data: (.*)$/m.exec(part)![1]!);
      streamEvents[event].parse(data);
      heard.push({ event, id: Number(/^id: (\d+)$/m.exec(part)?.[1]), data: data as Record<string, never> });
    }
  }
}

type Person = { userId: UserId; token: string; cookie: Record<string, string> };

const passwordHash = await hashPassword("correct horse battery");

let lastPerson = 0;
async function givenPerson(balanceKopecks: number): Promise<Person> {
  const email = `reader${++lastPerson}@example.com`;
  const made = await createUser(db, {
    email,
    emailKey: email,
    name: "Reader",
    passwordHash,
    locale: "en",
  });
  const userId = made!;
  if (balanceKopecks > 0) {
    await execute(
      db,
      sql`select * from ledger_move('demo_credit', ${userId}, 'main', ${balanceKopecks}, ${email}, 'test')`,
    );
  }
  const { token } = await openSession(db, { userId, ip: "192.0.2.1", userAgent: "test" });
  return { userId, token, cookie: { cookie: `authToken=${token}` } };
}

let lastKey = 0;
async function buy(userId: number, countryId: number): Promise<{ id: number; number: string }> {
  lastKey += 1;
  return buyActivation(db, purchase({ userId, countryId, idempotencyKey: `stream-test-${lastKey}` }));
}

async function push(supplierId: number, phone: number, text: string): Promise<void> {
  await receiveSms(db, { supplierId, smsId: BigInt(phone), phone, sender: "Telegram", text }, deliverSms);
}

async function actorOf(headers: Record<string, string>): Promise<UserActor> {
  return (await resolveActor(new Request("http://localhost/", { headers }), db, "192.0.2.1")) as UserActor;
}

describe("GET /api/stream", () => {
  it("shows the code of an SMS on the screen of its buyer and of nobody else", async () => {
    const offer = await givenOffer(db, { countryId: 6, count: 2 });
    const [buyer, stranger] = [await givenPerson(5_000), await givenPerson(5_000)];
    const mine = await open(buyer.cookie, "?locale=ru");
    const theirs = await open(stranger.cookie);
    const bought = await buy(buyer.userId, 6);
    await eventually(() =>
      expect(mine.of("balance").at(-1)?.data).toMatchObject({
        balance: 36,
        availableKopecks: 3_600,
        heldKopecks: 1_400,
      }),
    );
    await push(offer.supplierId, Number(bought.number), "Telegram code: 48213");
    await eventually(() =>
      expect(mine.of("activation").at(-1)?.data.activation).toMatchObject({
        id: bought.id,
        state: "received",
        messages: [{ code: "48213" }],
      }),
    );
    // The capture took nothing that could be spent, but nothing is held any more.
    await eventually(() =>
      expect(mine.of("balance").at(-1)?.data).toMatchObject({
        balance: 36,
        heldKopecks: 0,
        postedKopecks: 3_600,
      }),
    );
    expect(mine.of("activation").at(-1)?.data.activation).toMatchObject({ country: { name: "Индонезия" } });
    expect(theirs.of("activation")).toEqual([]);
    await Promise.all([mine.cut(), theirs.cut()]);
  });

  it("takes up where it was cut: by header, and by parameter for those who cannot send one", async () => {
    await givenOffer(db, { countryId: 7, count: 2 });
    const { userId, cookie } = await givenPerson(5_000);
    const before = await open(cookie);
    await eventually(() => expect(before.of("ready").length).toBe(1));
    const { id } = before.heard.at(-1)!;
    await before.cut();
    const bought = await buy(userId, 7);
    await cancelActivation(db, userId, bought.id);
    for (const again of [
      await open({ ...cookie, "last-event-id": String(id) }),
      await open(cookie, `?Last-Event-ID=${id}`),
    ]) {
      await eventually(() =>
        expect(again.of("activation").at(-1)?.data.activation).toMatchObject({
          id: bought.id,
          state: "cancelled",
        }),
      );
      expect(again.of("balance").at(-1)?.data).toMatchObject({ balance: 50, heldKopecks: 0 });
      expect(again.of("ready")[0]?.data).toEqual({ resumed: true });
      await again.cut();
    }
  });

  it("tells what was asked for, and of the rest only the place to resume from", async () => {
    await givenOffer(db, { countryId: 10, count: 3 });
    const { userId, cookie } = await givenPerson(10_000);
    const all = await open(cookie);
    const first = await buy(userId, 10);
    const [money, orders, one] = [
      await open(cookie, "?types=balance"),
      await open(cookie, "?types=activation,rental"),
      await open(cookie, `?activation=${first.id}`),
    ];
    const second = await buy(userId, 10);
    await cancelActivation(db, userId, second.id);
    await eventually(() =>
      expect(orders.of("activation").map(({ data }) => data.activation)).toContainEqual(
        expect.objectContaining({ id: second.id, state: "cancelled" }),
      ),
    );
    expect(orders.of("balance")).toEqual([]);
    await eventually(() => expect(money.of("balance").length).toBeGreaterThan(0));
    expect(money.of("activation")).toEqual([]);
    await cancelActivation(db, userId, first.id);
    await eventually(() =>
      expect(one.of("activation").at(-1)?.data.activation).toMatchObject({ state: "cancelled" }),
    );
    expect(
      one
        .of("activation")
        .every(({ data }) => (data.activation as unknown as { id: number }).id === first.id),
    ).toBe(true);
    expect(one.of("balance")).toEqual([]);
    expect(all.of("activation").length).toBeGreaterThan(1);
    await Promise.all([all, money, orders, one].map(({ cut }) => cut()));
    for (const query of ["?types=", "?types=nothing", "?types=balance,", "?activation=0", "?activation=1,x"])
      expect((await open(cookie, query)).status, query).toBe(400);
  });

  it("tells a key of the services it is for, and ends when the key's rights change", async () => {
    await givenOffer(db, { countryId: 15, count: 2 });
    await givenOffer(db, { countryId: 15, serviceId: 1, count: 2 });
    const { userId } = await givenPerson(10_000);
    const { key } = await withTransaction(db, (tx) =>
      createKey(tx, userId, "live", keyInput({ scopes: ["read"], serviceIds: [1] })),
    );
    const bearer = { authorization: `Bearer ${key}` };
    const ear = await open(bearer);
    await buy(userId, 15);
    const shown = await buyActivation(
      db,
      purchase({ userId, serviceId: 1, countryId: 15, idempotencyKey: "stream-test-key" }),
    );
    await eventually(() => expect(ear.of("activation").length).toBeGreaterThan(0));
    for (const { data } of ear.of("activation")) expect(data.activation).toMatchObject({ id: shown.id });
    const proof = proofOf(
      new Request("http://localhost/", { headers: bearer }),
      db,
      "192.0.2.1",
      await actorOf(bearer),
    );
    expect(await proof()).toEqual({ endsInMs: null });
    await execute(
      owner,
      sql`update identity_api_keys set service_ids = null where user_id = ${userId} and name = 'bot'`,
    );
    forgetApiKeys(userId);
    expect(await proof()).toBe(null);
    await execute(
      owner,
      sql`update identity_api_keys set scopes = '{buy}' where user_id = ${userId} and name = 'bot'`,
    );
    forgetApiKeys(userId);
    expect((await open(bearer)).status).toBe(403);
    await ear.cut();
  });

  it("asks for a session or key, and takes a bearer token", async () => {
    expect((await open({})).status).toBe(401);
    expect((await open({ authorization: "Bearer nonsense" })).status).toBe(401);
    const { token, cookie } = await givenPerson(0);
    const ear = await open({ authorization: `Bearer ${token}` });
    expect(ear.status).toBe(200);
    await ear.cut();
    await endSessionOf(db, token);
    expect((await open(cookie)).status).toBe(401);
  });

  it("refuses a malformed resume point, and reads a header it cannot use as none", async () => {
    const { cookie } = await givenPerson(0);
    expect((await open(cookie, "?Last-Event-ID=abc")).status).toBe(400);
    const ear = await open({ ...cookie, "last-event-id": "abc" });
    await eventually(() => expect(ear.of("ready")[0]?.data).toEqual({ resumed: false }));
    await ear.cut();
  });
});
