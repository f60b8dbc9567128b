/** What a purchase that names no highest price may cost, above the lowest price listed for what it asks for. */
export type OpenPrice = {
  readonly tolerancePercent: number;
  /** A price that went or rose still counts as listed for so long. */
  readonly toldSeconds: number;
};

/** Which prices that went or rose count as listed: those at which enough numbers stood for long enough, or as many as are on sale now. */
export type ListedPrice = { readonly count: number; readonly seconds: number };

/** What a refusal adds when everything on sale is dearer than what was listed: the reason for the log, the price for the buyer. */
export function risenPrice(minPriceKopecks: number | null) {
  return { reason: "price_rose", details: { minPriceKopecks } };
}
