import { describe, expect, test } from "vitest";
import { createApiApp } from "#app/api/api-app.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { workSearch } from "#features/activations/search/search-attempt.writes.ts";
import { takeDueSearches } from "#features/activations/search/search-turns.writes.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { offerViewFromWire, payableKopecks } from "#features/pricing/offers.rules.ts";
import type { WireOffer } from "#features/pricing/pricing.contract.ts";
import { grantWholesale } from "#features/pricing/pricing.writes.ts";
import { rentOfferFromWire } from "#features/rentals/shop/shop.rules.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb({ max: 20 });
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);
const app = createApiApp(db);
const COUNTRY = 6;
const [RETAIL, WHOLESALE] = [1_400, 1_200];
const PURSE_KOPECKS = 100_000;
await givenOffer(db, {
  ...{ countryId: COUNTRY, count: 30, costKopecks: 1_000 },
  ...{ priceKopecks: RETAIL, wholesaleKopecks: WHOLESALE },
});
await givenRentOffer(db, { countryId: COUNTRY, count: 30 });

/** A browser: who is signed in there, and whether the switch of an earlier visit is on. */
type Browser = { readonly userId: UserId | null; readonly hasCookie: boolean };
/** Answers the body of a call, as the browser makes it. */
type Ask = <T>(method: string, path: string, body?: object) => Promise<T>;

let calls = 0;
async function browserOf({ userId, hasCookie }: Browser): Promise<Ask> {
  const session = userId && (await openSession(db, { userId, ip: "192.0.2.1", userAgent: "" })).token;
  const cookies = [session ? `authToken=${session}` : "", hasCookie ? "isWholesale=1" : ""].filter(Boolean);
  return async <T>(method: string, path: string, body?: object): Promise<T> => {
    calls += 1;
    const headers = {
      cookie: cookies.join("; "),
      ...{ "sec-fetch-site": "same-origin", "idempotency-key": crypto.randomUUID() },
      "content-type": "application/json",
    };
    const request = new Request(`${env.PUBLIC_URL}/api${path}`, {
      ...{ method, headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const response = await app.fetch(request, { requestId: "test", ip: `192.0.2.${calls % 250}` });
    expect(response.status, path).toBe(200);
    return (await response.json()) as T;
  };
}

async function givenBuyer(isWholesale: boolean): Promise<UserId> {
  const { userId } = await givenApiBuyer(db, PURSE_KOPECKS);
  if (isWholesale) await grantWholesale(db, userId);
  return userId;
}
const spentBy = async (userId: UserId) => PURSE_KOPECKS - (await getBalance(db, userId)).availableKopecks;

type Me = { id: number; dynamicFields: { wholesale?: true } };
/** How the shop asks for its list: by what `GET /users/me` says of the tier. */
async function queryOf(ask: Ask, userId: UserId | null): Promise<string> {
  const me = userId === null ? null : await ask<Me>("GET", "/users/me");
  return me?.dynamicFields.wholesale ? `wholesale=1&user=${me.id}` : "wholesale=0&user=guest";
}
const rowOf = (offers: WireOffer[]) =>
  offerViewFromWire(offers.find((offer) => offer.country_external_id === COUNTRY)!, () => null);

const buyers = [
  { who: "a guest who then registers", isWholesale: false, isGuest: true, kopecks: RETAIL },
  { who: "a plain account", isWholesale: false, isGuest: false, kopecks: RETAIL },
  { who: "an account of the wholesale tier", isWholesale: true, isGuest: false, kopecks: WHOLESALE },
].flatMap((buyer) => [
  { ...buyer, hasCookie: false, cookie: "without" },
  { ...buyer, hasCookie: true, cookie: "with" },
]);

describe.each(buyers)("$who, $cookie the cookie of an earlier visit", ({ kopecks, ...buyer }) => {
  /** What the shop shows to the buyer, and the browser in which it is bought. */
  async function come() {
    const userId = await givenBuyer(buyer.isWholesale);
    const ask = await browserOf({ userId, hasCookie: buyer.hasCookie });
    const looker = buyer.isGuest ? null : userId;
    const look = await browserOf({ userId: looker, hasCookie: buyer.hasCookie });
    return { userId, ask, look, query: await queryOf(look, looker) };
  }

  test("pays for a number what its button said", async () => {
    const { userId, ask, look, query } = await come();
    const row = rowOf(await look<WireOffer[]>("GET", `/country/get-prices/52?${query}`));
    expect(payableKopecks(row)).toBe(kopecks);
    expect(row.otherTierKopecks).toBe(kopecks === RETAIL ? WHOLESALE : RETAIL);
    const price = payableKopecks(row);
    await ask("POST", `/sms-users/get-number/${COUNTRY}/tg?maxPrice=${price}`);
    expect(await spentBy(userId)).toBe(price);
  });

  test("pays for a number that is searched for what the button said", async () => {
    const { userId, ask, look, query } = await come();
    const price = payableKopecks(rowOf(await look<WireOffer[]>("GET", `/country/get-prices/52?${query}`)));
    const wanted = { service: "tg", country: COUNTRY, seconds: 60, maxPriceKopecks: price, raises: [] };
    await ask("POST", "/searches", wanted);
    for (const search of await takeDueSearches(db, 100)) await workSearch(db, search);
    expect(await spentBy(userId)).toBe(price);
  });

  test("rents for what the list and the window said", async () => {
    const { userId, ask, look, query } = await come();
    type WireRows = Parameters<typeof rentOfferFromWire>[0][];
    const rows = await look<WireRows>("GET", `/rent/get-prices?service_external_id=tg&${query}`);
    const row = rentOfferFromWire(rows.find((offer) => offer.country_external_id === COUNTRY)!, () => null);
    const price = payableKopecks(row);
    expect(row.otherTierKopecks === null ? 0 : Math.sign(price - row.otherTierKopecks)).toBe(
      kopecks === RETAIL ? 1 : -1,
    );
    await ask("POST", "/rent", {
      ...{ service_external_id: "tg", country_external_id: COUNTRY },
      ...{ amount: 4, unit: "hours", maxPriceKopecks: price },
    });
    expect(await spentBy(userId)).toBe(price);
  });
});

test.each([
  "/country/get-prices/52?",
  `/service/get-prices/${COUNTRY}?`,
  "/rent/get-prices?service_external_id=tg&",
])(
  "%s answers a question for wholesale at retail to who has not the tier, also after somebody who has it",
  async (path) => {
    const pricesOf = async (userId: UserId | null, wholesale: number) => {
      const ask = await browserOf({ userId, hasCookie: true });
      const rows = await ask<{ price: number }[]>("GET", `${path}wholesale=${wholesale}&user=${userId}`);
      return rows.map(({ price }) => price);
    };
    const retail = await pricesOf(null, 0);
    expect(await pricesOf(await givenBuyer(true), 1)).not.toEqual(retail);
    expect(await pricesOf(null, 1)).toEqual(retail);
    expect(await pricesOf(await givenBuyer(false), 1)).toEqual(retail);
  },
);
