import { beforeAll, describe, expect, test } from "vitest";
import { createApiApp } from "#app/api/api-app.ts";
import {
  cancelActivation,
  deliverSms,
  expireActivation,
  finishActivation,
  forgetOldMessages,
  listDueActivations,
} from "#features/activations/activations.writes.ts";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { proposeCorrection } from "#features/back-office/corrections/corrections.writes.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { givenStaff } from "#features/identity/staff.factory.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer, type Offer } from "#features/pricing/offers.factory.ts";
import { MyNumbersPage } from "#features/rentals/my-numbers/my-numbers.contract.ts";
import { forgetOldSms, receiveSms } from "#features/supply/intake/intake.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const app = createApiApp(db);
const TELEGRAM = 52;
const [INDONESIA, KENYA] = [6, 8];

let token: string;
let otherToken: string;
let indonesia: Offer;
/** Oldest first: with a code and ended; cancelled; waiting, the last two days later. */
let bought: { id: number; number: string }[];
/** The second one's day, and the third's, which is three minutes later: it may be the next. */
let laterDay: string;
let lastDay: string;

let keys = 0;
const buy = async (userId: UserId, countryId: number) => {
  keys += 1;
  const { id, number } = await buyActivation(
    db,
    purchase({ userId, serviceId: TELEGRAM, countryId, idempotencyKey: `numbers-${keys}` }),
  );
  return { id, number: String(number) };
};
const receive = ({ supplierId }: Offer, number: string) =>
  receiveSms(
    db,
    { supplierId, phone: Number(number), smsId: BigInt(number), sender: "Telegram", text: "=1+1 code 12345" },
    deliverSms,
  );

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  const [buyer, other] = [await givenCustomer(db, 1_000_000), await givenCustomer(db, 1_000_000)];
  token = (await openSession(db, { userId: buyer, ip: "192.0.2.1", userAgent: "" })).token;
  otherToken = (await openSession(db, { userId: other, ip: "192.0.2.1", userAgent: "" })).token;
  const offer = await givenOffer(db, { countryId: INDONESIA, count: 10 });
  indonesia = offer;
  await givenOffer(db, { countryId: KENYA, count: 10 });
  const first = await buy(buyer, INDONESIA);
  await receive(offer, first.number);
  await buy(other, INDONESIA);
  await moveClock(owner, "1 hour");
  for (const due of await listDueActivations(db, 100)) await expireActivation(db, due);
  await moveClock(owner, "2 days");
  const second = await buy(buyer, KENYA);
  await moveClock(owner, "3 minutes");
  await cancelActivation(db, buyer, second.id);
  const third = await buy(buyer, INDONESIA);
  await receive(offer, third.number);
  bought = [first, second, third];
  const { numbers } = await pageOf();
  [lastDay, laterDay] = [0, 1].map((at) => String(numbers[at]?.requestedAt).slice(0, 10)) as [string, string];
});

function call(path: string, session = token, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request(`${env.PUBLIC_URL}/api/numbers${path}`, {
    headers: { cookie: `authToken=${session}`, "sec-fetch-site": "same-origin", ...headers },
  });
  return app.fetch(request, { requestId: "test", ip: "192.0.2.1" }) as Promise<Response>;
}
const pageOf = async (query = "", session = token) =>
  MyNumbersPage.parse(await (await call(query, session)).json());
const idsOf = async (query = "", session = token) =>
  (await pageOf(query, session)).numbers.map(({ id }) => id);

describe("the list of one's numbers", () => {
  test("has every number newest first, with state, money and codes, and nobody else's", async () => {
    const { numbers, nextCursor } = await pageOf();
    expect(nextCursor).toBeNull();
    expect(numbers.map(({ id, number, state, money }) => [id, number, state, money])).toEqual([
      [bought[2]?.id, bought[2]?.number, "received", "captured"],
      [bought[1]?.id, bought[1]?.number, "cancelled", "given-back"],
      [bought[0]?.id, bought[0]?.number, "completed", "captured"],
    ]);
    expect(numbers[0]?.messages[0]).toMatchObject({ code: "12345" });
    expect(await idsOf("", otherToken)).toHaveLength(1);
  });

  test("is narrowed by status, service, country, digits and days", async () => {
    const [first, second, third] = bought.map(({ id }) => id);
    expect(await idsOf("?status=open")).toEqual([third]);
    expect(await idsOf("?status=completed")).toEqual([first]);
    expect(await idsOf("?status=given-back")).toEqual([second]);
    expect(await idsOf("?service=tg")).toHaveLength(3);
    expect(await idsOf("?service=wa")).toEqual([]);
    expect(await idsOf("?service=nobody")).toEqual([]);
    expect(await idsOf(`?country=${KENYA}`)).toEqual([second]);
    expect(await idsOf(`?number=${bought[1]?.number.slice(2)}`)).toEqual([second]);
    expect(await idsOf(`?number=${third}`)).toEqual([third]);
    expect(await idsOf(`?from=${laterDay}`)).toEqual([third, second]);
    expect(await idsOf(`?to=${lastDay}`)).toHaveLength(3);
    expect(await idsOf("?to=2020-01-01")).toEqual([]);
    expect(await idsOf("?from=2099-01-01")).toEqual([]);
  });

  test("comes page by page without losing or doubling a number", async () => {
    const walked: number[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: MyNumbersPage = await pageOf(`?limit=1${cursor && `&cursor=${cursor}`}`);
      walked.push(...page.numbers.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(walked).toEqual(await idsOf());
  });

  test("refuses reversed days and what is no filter, each with its reason", async () => {
    const reversed = await call("?from=2026-11-02&to=2026-11-01");
    expect([reversed.status, (await reversed.json()).error.code]).toEqual([400, "PERIOD_REVERSED"]);
    for (const query of ["?status=lost", "?number=+62", "?from=2026-02-30", "?cursor=x", "?limit=0"])
      expect((await call(query)).status, query).toBe(400);
    expect((await call("/export?from=2026-11-02&to=2026-11-01")).status).toBe(400);
    expect((await call("", "no-session")).status).toBe(401);
  });
});

describe("the file of one's numbers", () => {
  test("has a line for each number in the language of the page, and nothing in it is a formula", async () => {
    const answer = await call(`/export?locale=ru&from=${laterDay}`);
    expect(answer.headers.get("content-disposition")).toContain(`numbers-${laterDay}.csv`);
    const lines = (await answer.text()).trim().split("\r\n");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^.?"?Заказ"?;/);
    expect(lines[1]).toContain(String(bought[2]?.number));
    expect(lines[1]).toContain("12345");
    expect(lines[2]).toMatch(/;0,00$/);
  });

  test("is not given to a page of somebody else's site", async () => {
    const answer = await call("/export", token, { "sec-fetch-site": "cross-site" });
    expect(answer.status).toBe(403);
  });
});

describe("numbers that the staff refunded after their codes had come", () => {
  let refunded: string;
  /** Newest first: refunded while it is open; ended and refunded; ended and paid. */
  let ids: number[];

  beforeAll(async () => {
    const userId = await givenCustomer(db, 1_000_000);
    refunded = (await openSession(db, { userId, ip: "192.0.2.1", userAgent: "" })).token;
    const orders = [await buy(userId, INDONESIA), await buy(userId, INDONESIA), await buy(userId, INDONESIA)];
    for (const { number } of orders) await receive(indonesia, number);
    const [paid, ended, open] = orders.map(({ id }) => id) as [number, number, number];
    for (const id of [paid, ended]) await finishActivation(db, userId, id);
    const { userId: staffId } = await givenStaff(db, "money-lead");
    for (const activationId of [ended, open]) {
      await proposeCorrection(
        db,
        { kind: "activation_refund", activationId, reason: "the code did not work" },
        { staffId, permission: "money-lead", ip: "192.0.2.1" },
        `numbers-refund-${activationId}`,
      );
    }
    ids = [open, ended, paid];
  });

  test("are refunded in the list, whatever their state", async () => {
    const { numbers } = await pageOf("", refunded);
    expect(numbers.map(({ id, state, money }) => [id, state, money])).toEqual([
      [ids[0], "received", "given-back"],
      [ids[1], "completed", "given-back"],
      [ids[2], "completed", "captured"],
    ]);
  });

  test("are found among the refunded ones, and no longer among those that were paid", async () => {
    expect(await idsOf("?status=given-back", refunded)).toEqual([ids[0], ids[1]]);
    expect(await idsOf("?status=completed", refunded)).toEqual([ids[2]]);
    expect(await idsOf("?status=open", refunded)).toEqual([ids[0]]);
  });

  test("have nothing paid in the file", async () => {
    const lines = (await (await call("/export?locale=ru", refunded)).text()).trim().split("\r\n");
    const paid = lines.slice(1).map((line) => line.split(";").at(-1));
    expect(paid).toEqual(["0,00", "0,00", "14,00"]);
  });
});

test("a day after an order's end its list says that codes are gone, and its number stays", async () => {
  await moveClock(owner, "1 hour");
  for (const due of await listDueActivations(db, 100)) await expireActivation(db, due);
  await moveClock(owner, "30 hours");
  await forgetOldMessages(db, 10_000);
  await forgetOldSms(db, 10_000);
  const [newest] = (await pageOf()).numbers;
  expect(newest?.number).toBe(bought[2]?.number);
  expect(newest?.messages).toEqual([expect.objectContaining({ code: null, text: null, sender: null })]);
});
