import { expect, test } from "vitest";
import { givenSms } from "#features/activations/sms.factory.ts";
import { givenOrder } from "#features/notifications/codes.factory.ts";
import {
  db,
  deliveriesOf,
  givenPerson,
  givenWebhook,
  receiver,
  verify,
  work,
} from "#features/notifications/webhooks/deliveries.factory.ts";
import { fanOut } from "#features/notifications/webhooks/fan-out/fan-out.writes.ts";
import { type EventName, formerNames } from "#features/notifications/webhooks/webhooks.rules.ts";
import { rentNumber } from "#features/rentals/purchase.writes.ts";
import { rentInput } from "#features/rentals/rent-inputs.factory.ts";
import { cancelRental, deliverSmsToRentals } from "#features/rentals/rentals.writes.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";

const former = Object.keys(formerNames) as (keyof typeof formerNames)[];
const current = Object.values(formerNames);

/** An order with its SMS: two events that have a former name. */
async function buyWithSms(userId: number) {
  await (await givenOrder(db, userId)).sms();
}

/** A rental with an SMS and one that is cancelled: the other two. */
async function rentWithSmsAndCancel(userId: number) {
  const { supplierId } = await givenRentOffer(db, { count: 2 });
  const rent = () => rentNumber(db, rentInput({ userId, hours: 8 }));
  await givenSms(db, supplierId, (await rent()).number, "Telegram code 90141", deliverSmsToRentals);
  await cancelRental(db, userId, (await rent()).id);
}

test("a webhook that chose former names is told the same events by them, with the same data", async () => {
  const person = await givenPerson();
  const old = await givenWebhook(former, { person });
  const fresh = await givenWebhook(current, { person });
  await buyWithSms(person.userId);
  await rentWithSmsAndCancel(person.userId);
  await work();
  const told = (secret: string) =>
    receiver.requests.flatMap((request) => {
      try {
        return [verify(secret, request)];
      } catch {
        return [];
      }
    });
  const byOld = told(old.secret);
  expect(byOld.map(({ type }) => type).sort()).toEqual([...former].sort());
  const renamed = byOld.map((one) => ({ ...one, type: formerNames[one.type as (typeof former)[number]] }));
  const inOrder = (list: { type: string }[]) => list.toSorted((a, b) => a.type.localeCompare(b.type));
  expect(inOrder(renamed)).toEqual(inOrder(told(fresh.secret)));
  const log = (await old.call("GET", `/webhooks/${old.id}/deliveries`)).body.deliveries;
  expect(log.map(({ type }: { type: string }) => type).sort()).toEqual([...former].sort());
});

test("a webhook that changes to an event's other name is not told again what it was told", async () => {
  const { id, userId, call } = await givenWebhook(["number.issued", "sms.received"]);
  await buyWithSms(userId);
  await fanOut(db);
  const change = (events: EventName[]) =>
    call("PUT", `/webhooks/${id}`, { name: "bot", url: receiver.url, events });
  expect((await change(["activation.issued", "activation.sms_received"])).status).toBe(200);
  await fanOut(db);
  const types = async () => (await deliveriesOf(id)).map(({ type }) => type).sort();
  expect(await types()).toEqual(["number.issued", "sms.received"]);
  await buyWithSms(userId);
  await fanOut(db);
  expect(await types()).toEqual([
    ...["activation.issued", "activation.sms_received", "number.issued", "sms.received"],
  ]);
});

test("both names of one event are one choice, by the name of today, and a former name alone is shown as chosen", async () => {
  const { call } = await givenWebhook([
    "sms.received",
    "activation.sms_received",
    "rental.canceled",
    "balance.low",
  ]);
  const [webhook] = (await call("GET", "/webhooks")).body;
  expect(webhook.events).toEqual(["activation.sms_received", "rental.canceled", "balance.low"]);
});

test("the classic format takes the former names of SMS and refuses those of other events", async () => {
  const { call } = await givenWebhook();
  const create = (events: EventName[]) =>
    call("POST", "/webhooks", { name: "bot", url: receiver.url, events, format: "classic" });
  expect((await create(["sms.received", "rental.sms"])).status).toBe(201);
  const { status, body } = await create(["sms.received", "number.issued"]);
  expect([status, body.error.code]).toEqual([400, "WEBHOOK_CLASSIC_SMS_ONLY"]);
});
