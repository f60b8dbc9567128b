import type { ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import sql from "sql-template-tag";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { cancelActivation, deliverSms } from "#features/activations/activations.writes.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { resolveActor } from "#features/identity/sessions/sessions.routes.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { postDelivery } from "#features/notifications/webhooks/delivery/delivery.gateway.ts";
import { DeliveryPump } from "#features/notifications/webhooks/delivery/delivery.jobs.ts";
import { fanOut } from "#features/notifications/webhooks/fan-out/fan-out.writes.ts";
import { webhookRoutes } from "#features/notifications/webhooks/webhooks.routes.ts";
import {
  pausesSeconds,
  type WebhookEvent,
  webhookEvents,
} from "#features/notifications/webhooks/webhooks.rules.ts";
import { forgetOldDeliveries } from "#features/notifications/webhooks/webhooks.writes.ts";
import { givenTopUp } from "#features/payments/top-ups.factory.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { extendRental } from "#features/rentals/extensions/extensions.writes.ts";
import { rentNumber } from "#features/rentals/purchase.writes.ts";
import { listRentalsToRemind, remindOfEnd } from "#features/rentals/reminders/reminders.writes.ts";
import {
  cancelRental,
  deliverSmsToRentals,
  listDueRentals,
  passTime,
} from "#features/rentals/rentals.writes.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { emitEvent } from "#lib/jobs/events.ts";
import { guardedAgent } from "#lib/net/guarded-agent.ts";
import { givenServer, type ServedRequest } from "#lib/testing/http-server.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { runDueJobs } from "#lib/testing/run-jobs.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb({ max: 24 });
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);
const api = testApi(db, webhookRoutes, resolveActor);

type Answering = (response: ServerResponse, request: ServedRequest) => void | Promise<void>;
const ok: Answering = (response) => void response.writeHead(204).end();
let answering: Answering = ok;
const receiver = await givenServer((request, response) => answering(response, request));

beforeEach(async () => {
  answering = ok;
  receiver.requests.length = 0;
  await execute(owner, sql`delete from notifications_webhooks`);
});
afterEach(() => execute(owner, sql`update job_clock set offset_interval = '0'`));

type Person = { userId: UserId; token: string };

async function givenPerson(balanceKopecks = 100_000): Promise<Person> {
  const { userId } = await givenApiBuyer(db, balanceKopecks);
  const { token } = await openSession(db, { userId, ip: "192.0.2.1", userAgent: "test" });
  return { userId, token };
}

type Made = Person & {
  id: number;
  secret: string;
  call: (method: string, path: string, body?: object) => ReturnType<typeof api.call>;
};

async function givenWebhook(
  events: readonly WebhookEvent[] = webhookEvents,
  { url = receiver.url, person }: { url?: string; person?: Person } = {},
): Promise<Made> {
  const { userId, token } = person ?? (await givenPerson());
  const call = (method: string, path: string, body?: object) =>
    api.call(method, `/api${path}`, { cookie: token, ...(body ? { body } : {}) });
  const made = await call("POST", "/webhooks", { name: "bot", url, events });
  expect(made.status).toBe(201);
  return { userId, token, call, ...made.body };
}

/** What a running worker does, until nothing is due. */
async function work(pump = new DeliveryPump()): Promise<void> {
  await fanOut(db);
  while ((await pump.look(db)) > 0) await pump.settle();
}

const emit = (userId: number, kind = "balance_low") =>
  withTransaction(db, (tx) => emitEvent(tx, { userId, kind, data: {} }));
const verify = (secret: string, request: ServedRequest | undefined) =>
  new Webhook(secret).verify(request?.raw ?? "", request?.headers as Record<string, string>) as {
    type: string;
    timestamp: string;
    data: Record<string, unknown>;
  };
const heard = (secret: string) => receiver.requests.map((request) => verify(secret, request));
const deliveriesOf = (webhookId: number) =>
  rows<{ state: string; attempts: number; type: string }>(
    db,
    sql`select state, attempts, type from notifications_webhook_deliveries where webhook_id = ${webhookId} order by id`,
  );

let lastCountry = 30;
async function buy(userId: number) {
  lastCountry += 1;
  const offer = await givenOffer(db, { countryId: lastCountry, count: 1, priceKopecks: 1_400 });
  const bought = await buyActivation(db, {
    ...{ userId, serviceId: 52, countryId: lastCountry, operator: "any", maxPriceKopecks: null },
    ...{ channel: "site" as const, idempotencyKey: crypto.randomUUID() },
  });
  const sms = (smsId: number, text: string) =>
    receiveSms(
      db,
      {
        supplierId: offer.supplierId,
        smsId: BigInt(smsId),
        phone: Number(bought.number),
        sender: "Telegram",
        text,
      },
      deliverSms,
    );
  return { ...bought, countryId: lastCountry, sms };
}

describe("what is told", () => {
  test("a number, its codes and a refund arrive signed, each once, and the package of Standard Webhooks verifies them", async () => {
    const { userId, secret } = await givenWebhook();
    const order = await buy(userId);
    await work();
    await order.sms(1, "Telegram code 41507");
    await order.sms(2, "Telegram code 99214");
    await work();
    await work();
    const other = await buy(userId);
    await cancelActivation(db, userId, other.id);
    await work();
    const told = heard(secret);
    expect(told.slice(0, 3).map(({ type }) => type)).toEqual([
      "number.issued",
      "sms.received",
      "sms.received",
    ]);
    // Those of one moment are under way together.
    expect(
      told
        .slice(3)
        .map(({ type }) => type)
        .sort(),
    ).toEqual(["activation.cancelled", "activation.refunded", "number.issued"]);
    expect(told[0]?.data).toMatchObject({
      activationId: order.id,
      service: "tg",
      country: order.countryId,
      number: order.number,
      state: "waiting",
      priceKopecks: 1_400,
    });
    const codes = told.slice(1, 3).map(({ data }) => [data.activationId, data.code, data.text]);
    expect(codes.sort()).toEqual([
      [order.id, "41507", "Telegram code 41507"],
      [order.id, "99214", "Telegram code 99214"],
    ]);
    expect(told.find(({ type }) => type === "activation.refunded")?.data).toMatchObject({
      activationId: other.id,
      refundedKopecks: 1_400,
    });
    const ids = receiver.requests.map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids).size).toBe(6);
    // Neither code nor text lies open in the database.
    const kept = await rows<{ body: string }>(
      db,
      sql`select sealed_body as body from notifications_webhook_deliveries where sealed_body is not null`,
    );
    expect(JSON.stringify(kept)).not.toMatch(/41507|99214/);
  });

  test("a credited payment and a low balance are told; a webhook hears only what it chose and what came after it", async () => {
    const person = await givenPerson();
    const before = await buy(person.userId);
    const some = await givenWebhook(["payment.credited", "balance.low"], { person });
    await before.sms(3, "Telegram code 11111");
    const paymentId = await givenTopUp(db, { userId: person.userId, amountKopecks: 50_000 });
    await withTransaction(db, (tx) =>
      emitEvent(tx, { userId: person.userId, kind: "balance", data: { paymentId, state: "credited" } }),
    );
    await emit(person.userId);
    await work();
    const told = heard(some.secret);
    expect(told.map(({ type }) => type).sort()).toEqual(["balance.low", "payment.credited"]);
    expect(told.find(({ type }) => type === "payment.credited")?.data).toMatchObject({
      paymentId,
      amountKopecks: 50_000,
    });
    const all = await givenWebhook(webhookEvents, { person });
    await work();
    expect(await deliveriesOf(all.id)).toEqual([]);
  });

  test("a rental is told from its beginning to its end, with its SMS and what it was extended by", async () => {
    const { userId, secret } = await givenWebhook();
    const offer = await givenRentOffer(db, { count: 2 });
    const rent = () =>
      rentNumber(db, {
        ...{ userId, serviceCode: "tg", countryId: 6, operator: "any", hours: 8, maxPriceKopecks: null },
        ...{ channel: "site" as const, idempotencyKey: crypto.randomUUID() },
      });
    const kept = await rent();
    const sms = { supplierId: offer.supplierId, smsId: 71n, phone: Number(kept.number), sender: "Telegram" };
    await receiveSms(db, { ...sms, text: "Telegram code 31337" }, deliverSmsToRentals);
    await extendRental(db, {
      ...{ userId, rentalId: kept.id, hours: 4, maxPriceKopecks: null },
      ...{ channel: "site" as const, idempotencyKey: crypto.randomUUID() },
    });
    const given = await rent();
    await cancelRental(db, userId, given.id);
    await moveClock(owner, "11 hours");
    for (const id of await listRentalsToRemind(db, 10)) await remindOfEnd(db, id);
    await work();
    const told = heard(secret);
    const of = (type: string) =>
      told.filter((one) => one.type === type).map(({ data }) => data as Record<string, never>);
    expect(
      of("rental.issued")
        .map(({ rentalId }) => rentalId)
        .sort(),
    ).toEqual([kept.id, given.id]);
    expect(of("rental.sms")).toMatchObject([{ rentalId: kept.id, code: "31337", sender: "Telegram" }]);
    expect(of("rental.extended")).toMatchObject([{ rentalId: kept.id, hours: 12, extension: { hours: 4 } }]);
    expect(of("rental.canceled")).toMatchObject([{ rentalId: given.id }]);
    expect(of("rental.canceled")[0]?.refundedKopecks).toBe(of("rental.canceled")[0]?.priceKopecks);
    expect(of("rental.expiring")).toMatchObject([{ rentalId: kept.id }]);
    expect(told).toHaveLength(6);
    await moveClock(owner, "2 hours");
    for (const id of await listDueRentals(db, 10)) await passTime(db, id);
    await work();
    expect(heard(secret).slice(6)).toMatchObject([{ type: "rental.expired", data: { rentalId: kept.id } }]);
  });

  test("a stranger's events are not told", async () => {
    const mine = await givenWebhook();
    await emit((await givenPerson()).userId);
    await work();
    expect(await deliveriesOf(mine.id)).toEqual([]);
  });
});

describe("nothing is missed and nothing told twice", () => {
  test("an id that becomes visible after larger ones is told too", async () => {
    const { userId, id, secret } = await givenWebhook();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const late = withTransaction(db, async (tx) => {
      await emitEvent(tx, { userId, kind: "balance_low", data: {} });
      await held;
    });
    await pause(50);
    await emit(userId);
    await work();
    expect(await deliveriesOf(id)).toHaveLength(1);
    release();
    await late;
    await work();
    expect(heard(secret)).toHaveLength(2);
  });

  test("forty transactions that commit in any order, under three workers, make forty deliveries; what is settled is not read again", async () => {
    const { userId, id } = await givenWebhook();
    let isDone = false;
    const workers = Array.from({ length: 3 }, async () => {
      const told = new Set<number>();
      while (!isDone) await fanOut(db, told);
    });
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        withTransaction(db, async (tx) => {
          await emitEvent(tx, { userId, kind: "balance_low", data: {} });
          await pause((index * 37) % 90);
        }),
      ),
    );
    isDone = true;
    await Promise.all(workers);
    await fanOut(db);
    expect(await deliveriesOf(id)).toHaveLength(40);
    await execute(owner, sql`update job_events set created_at = created_at - interval '2 minutes'`);
    await fanOut(db);
    const { afterId, newest } = await one<{ afterId: number; newest: number }>(
      db,
      sql`select after_id as "afterId", (select max(id) from job_events) as newest from notifications_webhook_reading`,
    );
    expect(afterId).toBe(newest);
    await emit(userId);
    await work();
    expect(await deliveriesOf(id)).toHaveLength(41);
  });

  test("a worker that dies between sending and noting: sent again with the same id and the same bytes", async () => {
    const { userId, id, secret } = await givenWebhook();
    await emit(userId);
    await fanOut(db);
    const dying = new DeliveryPump(async (...call) => {
      await postDelivery(...call);
      return new Promise(() => {});
    });
    expect(await dying.look(db)).toBe(1);
    await expect.poll(() => receiver.requests.length).toBe(1);
    await work();
    expect(receiver.requests).toHaveLength(1);
    await moveClock(owner, "61 seconds");
    await work();
    expect(receiver.requests).toHaveLength(2);
    const [first, second] = receiver.requests;
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    expect(second?.raw).toBe(first?.raw);
    verify(secret, second);
    expect(await deliveriesOf(id)).toMatchObject([{ state: "delivered", attempts: 1 }]);
  });

  test("two workers never hold the same delivery", async () => {
    const { userId } = await givenWebhook();
    for (let n = 0; n < 4; n += 1) await emit(userId);
    await fanOut(db);
    const pumps = Array.from({ length: 4 }, () => new DeliveryPump());
    await Promise.all(pumps.map((pump) => pump.look(db)));
    await Promise.all(pumps.map((pump) => pump.settle()));
    expect(receiver.requests).toHaveLength(4);
  });
});

describe("failures", () => {
  test("pauses grow over three days; then it is given up, the webhook is turned off and its owner gets one mail", async () => {
    const { userId, id, call } = await givenWebhook();
    answering = (response) => void response.writeHead(500).end("broken\u0000 <b>here</b>");
    await emit(userId);
    await work();
    for (const seconds of pausesSeconds) {
      const sent = receiver.requests.length;
      const { waits } = await one<{ waits: number }>(
        db,
        sql`select extract(epoch from due_at - app_now())::float8 as waits from notifications_webhook_deliveries
            where webhook_id = ${id}`,
      );
      // A busy machine may have taken some seconds until here.
      expect(waits).toBeLessThanOrEqual(seconds);
      expect(waits).toBeGreaterThan(seconds - 20);
      await moveClock(owner, `${seconds} seconds`);
      await work();
      expect(receiver.requests).toHaveLength(sent + 1);
    }
    expect(new Set(receiver.requests.map(({ raw, headers }) => `${headers["webhook-id"]}${raw}`)).size).toBe(
      1,
    );
    expect(await deliveriesOf(id)).toMatchObject([{ state: "failed", attempts: 12 }]);
    const [view] = (await call("GET", "/webhooks")).body;
    expect(view).toMatchObject({ isEnabled: false, disabledReason: "failures" });
    const mails = (await runDueJobs(db, [])).filter(({ subject }) => /webhook “bot” is off/.test(subject));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toMatch(/has taken no delivery of the webhook “bot”/);
    const { body } = await call("GET", `/webhooks/${id}/deliveries`);
    expect(body.deliveries[0].lastAttempt).toMatchObject({
      status: 500,
      fault: null,
      answer: "broken <b>here</b>",
    });
    expect((await call("POST", `/webhooks/${id}/test`, {})).status).toBe(409);

    answering = ok;
    await call("PUT", `/webhooks/${id}`, { name: "bot", url: receiver.url, events: ["balance.low"] });
    expect((await call("POST", `/webhook-deliveries/${body.deliveries[0].id}/resend`, {})).status).toBe(202);
    await work();
    expect(await deliveriesOf(id)).toMatchObject([{ state: "delivered", attempts: 13 }]);
    const whole = await call("GET", `/webhook-deliveries/${body.deliveries[0].id}`);
    expect(whole.body.log).toHaveLength(13);
    expect(JSON.parse(whole.body.body)).toMatchObject({ type: "balance.low" });
  });

  test("a success in between begins the three days anew", async () => {
    const { userId, call } = await givenWebhook();
    answering = (response) => void response.writeHead(503).end();
    await emit(userId);
    await work();
    await moveClock(owner, "70 hours");
    answering = ok;
    await work();
    answering = (response) => void response.writeHead(503).end();
    await moveClock(owner, "5 hours");
    await emit(userId);
    await work();
    expect((await call("GET", "/webhooks")).body[0]).toMatchObject({ isEnabled: true });
  });

  test("an answer that is lost, too late or a redirect is a failure with its reason; a redirect is not followed", async () => {
    const { id, call } = await givenWebhook();
    const quick = new DeliveryPump((url, headers, body) =>
      postDelivery(url, headers, body, { timeoutMs: 300 }),
    );
    const answers: [Answering, object][] = [
      [(response) => void response.destroy(), { status: null, fault: "refused" }],
      [() => {}, { status: null, fault: "timeout" }],
      [
        (response) => void response.writeHead(307, { location: `${receiver.url}/elsewhere` }).end(),
        { status: 307, fault: null },
      ],
      [
        (response) => {
          response.writeHead(400);
          const flood = () => response.write("x".repeat(65_536), () => response.destroyed || flood());
          flood();
        },
        { status: 400, fault: null, answer: "x".repeat(500) },
      ],
    ];
    for (const [answer, expected] of answers) {
      answering = answer;
      expect((await call("POST", `/webhooks/${id}/test`, {})).status).toBe(202);
      await work(quick);
      const { body } = await call("GET", `/webhooks/${id}/deliveries?limit=1`);
      expect(body).toMatchObject({
        deliveries: [{ type: "webhook.test", state: "pending", lastAttempt: expected }],
      });
    }
    expect(receiver.requests.some(({ path }) => path.endsWith("elsewhere"))).toBe(false);
  });

  test("an answer 410 turns it off at once", async () => {
    const { id, call } = await givenWebhook();
    answering = (response) => void response.writeHead(410).end();
    await call("POST", `/webhooks/${id}/test`, {});
    await work();
    expect((await call("GET", "/webhooks")).body[0]).toMatchObject({
      isEnabled: false,
      disabledReason: "gone",
    });
  });

  test("a slow receiver holds up nobody else", async () => {
    const slow = await givenServer(() => {});
    const quick = await givenWebhook(["balance.low"]);
    const stuck = await givenWebhook(["balance.low"], { url: slow.url });
    for (let n = 0; n < 12; n += 1) await emit(stuck.userId);
    for (let n = 0; n < 3; n += 1) await emit(quick.userId);
    await fanOut(db);
    const pump = new DeliveryPump((url, headers, body) =>
      postDelivery(url, headers, body, { timeoutMs: 3_000 }),
    );
    await pump.look(db);
    await pump.look(db);
    await expect.poll(() => receiver.requests.length).toBe(3);
    expect(slow.requests.length).toBeLessThanOrEqual(4);
    await pump.settle();
    await execute(owner, sql`delete from notifications_webhooks where id = ${stuck.id}`);
  });
});

describe("secrets", () => {
  test("a rotation signs with both secrets until its overlap is over, then with the new one alone", async () => {
    const { id, secret: old, call } = await givenWebhook();
    const { body: made } = await call("POST", `/webhooks/${id}/rotate`, { overlapHours: 2 });
    await call("POST", `/webhooks/${id}/test`, {});
    await work();
    for (const secret of [old, made.secret]) verify(secret, receiver.requests[0]);
    await moveClock(owner, "2 hours 1 second");
    await call("POST", `/webhooks/${id}/test`, {});
    await work();
    verify(made.secret, receiver.requests[1]);
    expect(() => verify(old, receiver.requests[1])).toThrow(/No matching signature/);
  });

  test("a secret is told once and nowhere else, and lies sealed", async () => {
    const { id, secret, call } = await givenWebhook();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const list = await call("GET", "/webhooks");
    expect(JSON.stringify(list.body)).not.toContain("whsec_");
    const row = await one(db, sql`select * from notifications_webhooks where id = ${id}`);
    expect(JSON.stringify(row)).not.toContain(secret.slice(6));
  });
});

describe("addresses", () => {
  const agent = guardedAgent({ mayBePrivate: false });
  const guardedPost: typeof postDelivery = (url, headers, body) =>
    postDelivery(url, headers, body, { mayBePrivate: false, dispatcher: agent });

  test.each([
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://[::ffff:127.0.0.1]/",
    "https://169.254.169.254/latest/meta-data/",
    // A name whose answer changed after it was saved: what counts is what it leads to when it is called.
    "https://localhost/",
    "http://93.184.216.34/",
  ])("%s is not called, whatever was saved", async (url) => {
    expect(await guardedPost(url, {}, "{}")).toEqual({ status: null, fault: "forbidden", answer: "" });
  });

  test("what cannot be called cannot be saved", async () => {
    const { call } = await givenWebhook();
    for (const url of ["http://a:b@127.0.0.1/", "ftp://example.com/x", "no address"]) {
      const { status, body } = await call("POST", "/webhooks", { name: "x", url, events: ["sms.received"] });
      expect([status, body.error.code]).toEqual([400, "WEBHOOK_URL_FORBIDDEN"]);
    }
  });
});

describe("owners", () => {
  test("ten webhooks and no more, however many ask at once", async () => {
    const person = await givenPerson();
    const statuses = await Promise.all(
      Array.from({ length: 14 }, async () => {
        const body = { name: "x", url: receiver.url, events: ["sms.received"] };
        return (await api.call("POST", "/api/webhooks", { cookie: person.token, body })).status;
      }),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(10);
    expect(statuses.filter((status) => status === 409)).toHaveLength(4);
  });

  test("a key is refused, a stranger finds nothing", async () => {
    const { id } = await givenWebhook();
    const { key } = await givenApiBuyer(db, 0);
    const refused = await api.call("GET", "/api/webhooks", { bearer: key });
    expect([refused.status, refused.body.error.code]).toEqual([403, "SESSION_NEEDED"]);
    const stranger = await givenWebhook();
    expect((await stranger.call("GET", `/webhooks/${id}/deliveries`)).status).toBe(404);
    expect((await stranger.call("DELETE", `/webhooks/${id}`)).status).toBe(404);
  });

  test("turned off it hears nothing, also of that time afterwards; the log is paged and forgotten in time", async () => {
    const { id, userId, call } = await givenWebhook();
    const input = { name: "bot", url: receiver.url, events: ["balance.low"] };
    await emit(userId);
    await fanOut(db);
    await call("PUT", `/webhooks/${id}`, { ...input, isEnabled: false });
    await emit(userId);
    await work();
    await call("PUT", `/webhooks/${id}`, { ...input, isEnabled: true });
    await work();
    expect(receiver.requests).toEqual([]);
    await emit(userId);
    await work();
    expect(receiver.requests).toHaveLength(1);
    const first = (await call("GET", `/webhooks/${id}/deliveries?limit=1`)).body;
    expect(first).toMatchObject({ isMore: true, deliveries: [{ state: "delivered" }] });
    const rest = (await call("GET", `/webhooks/${id}/deliveries?before=${first.deliveries[0].id}`)).body;
    expect(rest).toMatchObject({ isMore: false, deliveries: [{ state: "failed", attempts: 0 }] });
    await moveClock(owner, "15 days");
    expect(await forgetOldDeliveries(db, 100)).toBe(2);
  });
});
