import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import { listActivationViews } from "#features/activations/activations.reads.ts";
import {
  cancelActivation,
  deliverSms,
  expireActivation,
  finishActivation,
} from "#features/activations/activations.writes.ts";
import { db, freshCountries, owner } from "#features/activations/activations-writes.factory.ts";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { deliverManySms } from "#features/activations/deliver-batch.writes.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { type Notice, receiveTogether } from "#features/supply/intake/batch-intake.writes.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import { execute, one } from "#lib/db/query.ts";

const [TELEGRAM, WHATSAPP] = [52, 1];
const TELEGRAM_SMS = { sender: "Telegram", text: "Telegram code 12345" };
const WHATSAPP_SMS = { sender: "WhatsApp", text: "Your WhatsApp code: 678-901" };

type Order = { userId: number; id: number; number: number; supplierId: number; countryId: number };

async function buy(serviceId: number, supplierId: number, countryId: number): Promise<Order> {
  const userId = await givenUser(db, 2_000);
  const { id, number } = await buyActivation(db, purchase({ userId, countryId, serviceId }));
  return { userId, id, number: Number(number), supplierId, countryId };
}

/** Somebody waited the whole time for a code of WhatsApp. */
async function givenOverdue(): Promise<Order> {
  const countryId = freshCountries.pop() as number;
  const { supplierId } = await givenOffer(db, { countryId, serviceId: WHATSAPP, count: 1 });
  const order = await buy(WHATSAPP, supplierId, countryId);
  await execute(owner, sql`update activations set expires_at = app_now() where id = ${order.id}`);
  return order;
}

/** Somebody waited the whole time for a code of WhatsApp and had the money back. */
async function givenExpired(): Promise<Order> {
  const order = await givenOverdue();
  await expireActivation(db, { id: order.id, state: "waiting" });
  return order;
}

/** Somebody else buys the same number for Telegram. */
async function givenNext({ supplierId, countryId, number }: Order): Promise<Order> {
  const { offerId } = await givenOffer(db, { countryId, serviceId: TELEGRAM, supplierId, count: 1 });
  await execute(owner, sql`update supply_stock set number = ${number} where offer_id = ${offerId}`);
  const next = await buy(TELEGRAM, supplierId, countryId);
  expect(next.number).toBe(number);
  return next;
}

async function codesOf({ userId, id }: Order) {
  const [view] = await listActivationViews(db, userId, [id], "en");
  return view?.messages.map(({ code, late }) => ({ code, late }));
}

let lastSmsId = 0n;
function noticeOf({ supplierId, number }: Order, sms: typeof TELEGRAM_SMS): Notice {
  lastSmsId += 1n;
  return { supplierId, smsId: lastSmsId, phone: number, ...sms };
}

async function isMatched({ supplierId, smsId }: Notice): Promise<boolean> {
  const { matched } = await one<{ matched: boolean }>(
    db,
    sql`select matched from supply_sms where supplier_id = ${supplierId} and sms_id = ${String(smsId)}`,
  );
  return matched;
}

const ways = {
  alone: (sms: Notice) => receiveSms(db, sms, deliverSms),
  together: (sms: Notice) => receiveTogether(db, [sms], deliverManySms),
};

describe.each(["alone", "together"] as const)("an SMS after the refund, taken in %s,", (way) => {
  async function push(order: Order, text: typeof TELEGRAM_SMS): Promise<boolean> {
    const sms = noticeOf(order, text);
    await ways[way](sms);
    return isMatched(sms);
  }

  it("is shown free of charge to the order of its own service", async () => {
    const order = await givenExpired();
    expect(await push(order, WHATSAPP_SMS)).toBe(true);
    expect(await codesOf(order)).toEqual([{ code: "678901", late: true }]);
    expect(await getBalance(db, order.userId)).toMatchObject({ postedKopecks: 2_000, heldKopecks: 0 });
  });

  it("is shown free of charge when it came between the deadline and the refund, and the money comes back", async () => {
    const order = await givenOverdue();
    expect(await push(order, TELEGRAM_SMS)).toBe(false);
    expect(await push(order, WHATSAPP_SMS)).toBe(true);
    await expireActivation(db, { id: order.id, state: "waiting" });
    expect(await codesOf(order)).toEqual([{ code: "678901", late: true }]);
    expect(await getBalance(db, order.userId)).toMatchObject({ postedKopecks: 2_000, heldKopecks: 0 });
  });

  it("is not shown to an order of another service", async () => {
    const order = await givenExpired();
    expect(await push(order, TELEGRAM_SMS)).toBe(false);
    expect(await codesOf(order)).toEqual([]);
  });

  it("is shown to nobody when a later order on the number was finished", async () => {
    const order = await givenExpired();
    const next = await givenNext(order);
    expect(await push(order, TELEGRAM_SMS)).toBe(true);
    await finishActivation(db, next.userId, next.id);
    expect(await push(order, WHATSAPP_SMS)).toBe(false);
    expect(await push(order, TELEGRAM_SMS)).toBe(false);
    expect(await codesOf(order)).toEqual([]);
    expect(await codesOf(next)).toEqual([{ code: "12345", late: false }]);
  });

  it("is shown to nobody when a later order on the number was cancelled", async () => {
    const order = await givenExpired();
    const next = await givenNext(order);
    await cancelActivation(db, next.userId, next.id);
    expect(await push(order, WHATSAPP_SMS)).toBe(false);
    expect(await codesOf(order)).toEqual([]);
    expect(await codesOf(next)).toEqual([]);
  });
});

it("SMS after the refund that are taken in together are judged each by the order on its own number", async () => {
  const [own, foreign, lent] = [await givenExpired(), await givenExpired(), await givenExpired()];
  const next = await givenNext(lent);
  await cancelActivation(db, next.userId, next.id);
  const told = [noticeOf(lent, WHATSAPP_SMS), noticeOf(foreign, TELEGRAM_SMS), noticeOf(own, WHATSAPP_SMS)];
  await receiveTogether(db, told, deliverManySms);
  expect(await Promise.all(told.map(isMatched))).toEqual([false, false, true]);
  expect(await Promise.all([lent, foreign, own].map(codesOf))).toEqual([
    [],
    [],
    [{ code: "678901", late: true }],
  ]);
});
