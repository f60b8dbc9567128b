import { beforeAll, expect, test } from "vitest";
import { deliverSms } from "#features/activations/activations.writes.ts";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { codeOf, db, get } from "#features/back-office/back-office-routes.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import { withTransaction } from "#lib/db/transaction.ts";

/** One page of the desk, and one more number. */
const NUMBERS = 51;

let userId: UserId;
let newest: { id: number; number: string };

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  userId = await givenCustomer(db, 1_000_000);
  const { supplierId } = await givenOffer(db, { count: NUMBERS });
  for (let index = 0; index < NUMBERS; index += 1) {
    const { id, number } = await buyActivation(db, {
      ...{ userId, serviceId: 52, countryId: 6, operator: "any", maxPriceKopecks: null, channel: "site" },
      idempotencyKey: `person-${index}`,
    });
    newest = { id, number: String(number) };
  }
  const sms = { supplierId, phone: Number(newest.number), smsId: 1n, sender: "Telegram" };
  await receiveSms(db, { ...sms, text: "secret code 48213" }, deliverSms);
});

test("the staff see a user's numbers page by page, with state and money, and never what an SMS said", async () => {
  const first = await get(`people/${userId}/numbers`);
  expect([first.body.items.length, first.body.hasMore]).toEqual([NUMBERS - 1, true]);
  expect(first.body.items[0]).toMatchObject({
    ...{ id: newest.id, number: newest.number, state: "received", money: "captured", messagesCount: 1 },
    service: { name: "Telegram" },
  });
  expect(JSON.stringify(first.body)).not.toMatch(/secret|48213|messages"/);
  const second = await get(`people/${userId}/numbers?before=${first.body.items.at(-1).id}`);
  expect([second.body.items.length, second.body.hasMore]).toEqual([1, false]);
});

test("the staff find a user's number by its digits and by the number of its order", async () => {
  for (const digits of [newest.number.slice(2), String(newest.id)]) {
    const { items } = (await get(`people/${userId}/numbers?number=${digits}`)).body;
    expect(items.map(({ id }: { id: number }) => id)).toEqual([newest.id]);
  }
  expect((await get(`people/${userId}/numbers?number=999999999999`)).body).toEqual({
    items: [],
    hasMore: false,
  });
  expect(codeOf(await get(`people/${userId}/numbers?number=%2B62`))[0]).toBe(400);
  expect((await get("people/999999/numbers")).body.items).toEqual([]);
});
