import { readPolicy } from "#features/policy/policy.reads.ts";
import { offerBoard } from "#features/pricing/board/board.reads.ts";
import type { Board } from "#features/pricing/board/board.rules.ts";
import { type StockOnSale, stockOnSale } from "#features/pricing/stock/stock.rules.ts";
import type { Db } from "#lib/db/pool.ts";

type Known = {
  readonly boards: Board["byCountry"];
  readonly policyVersion: number;
  readonly stock: StockOnSale;
};
const known = new WeakMap<Db, Known>();

/** What the site sells now, by service and by country; at most two seconds old, added up anew when it has changed. */
export async function readStock(db: Db): Promise<StockOnSale> {
  const [{ byCountry: boards }, policy] = await Promise.all([offerBoard.read(db), readPolicy(db)]);
  const before = known.get(db);
  if (before?.boards === boards && before.policyVersion === policy.version) return before.stock;
  const stock = stockOnSale(boards, { policy, channel: "site" });
  known.set(db, { boards, policyVersion: policy.version, stock });
  return stock;
}
