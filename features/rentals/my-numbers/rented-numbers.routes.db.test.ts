import { beforeAll, describe, expect, test } from "vitest";
import { createApiApp } from "#app/api/api-app.ts";
import {
  expireActivation,
  forgetOldMessages,
  listDueActivations,
} from "#features/activations/activations.writes.ts";
import { givenApiBuyer, givenCustomer } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { extendRental } from "#features/rentals/extensions/extensions.writes.ts";
import {
  type MyNumber,
  MyNumbersPage,
  type MyRental,
} from "#features/rentals/my-numbers/my-numbers.contract.ts";
import { rentNumber } from "#features/rentals/purchase.writes.ts";
import { rentInput } from "#features/rentals/rent-inputs.factory.ts";
import {
  cancelRental,
  forgetOldRentals,
  listDueRentals,
  passTime,
} from "#features/rentals/rentals.writes.ts";
import { db, owner, push, ring } from "#features/rentals/rentals-writes.factory.ts";
import { rentalStatementSource } from "#features/rentals/statement.reads.ts";
import { givenRentOffer, takeOthersOffline } from "#features/supply/rent-offers.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import { env } from "#lib/env.ts";
import { moveClock } from "#lib/testing/move-clock.ts";

const app = createApiApp(db);
const [INDONESIA, KENYA] = [6, 8];

let userId: UserId;
let token: string;
/** Oldest first: with a code and ended; an order; the whole number, cancelled; running, extended, with messages and a call. */
let [ended, bought, whole, running] = [0, 0, 0, 0];
let endedNumber: string;

async function rent(part: Partial<Parameters<typeof rentNumber>[1]>) {
  const { supplierId } = await givenRentOffer(db, { countryId: part.countryId ?? INDONESIA, count: 1 });
  // Only the new number can be had.
  await takeOthersOffline(owner, supplierId);
  const { id, number } = await rentNumber(db, rentInput({ userId, ...part }));
  return { id, supplierId, number: Number(number) };
}

async function passAll() {
  for (const id of await listDueRentals(db, 100)) await passTime(db, id);
  for (const due of await listDueActivations(db, 100)) await expireActivation(db, due);
}

beforeAll(async () => {
  userId = await givenCustomer(db, 1_000_000);
  token = (await openSession(db, { userId, ip: "192.0.2.1", userAgent: "" })).token;
  await givenOffer(db, { countryId: INDONESIA, count: 10 });
  const first = await rent({});
  [ended, endedNumber] = [first.id, String(first.number)];
  await push(first, "=1+1 code 48213");
  await moveClock(owner, "5 hours");
  await passAll();
  const order = { userId, serviceId: 52, countryId: INDONESIA, operator: "any", maxPriceKopecks: null };
  bought = (await buyActivation(db, { ...order, channel: "site", idempotencyKey: "numbers-order" })).id;
  await moveClock(owner, "2 minutes");
  whole = (await rent({ serviceCode: "full", countryId: KENYA })).id;
  await cancelRental(db, userId, whole);
  await moveClock(owner, "2 days");
  await passAll();
  const last = await rent({ hours: 24 });
  running = last.id;
  for (const code of [11111, 22222, 33333, 44444]) await push(last, `code ${code}`);
  await ring(last);
  await extendRental(db, {
    ...{ userId, rentalId: running, hours: 6, maxPriceKopecks: null },
    ...{ channel: "site", idempotencyKey: "numbers-extension" },
  });
});

function call(path: string, headers: Record<string, string> = { cookie: `authToken=${token}` }) {
  const request = new Request(`${env.PUBLIC_URL}/api/numbers${path}`, {
    headers: { "sec-fetch-site": "same-origin", ...headers },
  });
  return app.fetch(request, { requestId: "test", ip: "192.0.2.1" }) as Promise<Response>;
}
const pageOf = async (query = "") => MyNumbersPage.parse(await (await call(query)).json());
const idsOf = async (query = "") => (await pageOf(query)).numbers.map(({ id }) => id);
const rentalOf = (numbers: readonly MyNumber[], id: number) =>
  numbers.find((number): number is MyRental => number.kind === "rental" && number.id === id);

describe("the list of one's numbers", () => {
  test("holds rentals among the orders, newest first, with state, money and the newest messages", async () => {
    const { numbers, nextCursor } = await pageOf();
    expect(nextCursor).toBeNull();
    expect(numbers.map(({ kind, id, state, money }) => [kind, id, state, money])).toEqual([
      ["rental", running, "received", "captured"],
      ["rental", whole, "canceled", "given-back"],
      ["activation", bought, "expired", "given-back"],
      ["rental", ended, "expired", "captured"],
    ]);
    const [shown, old] = [rentalOf(numbers, running), rentalOf(numbers, ended)];
    expect(shown?.messages.map(({ code }) => code)).toEqual(["44444", "33333", "22222"]);
    expect(shown).toMatchObject({ messagesCount: 4, callsCount: 1, hours: 30, extensions: [{ hours: 6 }] });
    expect(old?.messages).toMatchObject([{ code: "48213" }]);
  });

  test("is narrowed by kind, and rentals by status, service, country, digits and days", async () => {
    expect(await idsOf("?kind=rental")).toEqual([running, whole, ended]);
    expect(await idsOf("?kind=activation")).toEqual([bought]);
    expect(await idsOf("?status=open")).toEqual([running]);
    expect(await idsOf("?status=completed")).toEqual([ended]);
    expect(await idsOf("?status=given-back")).toEqual([whole, bought]);
    expect(await idsOf("?service=full")).toEqual([whole]);
    expect(await idsOf("?service=tg&kind=rental")).toEqual([running, ended]);
    expect(await idsOf(`?country=${KENYA}`)).toEqual([whole]);
    expect(await idsOf(`?number=${endedNumber.slice(2)}`)).toEqual([ended]);
    expect(await idsOf(`?number=${whole}`)).toEqual([whole]);
    const day = String((await pageOf()).numbers[0]?.requestedAt).slice(0, 10);
    expect(await idsOf(`?from=${day}`)).toEqual([running]);
    expect(await idsOf(`?to=${day}`)).toHaveLength(4);
    expect(await idsOf("?to=2020-01-01")).toEqual([]);
    for (const query of ["?kind=licence", "?cursor=17", "?cursor=0.1"])
      expect((await call(query)).status, query).toBe(400);
  });

  test("comes page by page over both kinds without losing or doubling a number", async () => {
    const walked: number[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: MyNumbersPage = await pageOf(`?limit=1${cursor && `&cursor=${cursor}`}`);
      walked.push(...page.numbers.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(walked).toEqual(await idsOf());
  });

  test("has no rentals of anybody else", async () => {
    const { key } = await givenApiBuyer(db, 10_000);
    const answer = await call("", { authorization: `Bearer ${key}` });
    expect(await answer.json()).toEqual({ numbers: [], nextCursor: null });
  });
});

test("the file of one's numbers has a rental with its time, its total and all that is kept, and no formula", async () => {
  const text = await (await call("/export?locale=en&kind=rental")).text();
  const lines = text.trim().split("\r\n");
  expect(lines).toHaveLength(4);
  expect(lines[0]).toContain("Rented for (hours)");
  const { priceKopecks, extensions } = rentalOf((await pageOf()).numbers, running) as MyRental;
  const total = ((priceKopecks + (extensions[0]?.priceKopecks ?? 0)) / 100).toFixed(2);
  expect(lines[1]).toContain("11111 | 22222 | 33333 | 44444");
  expect(lines[1]).toMatch(new RegExp(`Rented number.*30,${total},${total}$`));
  expect(lines[2]).toMatch(/,0\.00$/);
  expect(lines[3]).toContain("48213");
});

test("the history's line of a rental leads to its line in the list of one's numbers", async () => {
  const reference = `rental:${running}:hold`;
  const told = await rentalStatementSource.describe(db, {
    ...{ userId, locale: "en", lines: [{ id: 1, kind: "rental", reference }] },
  });
  const page = told.get(1)?.page;
  expect(page).toBe(`/profile/numbers?number=${running}`);
  expect(await idsOf(String(page).slice("/profile/numbers".length))).toEqual([running]);
});

test("a week after a rental's end its list says that its messages are gone, and its number stays", async () => {
  await moveClock(owner, "6 days");
  await passAll();
  await forgetOldMessages(db, 10_000);
  await forgetOldRentals(db, 10_000);
  const { numbers } = await pageOf();
  expect(rentalOf(numbers, ended)).toMatchObject({
    ...{ number: endedNumber, messagesCount: 1, messages: [], isForgotten: true },
  });
  expect(rentalOf(numbers, running)?.messages).toHaveLength(3);
});
