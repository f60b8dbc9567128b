import { beforeAll, expect, test } from "vitest";
import { deliverSms, finishActivation } from "#features/activations/activations.writes.ts";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { codeOf, db, get } from "#features/back-office/back-office-routes.factory.ts";
import { proposeCorrection } from "#features/back-office/corrections/corrections.writes.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { givenStaff } from "#features/identity/staff.factory.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { rentNumber } from "#features/rentals/purchase.writes.ts";
import { deliverSmsToRentals } from "#features/rentals/rentals.writes.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import { withTransaction } from "#lib/db/transaction.ts";

/** One page of the desk, and one more number. */
const NUMBERS = 51;
const KENYA = 8;

let userId: UserId;
let newest: { id: number; number: string };

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  userId = await givenCustomer(db, 1_000_000);
  const { supplierId } = await givenOffer(db, { count: NUMBERS });
  for (let index = 0; index < NUMBERS; index += 1) {
    const { id, number } = await buyActivation(db, purchase({ userId, idempotencyKey: `person-${index}` }));
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
  const second = await get(`people/${userId}/numbers?before=${first.body.nextBefore}`);
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
    nextBefore: null,
  });
  expect(codeOf(await get(`people/${userId}/numbers?number=%2B62`))[0]).toBe(400);
  expect((await get("people/999999/numbers")).body.items).toEqual([]);
});

test("the staff find a user's numbers by state and by days, and what they refunded as refunded", async () => {
  const buyer = await givenCustomer(db, 1_000_000);
  const { supplierId } = await givenOffer(db, { countryId: KENYA, count: 3 });
  for (const index of [0, 1, 2]) {
    const key = `person-refunded-${index}`;
    await buyActivation(db, purchase({ userId: buyer, countryId: KENYA, idempotencyKey: key }));
  }
  const { body } = await get(`people/${buyer}/numbers`);
  const [open, refunded, paid] = body.items as { id: number; number: string; requestedAt: string }[];
  for (const { id, number } of [paid!, refunded!]) {
    const sms = { supplierId, phone: Number(number), smsId: BigInt(id), sender: "Telegram" };
    await receiveSms(db, { ...sms, text: "code 48213" }, deliverSms);
    await finishActivation(db, buyer, id);
  }
  const { userId: staffId } = await givenStaff(db, "money-lead");
  await proposeCorrection(
    db,
    { kind: "activation_refund", activationId: refunded!.id, reason: "the code did not work" },
    { staffId, permission: "money-lead", ip: "192.0.2.1" },
    "person-refund",
  );
  const found = async (query: string) =>
    (await get(`people/${buyer}/numbers?${query}`)).body.items.map(
      ({ id, state, money }: Record<string, unknown>) => [id, state, money],
    );
  expect(await found("status=open")).toEqual([[open!.id, "waiting", "held"]]);
  expect(await found("status=given-back")).toEqual([[refunded!.id, "completed", "given-back"]]);
  expect(await found("status=completed")).toEqual([[paid!.id, "completed", "captured"]]);
  expect(await found(`from=${paid!.requestedAt.slice(0, 10)}`)).toHaveLength(3);
  expect(await found("to=2020-01-01")).toEqual([]);
  expect(await found("service=tg&country=8&status=completed")).toHaveLength(1);
  expect(await found("service=wa")).toEqual([]);
  expect(await found("country=6")).toEqual([]);
  const reversed = await get(`people/${buyer}/numbers?from=2026-11-02&to=2026-11-01`);
  expect(codeOf(reversed)).toEqual([400, "PERIOD_REVERSED"]);
});

test("the staff are offered the services and countries of a user's numbers to narrow them to", async () => {
  const { body } = await get(`people/${userId}/numbers/goods`);
  expect(body).toEqual({
    services: [{ code: "tg", name: "Telegram" }],
    countries: [{ id: 6, name: "Indonesia" }],
  });
  const nothing = await get(`people/${await givenCustomer(db, 0)}/numbers/goods`);
  expect(nothing.body).toEqual({ services: [], countries: [] });
});

test("the staff see a user's rentals among the numbers, or alone, and never what their messages said", async () => {
  const renter = await givenCustomer(db, 1_000_000);
  const { supplierId } = await givenRentOffer(db);
  await givenOffer(db);
  const base = {
    userId: renter,
    countryId: 6,
    operator: "any",
    maxPriceKopecks: null,
    channel: "site",
  } as const;
  const order = await buyActivation(db, { ...base, serviceId: 52, idempotencyKey: "person-renter-order" });
  const rental = await rentNumber(db, {
    ...{ ...base, serviceCode: "tg", hours: 4, idempotencyKey: "person-renter-rental" },
  });
  const sms = { supplierId, phone: Number(rental.number), smsId: 2n, sender: "Telegram" };
  await receiveSms(db, { ...sms, text: "secret code 48213" }, deliverSmsToRentals);
  const { body } = await get(`people/${renter}/numbers`);
  expect(body.items).toMatchObject([
    { kind: "rental", id: rental.id, state: "received", money: "captured", messagesCount: 1, hours: 4 },
    { kind: "activation", id: order.id },
  ]);
  expect(JSON.stringify(body)).not.toMatch(/secret|48213|messages"/);
  for (const [query, id] of [
    ["kind=rental", rental.id],
    ["kind=activation", order.id],
    [`number=${rental.id}`, rental.id],
  ]) {
    const { items } = (await get(`people/${renter}/numbers?${query}`)).body;
    expect(items.map((item: { id: number }) => item.id)).toEqual([id]);
  }
});
