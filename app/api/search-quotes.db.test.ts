import sql from "sql-template-tag";
import { beforeEach, expect, test } from "vitest";
import { app, db, givenBuyer, owner } from "#app/api/rest-orders.factory.ts";
import { workSearch } from "#features/activations/search/search-attempt.writes.ts";
import { takeDueSearches } from "#features/activations/search/search-turns.writes.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { givenPrice } from "#features/pricing/prices.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import { rows } from "#lib/db/query.ts";
import { env } from "#lib/env.ts";
import { moveClock, resetClock } from "#lib/testing/move-clock.ts";

beforeEach(() => resetClock(owner));

/** Asks a door below /api as this account and answers what came. */
type Ask = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;

async function siteOf(userId: UserId): Promise<Ask> {
  const { token } = await openSession(db, { userId, ip: "192.0.2.1", userAgent: "" });
  return async (method, path, body) => {
    const headers = {
      cookie: `authToken=${token}`,
      ...{ "sec-fetch-site": "same-origin", "idempotency-key": crypto.randomUUID() },
      "content-type": "application/json",
    };
    const request = new Request(`${env.PUBLIC_URL}/api${path}`, {
      ...{ method, headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const response = await app.fetch(request, { requestId: "test-request", ip: "192.0.2.1" });
    return (await response.json()) as Record<string, unknown>;
  };
}

const doors: readonly { name: string; countryId: number; of: (buyer: Buyer) => Promise<Ask> }[] = [
  { name: "the site", countryId: 7, of: ({ userId }) => siteOf(userId) },
  {
    name: "REST v1",
    countryId: 10,
    of:
      async ({ call }) =>
      async (method, path, body) =>
        (await call(method, path, body ? { body } : {})).body,
  },
];
type Buyer = Awaited<ReturnType<typeof givenBuyer>>;

async function later(seconds: number): Promise<void> {
  await moveClock(owner, `${seconds} seconds`);
  await Promise.all((await takeDueSearches(db, 100)).map((search) => workSearch(db, search)));
}

test.each(doors)(
  "a search without a limit from $name does not follow a price that rises under it",
  async ({ countryId, of }) => {
    const offer = await givenOffer(db, { countryId, priceKopecks: 1_400 });
    const buyer = await givenBuyer();
    const ask = await of(buyer);
    const begun = await ask("POST", "/searches", { service: "tg", country: countryId, seconds: 600 });
    expect(begun).toMatchObject({
      maxPriceKopecks: null,
      quoted: { priceKopecks: 1_400, mostKopecks: 1_470 },
      lowestKopecks: 1_400,
    });
    await givenPrice(db, offer.offerId, 8_000);
    for (const seconds of [0, 100, 100]) await later(seconds);
    const waiting = await ask("GET", `/searches/${begun.id}`);
    expect(waiting).toMatchObject({
      ...{ state: "searching", quoted: { priceKopecks: 1_400, mostKopecks: 1_470 }, lowestKopecks: 8_000 },
      refusal: { code: "PRICE_ABOVE_QUOTED", message: expect.stringMatching(/above the one quoted/) },
    });
    expect(await rows(db, sql`select from activations where user_id = ${buyer.userId}`)).toEqual([]);
  },
);
