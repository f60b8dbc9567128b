import sql from "sql-template-tag";
import type { ActivationState } from "#features/activations/activations.rules.ts";
import { andWithinGoods, type Holder } from "#features/identity/api-keys/key-goods.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";
import { unseal } from "#lib/sealed-text.ts";

/** An order of the past or of now, as lists for bots need it. Texts are gone a day after its end (null). */
export type PastOrder = {
  readonly id: number;
  readonly number: string;
  readonly state: ActivationState;
  readonly wantsMore: boolean;
  readonly priceKopecks: Kopecks;
  readonly issuedAt: Date;
  /** Texts of its SMS, oldest first, as far as they are still kept. */
  readonly texts: readonly string[];
};

type PastRow = Omit<PastOrder, "priceKopecks" | "texts"> & {
  priceKopecks: number;
  sealedTexts: string[] | null;
};

/** A user's orders that got a number within a time, newest first. */
export async function listPastOrders(
  db: Queryable,
  holder: Holder,
  within: { from: Date; to: Date; offset: number; limit: number },
): Promise<PastOrder[]> {
  const found = await rows<PastRow>(
    db,
    sql`select a.id, a.number::text as number, a.state, a.wants_more as "wantsMore", a.price_kopecks as "priceKopecks",
          a.issued_at as "issuedAt",
          (select array_agg(m.sealed_text order by m.id) from activations_messages m
            where m.activation_id = a.id and not m.late and m.sealed_text is not null) as "sealedTexts"
        from (
          select * from activations
          where user_id = ${holder.userId} and number is not null and issued_at is not null
            ${andWithinGoods(holder, sql`service_id`, sql`country_id`)}
            and requested_at between ${within.from} and ${within.to}
            and id >= (select activations_first_id_at(${within.from}::timestamptz - interval '1 minute'))
            and id < coalesce((select activations_first_id_at(${within.to}::timestamptz + interval '1 minute')), 9223372036854775807)
          order by id desc limit ${within.limit} offset ${within.offset}
        ) a order by a.id desc`,
  );
  return found.map(({ sealedTexts, ...row }) => ({
    ...row,
    priceKopecks: kopecks(row.priceKopecks),
    texts: (sealedTexts ?? []).map(unseal),
  }));
}

export type OrderMessage = {
  readonly id: number;
  readonly sender: string | null;
  readonly text: string | null;
  readonly code: string | null;
  readonly receivedAt: Date;
};

/** A page of an order's SMS, newest first, and how many there are in all; late ones (after the refund) are left out. */
export async function listOrderMessages(
  db: Queryable,
  orderId: number,
  page: { offset: number; limit: number },
): Promise<{ total: number; messages: OrderMessage[] }> {
  const found = await rows<{
    id: number;
    sender: string | null;
    sealedText: string | null;
    sealedCode: string | null;
    receivedAt: Date;
    total: number;
  }>(
    db,
    sql`select id, sender, sealed_text as "sealedText", sealed_code as "sealedCode", received_at as "receivedAt",
          count(*) over ()::int as total
        from activations_messages where activation_id = ${orderId} and not late
        order by id desc limit ${page.limit} offset ${page.offset}`,
  );
  return {
    total: found[0]?.total ?? 0,
    messages: found.map(({ sealedText, sealedCode, total: _total, ...row }) => ({
      ...row,
      text: sealedText === null ? null : unseal(sealedText),
      code: sealedCode === null ? null : unseal(sealedCode),
    })),
  };
}

/** What an order was bought for, and how it stands. */
export type OrderSale = {
  readonly serviceId: number;
  readonly countryId: number;
  readonly number: string | null;
  readonly state: ActivationState;
};

/** The same of a user's own order; null for a stranger's. */
export async function findOrderSale(db: Queryable, userId: number, id: number): Promise<OrderSale | null> {
  return maybeOne<OrderSale>(
    db,
    sql`select service_id as "serviceId", country_id as "countryId", number::text as number, state from activations where id = ${id} and user_id = ${userId}`,
  );
}
