import { Hono } from "hono";
import sql from "sql-template-tag";
import { expect } from "vitest";
import { type ApiBuyer, givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { handlerPath } from "#features/handler-api/handler-api.contract.ts";
import type { Sent } from "#features/handler-api/handler-api.factory.ts";
import { mountHandlerApi } from "#features/handler-api/handler-api.routes.ts";
import type { RentWord } from "#features/handler-api/rent/rent.rules.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { deliverSmsToRentals, listDueRentals, passTime } from "#features/rentals/rentals.writes.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import { type ApiEnv, requestFacts } from "#lib/api/mount.ts";
import { one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

/** Set-up of the suites of the bots' rentals: a test file that imports it has a database of its own. */
export const { db, owner, url } = await useTestDb();
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);

export function appOn(database: typeof db) {
  const app = new Hono<ApiEnv>();
  app.use(async (context, next) => {
    requestFacts(context);
    await next();
  });
  mountHandlerApi(app, { db: database });
  return app;
}
const app = appOn(db);

export const said = new Set<string>();

/** The answer's bytes; every one has status 200. */
export async function say(
  buyer: { key: string },
  action: string,
  sent: Sent = {},
  on = app,
): Promise<string> {
  const all = { api_key: buyer.key, action, ...sent };
  const query = new URLSearchParams(Object.entries(all).map(([name, value]) => [name, String(value)]));
  const response = await on.request(`${handlerPath}?${query}`);
  expect(response.status).toBe(200);
  const text = await response.text();
  const word = /^\{"status":"error","message":"(\w+)"/.exec(text)?.[1];
  if (word) said.add(word);
  return text;
}
export const refusal = (word: RentWord) => `{"status":"error","message":"${word}"}`;

const freshCountries = [
  27, 28, 29, 30, 31, 32, 34, 35, 1, 2, 3, 5, 8, 9, 11, 13, 14, 17, 18, 20, 23, 24, 25, 26, 7, 10, 15, 16, 22,
  33, 36, 43, 48, 54, 56, 62, 73, 78, 86, 117, 187, 4, 12, 19, 21,
];
export async function given(count = 1, balanceKopecks = 100_000) {
  const country = freshCountries.pop() as number;
  const offer = await givenRentOffer(db, { countryId: country, count, hourCostKopecks: 100 });
  const buyer = await givenApiBuyer(db, balanceKopecks);
  return { ...offer, buyer, country };
}

export type Rent = { id: number; number: string; endDate: string };
/** What getRentNumber and an extension say of a rent, byte by byte. */
export function rentAnswer({ id, endDate, number }: Rent): string {
  const beside = `"activationId":"${id}","phoneNumber":"${number}","activationEndTime":"${endDate.replace("T", " ")}"`;
  return `{"status":"success","phone":{"id":${id},"endDate":"${endDate}","number":"${number}"},${beside}}`;
}

export async function rent(buyer: ApiBuyer, country: number, sent: Sent = {}): Promise<Rent> {
  const text = await say(buyer, "getRentNumber", { service: "tg", country, ...sent });
  const answer = JSON.parse(text) as { status: string; phone: Rent };
  expect(text).toBe(rentAnswer(answer.phone));
  return answer.phone;
}

export async function balanceOf(buyer: ApiBuyer): Promise<number> {
  return Number((await say(buyer, "getBalance")).split(":")[1]);
}

let smsIds = 0n;
export async function push(id: number, text: string, sender = "Telegram"): Promise<void> {
  smsIds += 1n;
  const from = await one<{ supplierId: number; phone: number }>(
    db,
    sql`select supplier_id as "supplierId", number as phone from rentals where id = ${id}`,
  );
  await receiveSms(db, { ...from, smsId: smsIds, sender, text }, deliverSmsToRentals);
}

export async function letPass(interval: string): Promise<void> {
  await moveClock(owner, interval);
  for (const id of await listDueRentals(db, 100)) await passTime(db, id);
}
