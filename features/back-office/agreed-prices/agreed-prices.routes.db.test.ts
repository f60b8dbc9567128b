import { randomUUID } from "node:crypto";
import sql from "sql-template-tag";
import { beforeAll, expect, test } from "vitest";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { placeOrder } from "#features/activations/purchase/place-order.writes.ts";
import {
  actionsOf,
  anna,
  codeOf,
  get,
  owner,
  send,
  support,
} from "#features/back-office/back-office-routes.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { getMe } from "#features/identity/identity.reads.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import { one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";

let userId: UserId;

beforeAll(async () => {
  await withTransaction(owner, seedCatalogue);
  await withTransaction(owner, seedPolicy);
  await givenOffer(owner, { countryId: 6, costKopecks: 1_000, priceKopecks: 1_400, wholesaleKopecks: 1_300 });
  ({ userId } = await givenApiBuyer(owner, 100_000));
});

const agree = (body: object, staff = anna) =>
  send(staff, `people/${userId}/prices`, {
    ...{ serviceCode: "tg", countryId: 6, priceKopecks: 1_100, reason: "buys a lot" },
    ...body,
  });
/** What the account is told of itself. */
const isMarked = async () => (await getMe(owner, userId)).dynamicFields.custom_price;

test("an agreed price is shown beside everybody's, marks the account, is paid by the next order, and ends", async () => {
  const { status, body } = await agree({});
  expect(status).toBe(200);
  expect(body.items).toMatchObject([
    {
      service: { code: "tg", name: "Telegram" },
      country: { id: 6, name: "Indonesia" },
      ...{ priceKopecks: 1_100, retailKopecks: 1_400, wholesaleKopecks: 1_300 },
    },
  ]);
  expect((await get(`people/${userId}/prices`)).body).toEqual(body);
  expect(await isMarked()).toBe(true);
  const { activation_id } = await placeOrder(owner, {
    ...{ userId, idempotencyKey: randomUUID(), serviceId: 52, countryId: 6, operator: "any" },
    ...{ maxPriceKopecks: null, channel: "api", excludedSuppliers: [], inputHash: "-" },
  });
  const order = await one(
    owner,
    sql`select price_kopecks as price from activations where id = ${activation_id}`,
  );
  expect(order).toEqual({ price: 1_100 });
  expect((await agree({ priceKopecks: null })).body.items).toEqual([]);
  expect(await isMarked()).toBe(false);
  expect((await actionsOf(`user:${userId}`)).map(({ action }) => action)).toEqual([
    "price.agree",
    "price.end",
  ]);
});

test("an agreement below cost, without a known cost, about nothing, without a reason or without the right is refused and leaves nothing", async () => {
  expect(codeOf(await agree({ priceKopecks: 999 }))).toEqual([409, "PRICE_BELOW_COST"]);
  expect(codeOf(await agree({ countryId: 10, priceKopecks: 1 }))).toEqual([409, "COST_UNKNOWN"]);
  expect(codeOf(await agree({ serviceCode: "none" }))).toEqual([404, "SERVICE_NOT_FOUND"]);
  expect(codeOf(await agree({ countryId: 99_999 }))).toEqual([404, "COUNTRY_NOT_FOUND"]);
  expect(codeOf(await agree({ priceKopecks: null }))).toEqual([404, "DESK_NOTHING_THERE"]);
  expect(codeOf(await agree({ reason: "" }))).toEqual([400, "VALIDATION"]);
  expect(codeOf(await agree({}, support))).toEqual([403, "FORBIDDEN"]);
  expect(
    codeOf(
      await send(anna, "people/99999999/prices", {
        serviceCode: "tg",
        countryId: 6,
        priceKopecks: 1_100,
        reason: "x y z",
      }),
    ),
  ).toEqual([404, "DESK_NOTHING_THERE"]);
  expect((await get(`people/${userId}/prices`)).body.items).toEqual([]);
  expect(await isMarked()).toBe(false);
});
