import sql, { type Sql } from "sql-template-tag";
import { describe, expect, it } from "vitest";
import { deliverSms, finishActivation } from "#features/activations/activations.writes.ts";
import { db, freshCountries, owner } from "#features/activations/activations-writes.factory.ts";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { buyAdditional, buyAgain } from "#features/activations/reorder/reorder.writes.ts";
import { givenSms } from "#features/activations/sms.factory.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { askBehind } from "#lib/testing/ask-behind.ts";

const [TELEGRAM, WHATSAPP] = [52, 1];

async function givenOrder() {
  const countryId = freshCountries.pop() as number;
  const { supplierId, offerId } = await givenOffer(db, { countryId, serviceId: TELEGRAM, count: 1 });
  const userId = await givenUser(db, 10_000);
  const { id, number } = await buyActivation(db, purchase({ userId, countryId }));
  const more = { userId, orderId: id, countryId, channel: "site", idempotencyKey: "one more" } as const;
  return { supplierId, offerId, userId, countryId, id, number, more };
}

/** Doubles an offer's price and cost while a purchase of it has judged the price and waits for what `locked` locks. */
function whilePriceRises<Answer>(offerId: number, locked: Sql, buy: () => Promise<Answer>): Promise<Answer> {
  return askBehind(
    db,
    async (tx) => {
      await rows(tx, locked);
      await execute(
        tx,
        sql`update pricing_offers set retail_kopecks = 2 * retail_kopecks, wholesale_kopecks = 2 * wholesale_kopecks,
              cost_kopecks = 2 * cost_kopecks, version = version + 1 where id = ${offerId}`,
      );
    },
    buy,
  );
}

const newestOrder = (userId: number) =>
  one(
    db,
    sql`select a.price_kopecks as price, h.amount_kopecks as held, a.cost_kopecks as cost, a.offer_version as version
        from activations a join ledger_transfers h on h.id = a.hold_id where a.user_id = ${userId} order by a.id desc limit 1`,
  );
const asJudged = { price: 1_400, held: 1_400, cost: 1_000, version: 1 };

describe("one more order on a number, whose price rises once it has been judged", () => {
  it("is charged what was judged for another service", async () => {
    const { supplierId, userId, countryId, number, more } = await givenOrder();
    const { offerId } = await givenOffer(db, { countryId, serviceId: WHATSAPP, supplierId, count: 1 });
    await execute(owner, sql`update supply_stock set number = ${number} where offer_id = ${offerId}`);
    const locked = sql`select id from supply_stock where offer_id = ${offerId} for update`;
    const bought = await whilePriceRises(offerId, locked, () =>
      buyAdditional(db, { ...more, serviceId: WHATSAPP }),
    );
    expect(bought.refusal).toBeNull();
    expect(await newestOrder(userId)).toEqual(asJudged);
  });

  it("is charged what was judged for the same service again", async () => {
    const { supplierId, offerId, userId, countryId, id, number, more } = await givenOrder();
    await execute(
      owner,
      sql`insert into supply_numbers (number, supplier_id, country_id) values (${number}, ${supplierId}, ${countryId})`,
    );
    await givenSms(db, supplierId, number, "Telegram code 41507", deliverSms);
    await finishActivation(db, userId, id);
    const locked = sql`select number from supply_numbers where number = ${number} for update`;
    const bought = await whilePriceRises(offerId, locked, () =>
      buyAgain(db, { ...more, serviceId: TELEGRAM }),
    );
    expect(bought.refusal).toBeNull();
    expect(await newestOrder(userId)).toEqual(asJudged);
  });
});
