import type { Kopecks } from "#lib/money/kopecks.ts";

/** How a supplier is chosen within a limit: `worth` is what everybody gets who names one and does not ask for `cheapest`. */
export const routingChoices = ["worth", "cheapest"] as const;

/** What a buyer may ask for beside service, country, operator and price cap. Kept to strictly, or nothing is bought. */
export type PurchaseChoices = {
  readonly minPriceKopecks: Kopecks | null;
  /** Suppliers to buy from; null = any. */
  readonly supplierIds: readonly number[] | null;
  readonly exceptSupplierIds: readonly number[];
  /** Digits with the country code that the number must not begin with. */
  readonly exceptPrefixes: readonly string[];
};

type Cursor = { stockId: number; sinceMs: number };

/**
 * Where purchases of own stock start to look: behind the last unit this process was given, per service and country.
 * Advisory and kept for `keptMs` only, so that what comes back behind a cursor is seen soon.
 */
export class StockCursors {
  private readonly offersOfSale = new Map<string, Map<number, Cursor>>();
  private readonly keptMs: number;
  constructor(keptMs = 2_000) {
    this.keptMs = keptMs;
  }

  /** Records the unit that a purchase was given. */
  remember(sale: string, offerId: number, stockId: number, atMs: number): void {
    const offers = this.offersOfSale.get(sale) ?? new Map<number, Cursor>();
    this.offersOfSale.set(sale, offers);
    const old = offers.get(offerId);
    if (old && atMs - old.sinceMs < this.keptMs) old.stockId = Math.max(old.stockId, stockId);
    else offers.set(offerId, { stockId, sinceMs: atMs });
  }

  /** Offers and cursors of a sale as the purchase function takes them. */
  current(sale: string, atMs: number): { offerIds: number[]; stockIds: number[] } {
    const offers = this.offersOfSale.get(sale);
    if (!offers) return { offerIds: [], stockIds: [] };
    for (const [offerId, cursor] of offers) if (atMs - cursor.sinceMs >= this.keptMs) offers.delete(offerId);
    return { offerIds: [...offers.keys()], stockIds: [...offers.values()].map((cursor) => cursor.stockId) };
  }
}
