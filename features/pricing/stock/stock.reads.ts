import { readPolicy } from "#features/policy/policy.reads.ts";
import { offerSnapshot } from "#features/pricing/snapshot/offer-snapshot.reads.ts";
import type { OfferSnapshot } from "#features/pricing/snapshot/offer-snapshot.rules.ts";
import { type StockOnSale, stockOnSale } from "#features/pricing/stock/stock.rules.ts";
import type { Db } from "#lib/db/pool.ts";

type Known = {
  readonly offersByCountry: OfferSnapshot["byCountry"];
  readonly policyVersion: number;
  readonly stock: StockOnSale;
};
const known = new WeakMap<Db, Known>();

/** What the site sells now, by service and by country; at most two seconds old, added up anew when it has changed. */
export async function readStock(db: Db): Promise<StockOnSale> {
  const [{ byCountry: offersByCountry }, policy] = await Promise.all([
    offerSnapshot.read(db),
    readPolicy(db),
  ]);
  const before = known.get(db);
  if (before?.offersByCountry === offersByCountry && before.policyVersion === policy.version)
    return before.stock;
  const stock = stockOnSale(offersByCountry, { policy, channel: "site" });
  known.set(db, { offersByCountry, policyVersion: policy.version, stock });
  return stock;
}
