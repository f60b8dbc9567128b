import { LRUCache } from "lru-cache";
import { listSupplierCostsOnSale, type SupplierCostOnSale } from "#features/pricing/supplier-costs.reads.ts";
import { type CostSales, type Goods, listCostSales } from "#features/statistics/cost-days.reads.ts";
import type { Db } from "#lib/db/pool.ts";

/** What all suppliers ask for some goods now, and what they sold within the last 30 days. */
export type Market = { readonly onSale: readonly SupplierCostOnSale[]; readonly sales: readonly CostSales[] };

const KEPT_MS = 30_000;
const kept = new WeakMap<Db, LRUCache<string, Market>>();
const keyOf = ({ serviceId, countryId }: Goods) => `${serviceId}:${countryId}`;

/**
 * The markets of these goods, at most 30 seconds old and the same for all partners: from the offers and from sums that a sweep has made,
 * never from orders. Each goods' entry is kept once for everybody, whoever asks.
 */
export async function readMarkets(db: Db, goods: readonly Goods[]): Promise<(of: Goods) => Market> {
  const cache = kept.get(db) ?? new LRUCache<string, Market>({ max: 20_000, ttl: KEPT_MS });
  kept.set(db, cache);
  const found = new Map<string, Market>();
  const missing: Goods[] = [];
  for (const one of goods) {
    const known = cache.get(keyOf(one));
    if (known) found.set(keyOf(one), known);
    else missing.push(one);
  }
  if (missing.length > 0) {
    const [onSale, sales] = await Promise.all([
      listSupplierCostsOnSale(db, missing),
      listCostSales(db, missing),
    ]);
    const [onSaleOf, salesOf] = [Map.groupBy(onSale, keyOf), Map.groupBy(sales, keyOf)];
    for (const one of missing) {
      const key = keyOf(one);
      const market = { onSale: onSaleOf.get(key) ?? [], sales: salesOf.get(key) ?? [] };
      cache.set(key, market);
      found.set(key, market);
    }
  }
  return (of) => found.get(keyOf(of)) ?? { onSale: [], sales: [] };
}

/** For tests that have just changed offers or counted orders. */
export function forgetMarkets(db: Db): void {
  kept.delete(db);
}
