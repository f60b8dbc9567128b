import { setTimeout as pause } from "node:timers/promises";
import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { cancelActivation } from "#features/activations/activations.writes.ts";
import { givenSms } from "#features/activations/sms.factory.ts";
import { givenOrder } from "#features/notifications/codes.factory.ts";
import {
  db,
  deliveriesOf,
  emit,
  givenPerson,
  givenWebhook,
  owner,
  receiver,
  verify,
  work,
} from "#features/notifications/webhooks/deliveries.factory.ts";
import { postDelivery } from "#features/notifications/webhooks/delivery/delivery.gateway.ts";
import { DeliveryPump } from "#features/notifications/webhooks/delivery/delivery.jobs.ts";
import { fanOut } from "#features/notifications/webhooks/fan-out/fan-out.writes.ts";
import { webhookEvents } from "#features/notifications/webhooks/webhooks.rules.ts";
import { givenTopUp } from "#features/payments/top-ups.factory.ts";
import { extendRental } from "#features/rentals/extensions/extensions.writes.ts";
import { rentNumber } from "#features/rentals/purchase.writes.ts";
import { listRentalsToRemind, remindOfEnd } from "#features/rentals/reminders/reminders.writes.ts";
import { rentInput } from "#features/rentals/rent-inputs.factory.ts";
import {
  cancelRental,
  deliverSmsToRentals,
  listDueRentals,
  passTime,
} from "#features/rentals/rentals.writes.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { emitEvent } from "#lib/jobs/events.ts";
import { moveClock } from "#lib/testing/move-clock.ts";

const heard = (secret: string) => receiver.requests.map((request) => verify(secret, request));

const buy = (userId: number) => givenOrder(db, userId);

describe("what is told", () => {
  test("a number, its codes and a refund arrive signed, each once, and the package of Standard Webhooks verifies them", async () => {
    const { userId, secret } = await givenWebhook();
    const order = await buy(userId);
    await work();
    await order.sms("Telegram code 41507");
    await order.sms("Telegram code 99214");
    await work();
    await work();
    const other = await buy(userId);
    await cancelActivation(db, userId, other.id);
    await work();
    const told = heard(secret);
    expect(told.slice(0, 3).map(({ type }) => type)).toEqual([
      "activation.issued",
      "activation.sms_received",
      "activation.sms_received",
    ]);
    // Those of one moment are under way together.
    expect(
      told
        .slice(3)
        .map(({ type }) => type)
        .sort(),
    ).toEqual(["activation.cancelled", "activation.issued", "activation.refunded"]);
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
    await before.sms("Telegram code 11111");
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
    const rent = () => rentNumber(db, rentInput({ userId, hours: 8 }));
    const kept = await rent();
    await givenSms(db, offer.supplierId, kept.number, "Telegram code 31337", deliverSmsToRentals);
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
    expect(of("rental.sms_received")).toMatchObject([
      { rentalId: kept.id, code: "31337", sender: "Telegram" },
    ]);
    expect(of("rental.extended")).toMatchObject([{ rentalId: kept.id, hours: 12, extension: { hours: 4 } }]);
    expect(of("rental.cancelled")).toMatchObject([{ rentalId: given.id }]);
    expect(of("rental.cancelled")[0]?.refundedKopecks).toBe(of("rental.cancelled")[0]?.priceKopecks);
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
