import type { PurchaseChoices } from "#features/activations/purchase/purchase.rules.ts";
import type { SaleChannel } from "#features/policy/policy.rules.ts";
import { openPrice } from "#features/pricing/listed/listed-price.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";

/** What a search wants, and for whom: prices differ by account, and offers by the way in. */
export type Sale = {
  readonly userId: number;
  readonly serviceId: number;
  readonly countryId: number;
  readonly operator: string;
  readonly channel: SaleChannel;
};

/** What a buyer without a limit is quoted at a moment. */
export type Quote = {
  /** Lowest price on sale for this buyer; null = nothing is on sale. */
  readonly lowestKopecks: number | null;
  /** Lowest price in the lists, now or a little while ago. */
  readonly quotedKopecks: number | null;
  /** The quoted price with the tolerance: the most that such a search pays. */
  readonly mostKopecks: number | null;
};

/** The quote for a sale now; an agreed price is one also while nothing is on sale. `closedSuppliers` may not sell at the moment. */
export function findQuote(db: Queryable, sale: Sale, closedSuppliers: readonly number[]): Promise<Quote> {
  return one<Quote>(db, {
    name: "activations-search-quote",
    text: `select q.lowest as "lowestKopecks", coalesce(q.quoted, p.price_kopecks) as "quotedKopecks",
        coalesce(q.most, pricing_tolerated(p.price_kopecks, $7)) as "mostKopecks"
      from activations_search_quote($1::bigint, $2::int, $3::int, $4::text, $5::text, $6::int[], $7::int) q
      left join pricing_agreed_prices p on p.user_id = $1 and p.service_id = $2 and p.country_id = $3`,
    values: [...valuesOf(sale), closedSuppliers, openPrice.tolerancePercent * 100],
  });
}

/** The lowest price at which a buyer could have what is searched for, with the choices of a number that is replaced; null = no offer. */
export async function findLowestPrice(
  db: Queryable,
  sale: Sale,
  closedSuppliers: readonly number[],
  choices: PurchaseChoices | null,
): Promise<number | null> {
  const { price } = await one<{ price: number | null }>(db, {
    name: "activations-lowest-price",
    text: `select activations_lowest_price($1::bigint, $2::int, $3::int, $4::text, $5::text, $6::int[], $7::bigint, $8::int[], $9::int[])
      as price`,
    values: [
      ...valuesOf(sale),
      closedSuppliers,
      choices?.minPriceKopecks ?? null,
      choices?.supplierIds ?? null,
      choices?.exceptSupplierIds ?? null,
    ],
  });
  return price;
}

function valuesOf({ userId, serviceId, countryId, operator, channel }: Sale): unknown[] {
  return [userId, serviceId, countryId, operator, channel];
}
