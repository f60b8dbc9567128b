import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { type ApiBuyer, givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { handlerApiOn } from "#features/handler-api/handler-api.factory.ts";
import { forgetOffers } from "#features/handler-api/lists/lists.routes.ts";
import { forgetPolicy } from "#features/policy/policy.reads.ts";
import { blockSale, seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer, type OfferInput } from "#features/pricing/offers.factory.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
const { say } = handlerApiOn(db);

let buyer: ApiBuyer;
beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  buyer = await givenApiBuyer(db, 1_000_000);
});

let wares: { id: number; code: string }[] = [];
/** A service with offers of its own, each in another country. */
async function given(offers: readonly OfferInput[]) {
  wares =
    wares.length > 0
      ? wares
      : (
          await one<{ wares: typeof wares }>(
            db,
            sql`select json_agg(json_build_object('id', id, 'code', code)) as wares from catalogue_services where category = 'social'`,
          )
        ).wares;
  const ware = wares.pop() as { id: number; code: string };
  for (const offer of offers) await givenOffer(db, { costKopecks: 100, serviceId: ware.id, ...offer });
  forgetOffers(db);
  return ware;
}
const countryOf = async (answer: string) => {
  const [, id] = answer.split(":");
  const order = await one<{ country: number }>(
    db,
    sql`select country_id as country from activations where id = ${Number(id)}`,
  );
  return order.country;
};
const buy = (code: string, rest = {}, own = buyer) =>
  say(own, { action: "getNumber", service: code, country: "any", ...rest });

describe.each(["any", "*"])("country=%s", (country) => {
  it("buys where it is cheapest and says which country it is", async () => {
    const { code } = await given([
      { countryId: 10, priceKopecks: 2_000 },
      { countryId: 22, priceKopecks: 1_200 },
      { countryId: 6, priceKopecks: 1_500 },
    ]);
    expect(await countryOf(await buy(code, { country }))).toBe(22);
    const described = JSON.parse(await buy(code, { country, action: "getNumberV2" })) as object;
    expect(described).toMatchObject({ countryCode: "22", activationCost: "12.00" });
  });

  it("tells the prices of all countries", async () => {
    const { code } = await given([{ countryId: 10 }, { countryId: 22 }]);
    for (const action of ["getPrices", "getPricesV2", "getPricesV3"]) {
      const ask = { action, service: code };
      expect(await say(buyer, { ...ask, country })).toBe(await say(buyer, ask));
    }
    expect(
      Object.keys(JSON.parse(await say(buyer, { action: "getPrices", service: code, country }))),
    ).toEqual(["10", "22"]);
  });
});

describe("any country", () => {
  it("is one that policy sells, that the key may buy in and that has what was asked for", async () => {
    const { id, code } = await given([
      { countryId: 16, priceKopecks: 1_000 },
      { countryId: 10, priceKopecks: 1_100 },
      { countryId: 6, priceKopecks: 1_200, operator: "telkomsel" },
    ]);
    const block = { countryId: 16, supplierId: null, mode: null, channel: null, effect: "deny" } as const;
    const why = { reasonText: "test", actor: "test", reasonCode: "KILL_SWITCH" } as const;
    await withTransaction(db, (tx) => blockSale(tx, { ...block, ...why, serviceId: id }));
    forgetPolicy(db);
    forgetOffers(db);
    expect(await countryOf(await buy(code))).toBe(10);
    expect(await countryOf(await buy(code, { operator: "telkomsel" }))).toBe(6);
    expect(await countryOf(await buy(code, { minPrice: 12 }))).toBe(6);
    const limited = await givenApiBuyer(db, 10_000);
    await execute(
      db,
      sql`update identity_api_keys set country_ids = array[6] where user_id = ${limited.userId}`,
    );
    expect(await countryOf(await buy(code, {}, limited))).toBe(6);
  });

  it("keeps to the highest price, and says NO_NUMBERS where there is nothing", async () => {
    const { code } = await given([{ countryId: 10, priceKopecks: 1_100 }]);
    expect(await buy(code, { maxPrice: 10 })).toBe("WRONG_MAX_PRICE:11.00");
    const empty = await given([]);
    expect(await buy(empty.code)).toBe("NO_NUMBERS");
    expect(await buy(code, { phoneException: "84123" })).toBe("WRONG_EXCEPTION_PHONE");
  });

  it("answers a repeated orderId with the same number, wherever it is cheapest by now", async () => {
    const { id, code } = await given([{ countryId: 10, priceKopecks: 1_100, count: 1 }]);
    const first = await buy(code, { orderId: `same-${code}` });
    expect(await countryOf(first)).toBe(10);
    await execute(
      db,
      sql`update pricing_offers set count = 0, updated_at = app_now() where service_id = ${id}`,
    );
    forgetOffers(db);
    expect(await buy(code, { orderId: `same-${code}` })).toBe(first);
    await givenOffer(db, { serviceId: id, countryId: 6, priceKopecks: 1_000, costKopecks: 100 });
    forgetOffers(db);
    expect(await buy(code, { orderId: `same-${code}` })).toBe(first);
    expect(await buy(code, { orderId: `same-${code}`, country: 6 })).toBe("ORDER_ALREADY_EXISTS");
  });
});
