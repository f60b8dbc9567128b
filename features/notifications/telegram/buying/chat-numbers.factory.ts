import sql from "sql-template-tag";
import { type ChatPerson, db, owner } from "#features/notifications/telegram/telegram-chats.factory.ts";
import { givenOffer, takeOffersOffSale } from "#features/pricing/offers.factory.ts";
import { rows } from "#lib/db/query.ts";

export const INDONESIA = 6;

/** The orders of somebody with a chat, oldest first. */
export const ordersOf = ({ userId }: ChatPerson) =>
  rows<{ id: number; number: string; state: string; price: number; supplierId: number }>(
    db,
    sql`select id, number, state, price_kopecks as price, supplier_id as "supplierId" from activations
        where user_id = ${userId} order by id`,
  );

/** Numbers on sale, and nothing else. */
export async function givenNumbers(priceKopecks = 1_400, count = 5) {
  await takeOffersOffSale(owner);
  return givenOffer(db, { countryId: INDONESIA, count, priceKopecks });
}
