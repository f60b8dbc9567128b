import type { ServerResponse } from "node:http";
import sql from "sql-template-tag";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cancelActivation, forgetOldMessages } from "#features/activations/activations.writes.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { givenSms } from "#features/activations/sms.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { resolveActor } from "#features/identity/sessions/sessions.routes.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { givenOrder } from "#features/notifications/codes.factory.ts";
import { DeliveryPump } from "#features/notifications/webhooks/delivery/delivery.jobs.ts";
import { fanOut } from "#features/notifications/webhooks/fan-out/fan-out.writes.ts";
import { webhookRoutes } from "#features/notifications/webhooks/webhooks.routes.ts";
import { smsEvents, webhookEvents } from "#features/notifications/webhooks/webhooks.rules.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { rentNumber } from "#features/rentals/purchase.writes.ts";
import { rentInput } from "#features/rentals/rent-inputs.factory.ts";
import { deliverSmsToRentals } from "#features/rentals/rentals.writes.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import { execute, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { unseal } from "#lib/sealed-text.ts";
import { givenServer, type ServedRequest } from "#lib/testing/http-server.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb({ max: 8 });
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);
const api = testApi(db, webhookRoutes, resolveActor);

let status = 200;
const receiver = await givenServer((_request, response: ServerResponse) => {
  response.writeHead(status).end();
});

beforeEach(async () => {
  status = 200;
  receiver.requests.length = 0;
  await execute(owner, sql`delete from notifications_webhooks`);
});
afterEach(() => execute(owner, sql`update job_clock set offset_interval = '0'`));

async function givenPerson() {
  const { userId } = await givenApiBuyer(db, 100_000);
  const { token } = await openSession(db, { userId, ip: "192.0.2.1", userAgent: "test" });
  const call = (method: string, path: string, body?: object) =>
    api.call(method, `/api${path}`, { cookie: token, ...(body ? { body } : {}) });
  return { userId, call };
}
type Person = Awaited<ReturnType<typeof givenPerson>>;

const input = { name: "bot", url: receiver.url, events: smsEvents };
const classic = { ...input, format: "classic" };

async function givenWebhook(person: Person, body: object): Promise<{ id: number; secret: string }> {
  const made = await person.call("POST", "/webhooks", body);
  expect([made.status, made.body.error]).toEqual([201, undefined]);
  return made.body;
}

/** What a running worker does, until nothing is due. */
async function work(): Promise<void> {
  const pump = new DeliveryPump();
  await fanOut(db);
  while ((await pump.look(db)) > 0) await pump.settle();
}

/** A delivery's body after its signature has been checked over the bytes as they came. */
function heard(secret: string, { raw, headers }: ServedRequest) {
  return new Webhook(secret).verify(raw, headers as Record<string, string>) as Record<string, unknown>;
}

const buy = (userId: number) => givenOrder(db, userId);

test("a classic webhook is sent SMS as SMS-Activate writes them, signed, and nothing else; a standard one beside it all as ever", async () => {
  const person = await givenPerson();
  const bot = await givenWebhook(person, classic);
  const whole = await givenWebhook(person, { ...input, events: webhookEvents });
  const order = await buy(person.userId);
  await order.sms("Telegram code 41507");
  const other = await buy(person.userId);
  await cancelActivation(db, person.userId, other.id);
  await work();
  const signedBy = (secret: string) =>
    receiver.requests.filter((request) => {
      try {
        return heard(secret, request);
      } catch {
        return false;
      }
    });
  const [request, ...rest] = signedBy(bot.secret);
  expect(rest).toEqual([]);
  const receivedAt = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
  const body = JSON.parse(request?.raw ?? "");
  expect(body).toEqual({
    ...{ activationId: order.id, service: "tg", text: "Telegram code 41507", code: "41507" },
    ...{ country: order.countryId, receivedAt: expect.stringMatching(receivedAt) },
  });
  expect(Object.keys(body)).toEqual([
    ...["activationId", "service", "text", "code", "country", "receivedAt"],
  ]);
  expect(request?.headers["content-type"]).toBe("application/json");
  const told = signedBy(whole.secret).map((one) => heard(whole.secret, one));
  expect(told.map(({ type }) => type).sort()).toEqual([
    ...[
      "activation.cancelled",
      "activation.issued",
      "activation.issued",
      "activation.refunded",
      "activation.sms_received",
    ],
  ]);
  const sms = told.find(({ type }) => type === "activation.sms_received") as { data: Record<string, string> };
  expect(sms.data).toMatchObject({ activationId: order.id, code: "41507" });
  // In UTC, the same moment to the second.
  expect(sms.data.receivedAt?.slice(0, 19).replace("T", " ")).toBe(body.receivedAt);
});

test("an SMS to a rental has the rental's id", async () => {
  const person = await givenPerson();
  const { secret } = await givenWebhook(person, classic);
  const offer = await givenRentOffer(db, { count: 1 });
  const rental = await rentNumber(db, rentInput({ userId: person.userId, hours: 8 }));
  await givenSms(db, offer.supplierId, rental.number, "Telegram: welcome", deliverSmsToRentals);
  await work();
  expect(receiver.requests.map((request) => heard(secret, request))).toEqual([
    {
      ...{ activationId: rental.id, service: "tg", text: "Telegram: welcome", code: "", country: 6 },
      receivedAt: expect.any(String),
    },
  ]);
});

test("what is repeated keeps the format that it was first sent in; what comes after a change has the new one", async () => {
  const person = await givenPerson();
  const { id, secret } = await givenWebhook(person, input);
  const order = await buy(person.userId);
  await order.sms("Telegram code 11111");
  status = 500;
  await work();
  await person.call("PUT", `/webhooks/${id}`, classic);
  expect((await person.call("GET", "/webhooks")).body).toMatchObject([{ id, format: "classic" }]);
  status = 200;
  await moveClock(owner, "6 seconds");
  await order.sms("Telegram code 22222");
  await work();
  const [first, ...later] = receiver.requests;
  const again = later.find(({ headers }) => headers["webhook-id"] === first?.headers["webhook-id"]);
  expect(again?.raw).toBe(first?.raw);
  expect(heard(secret, again!)).toMatchObject({ type: "activation.sms_received", data: { code: "11111" } });
  const fresh = later.filter((request) => request !== again).map((request) => heard(secret, request));
  expect(fresh).toMatchObject([{ activationId: order.id, code: "22222" }]);
});

test("what waited for its first attempt and has no classic body is not sent to a webhook that was made classic", async () => {
  const person = await givenPerson();
  const { id } = await givenWebhook(person, { ...input, events: ["activation.issued"] });
  await buy(person.userId);
  await fanOut(db);
  await person.call("PUT", `/webhooks/${id}`, classic);
  await work();
  expect(receiver.requests).toEqual([]);
  const { body } = await person.call("GET", `/webhooks/${id}/deliveries`);
  expect(body.deliveries).toMatchObject([{ type: "activation.issued", state: "failed", attempts: 0 }]);
});

test("a test comes in the format that the webhook has, with every member that an SMS has", async () => {
  const person = await givenPerson();
  const { id, secret } = await givenWebhook(person, classic);
  const { body } = await person.call("POST", `/webhooks/${id}/test`, {});
  await work();
  await person.call("PUT", `/webhooks/${id}`, { ...classic, format: "standard" });
  await person.call("POST", `/webhooks/${id}/test`, {});
  await work();
  const [first, second] = receiver.requests.map((request) => heard(secret, request));
  expect(first).toEqual({
    ...{ activationId: 0, service: "tg", text: "This is a test. Your code is 12345", code: "12345" },
    ...{ country: 6, receivedAt: expect.any(String) },
  });
  expect(second).toMatchObject({ type: "webhook.test", data: { message: "This is a test." } });
  const shown = await person.call("GET", `/webhook-deliveries/${body.deliveryId}`);
  expect(shown.body.body).toBe(receiver.requests[0]?.raw);
});

test("a classic delivery holds no copy of its SMS: once that is removed, text and code are sent and shown empty", async () => {
  const person = await givenPerson();
  const { id, secret } = await givenWebhook(person, classic);
  const order = await buy(person.userId);
  await order.sms("Telegram code 60606");
  await work();
  const kept = await rows<{ body: string }>(
    db,
    sql`select sealed_body as body from notifications_webhook_deliveries where webhook_id = ${id}`,
  );
  expect(kept.map(({ body }) => unseal(body)).join()).not.toMatch(/60606|Telegram code/);
  await execute(
    owner,
    sql`update activations set state = 'completed', closed_at = app_now() - interval '25 hours' where id = ${order.id}`,
  );
  await moveClock(owner, "26 hours");
  expect(await forgetOldMessages(db, 100)).toBe(1);
  const [{ id: deliveryId }] = (await person.call("GET", `/webhooks/${id}/deliveries`)).body.deliveries;
  await person.call("POST", `/webhook-deliveries/${deliveryId}/resend`, {});
  await work();
  const empty = { activationId: order.id, text: "", code: "", country: order.countryId };
  expect(heard(secret, receiver.requests[1]!)).toMatchObject(empty);
  const shown = await person.call("GET", `/webhook-deliveries/${deliveryId}`);
  expect(JSON.parse(shown.body.body)).toMatchObject(empty);
});

test("an unknown format, and events that the classic one cannot tell, are refused and change nothing", async () => {
  const person = await givenPerson();
  const { call } = person;
  const refused = async (method: string, path: string, body: object, code: string) => {
    const answer = await call(method, path, body);
    expect([answer.status, answer.body.error.code]).toEqual([400, code]);
  };
  for (const format of ["xml", "", null, 1, ["classic"]]) {
    await refused("POST", "/webhooks", { ...input, format }, "VALIDATION");
  }
  const tooMuch = { ...classic, events: [...smsEvents, "balance.low"] };
  await refused("POST", "/webhooks", tooMuch, "WEBHOOK_CLASSIC_SMS_ONLY");
  const { id } = await givenWebhook(person, classic);
  await refused("PUT", `/webhooks/${id}`, { ...input, format: "xml" }, "VALIDATION");
  await refused("PUT", `/webhooks/${id}`, { ...tooMuch, name: "other" }, "WEBHOOK_CLASSIC_SMS_ONLY");
  const { format: _, ...unaware } = { ...tooMuch, name: "other" };
  await refused("PUT", `/webhooks/${id}`, unaware, "WEBHOOK_CLASSIC_SMS_ONLY");
  expect((await call("GET", "/webhooks")).body).toMatchObject([
    { name: "bot", events: smsEvents, format: "classic" },
  ]);
  // Programs that know nothing of formats change the rest.
  await call("PUT", `/webhooks/${id}`, { ...input, name: "renamed" });
  const own = await givenWebhook(person, { ...input, events: ["balance.low"] });
  expect((await call("GET", "/webhooks")).body).toMatchObject([
    { id, name: "renamed", format: "classic" },
    { id: own.id, format: "standard" },
  ]);
});
