import sql from "sql-template-tag";
import { afterEach, beforeAll, expect } from "vitest";
import { createApiApp } from "#app/api/api-app.ts";
import {
  deliverSms,
  expireActivation,
  forgetOldMessages,
  listDueActivations,
  reportActivation,
} from "#features/activations/activations.writes.ts";
import { type ApiBuyer, givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import type { ActionName } from "#features/handler-api/handler-api.rules.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer, type Offer } from "#features/pricing/offers.factory.ts";
import { deliverSmsToRentals, listDueRentals, passTime } from "#features/rentals/rentals.writes.ts";
import { forgetOldSms, receiveSms } from "#features/supply/intake/intake.writes.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import { givenSharedStock } from "#features/supply/supplier-offers.factory.ts";
import { one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

/** Set-up of the table of actions: a test file that imports it has a database of its own. */
const database = await useTestDb();
export const { db } = database;
const { owner } = database;
const app = createApiApp(db);
let buyer: ApiBuyer;
let offer: Offer;

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  buyer = await givenApiBuyer(db, 10_000_000);
  offer = await givenOffer(db, { countryId: 6, count: 400, costKopecks: 500, priceKopecks: 1_000 });
  const wa = await one<{ id: number }>(db, sql`select id from catalogue_services where code = 'wa'`);
  const input = { countryId: 6, serviceId: wa.id, supplierId: offer.supplierId, count: 1 };
  const other = await givenOffer(db, { ...input, costKopecks: 500, priceKopecks: 2_000 });
  await givenSharedStock(db, other.offerId, offer.numbers);
  await givenRentOffer(db, { countryId: 6, count: 90, hourCostKopecks: 100 });
});

// The clock is moved here: nothing may stay behind its deadline.
afterEach(async () => {
  for (const due of await listDueActivations(db, 1_000)) await expireActivation(db, due);
  for (const due of await listDueRentals(db, 1_000)) await passTime(db, due);
  await forgetOldMessages(db, 1_000);
  await forgetOldSms(db, 1_000);
});

export type Sent = Record<string, string | number>;
/** Sends an action as a bot does. Answers the bytes. */
export async function say(action: string, sent: Sent = {}, by: ApiBuyer = buyer): Promise<string> {
  const all = Object.entries({ api_key: by.key, action, ...sent }).map(([name, value]) => [
    name,
    String(value),
  ]);
  const response = await app.request(`/stubs/handler_api.php?${new URLSearchParams(all)}`);
  expect(response.status).toBe(200);
  return response.text();
}

let lastSms = 0;
const smsTo = (number: string, sink: typeof deliverSms, supplierId: number) =>
  receiveSms(
    db,
    {
      supplierId,
      phone: Number(number),
      smsId: BigInt(++lastSms),
      sender: "Telegram",
      text: "Telegram code 04711",
    },
    sink,
  );

type Thing = { readonly id: string; readonly number: string };

/** An order of the common buyer in one of `orderStates`. */
export async function givenOrder(state: string): Promise<Thing> {
  const [, id = "", number = ""] = (await say("getNumber", { service: "tg", country: 6 })).split(":");
  const become: Record<string, () => Promise<unknown>> = {
    waiting: async () => {},
    received: () => smsTo(number, deliverSms, offer.supplierId),
    retry: async () => {
      await smsTo(number, deliverSms, offer.supplierId);
      await say("setStatus", { id, status: 3 });
    },
    completed: async () => {
      await smsTo(number, deliverSms, offer.supplierId);
      await say("setStatus", { id, status: 6 });
    },
    cancelled: () => say("setStatus", { id, status: 8 }),
    banned: () => reportActivation(db, buyer.userId, Number(id)),
    expired: async () => {
      await moveClock(owner, "20 minutes");
      for (const due of await listDueActivations(db, 1_000)) await expireActivation(db, due);
    },
  };
  await become[state]!();
  return { id, number };
}

/** A rent of four hours in one of `rentStates`. */
export async function givenRent(state: string): Promise<Thing> {
  const { phone } = JSON.parse(await say("getRentNumber", { service: "tg", country: 6, rent_time: 4 })) as {
    phone: { id: number; number: string };
  };
  const id = String(phone.id);
  const from = await one<{ supplierId: number }>(
    db,
    sql`select supplier_id as "supplierId" from rentals where id = ${phone.id}`,
  );
  const become: Record<string, () => Promise<unknown>> = {
    active: async () => {},
    "after 20 minutes": async () => {
      await moveClock(owner, "20 minutes");
      for (const due of await listDueRentals(db, 1_000)) await passTime(db, due);
    },
    received: () => smsTo(phone.number, deliverSmsToRentals, from.supplierId),
    extended: () => say("continueRentNumber", { id, rent_time: 4 }),
    finished: () => say("setRentStatus", { id, status: 1 }),
    canceled: () => say("setRentStatus", { id, status: 2 }),
    over: async () => {
      await moveClock(owner, "4 hours");
      for (const due of await listDueRentals(db, 1_000)) await passTime(db, due);
    },
  };
  await become[state]!();
  return { id, number: phone.number };
}

/** The answer's bytes, with what differs from run to run named: `<id>`, `<number>`, `<time>`, `<new>`. */
export function named(text: string, { id, number }: Thing): string {
  return text
    .replaceAll(number, "<number>")
    .replaceAll(/\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d/g, "<time>")
    .replace(/(?<=^ACCESS_NUMBER:|^ADDITIONAL:)\d+/, "<new>")
    .replaceAll(new RegExp(`(?<!\\d)${id}(?!\\d)`, "g"), "<id>")
    .replaceAll(/(?<="data":\[\{"id":)\d+/g, "<new>");
}

/** An action, and its answers: one per state, in the order of the states. */
export type Row = readonly [action: ActionName, sent: Sent, answers: readonly string[]];
