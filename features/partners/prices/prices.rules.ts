/** What a partner may do to its prices, and how many sales a figure needs. Decision 555. */
export const priceRules = {
  /** How often the price of one service in one country may change within an hour. */
  changesPerHour: 4,
  /** Prices of one call. */
  pricesAtOnce: 500,
  bulkMax: 2_000,
  pageSize: 50,
  percentMin: -50,
  percentMax: 100,
  /** A figure of fewer competitors would be somebody's own. */
  competitorsMin: 3,
  /** Sales of 30 days below which nothing is expected of a change. */
  ownCodesMin: 20,
  marketCodesMin: 100,
  keptDays: 90,
} as const;

export const priceStates = ["all", "onSale", "notOnSale", "unpriced"] as const;
export type PriceState = (typeof priceStates)[number];

export type PriceLimits = { readonly floorKopecks: number; readonly ceilingKopecks: number };

type Cost = { readonly supplierId: number; readonly costKopecks: number };
type Sales = Cost & { readonly codes: number };

/** Floor and ceiling of a partner: its own where the desk has set them, else the house's. A floor above the ceiling gives way. */
export function limitsOf(
  own: { readonly floorKopecks: number | null; readonly ceilingKopecks: number | null },
  house: PriceLimits,
): PriceLimits {
  const ceilingKopecks = own.ceilingKopecks ?? house.ceilingKopecks;
  return { floorKopecks: Math.min(own.floorKopecks ?? house.floorKopecks, ceilingKopecks), ceilingKopecks };
}

/** A price within the limits that is nearest to this one. */
export function withinLimits(costKopecks: number, { floorKopecks, ceilingKopecks }: PriceLimits): number {
  return Math.min(Math.max(costKopecks, floorKopecks), ceilingKopecks);
}

/** A price and so many percent more or less, rounded half up to whole kopecks. */
export function byPercent(costKopecks: number, percent: number): number {
  return Number((BigInt(costKopecks) * BigInt(100 + percent) + 50n) / 100n);
}

/** The middle of some amounts; between two of them, half of their sum rounded down. Throws RangeError without any. */
export function median(amounts: readonly number[]): number {
  const sorted = amounts.toSorted((left, right) => left - right);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) throw new RangeError("No amounts");
  return Math.floor((lower + upper) / 2);
}

export type Competitors = {
  readonly count: number;
  readonly lowestKopecks: number;
  readonly medianKopecks: number;
};

/** What the others ask who have the same on sale, or null where they are too few to be nobody in particular. */
export function competitorsOf(supplierId: number, onSale: readonly Cost[]): Competitors | null {
  const costs = onSale.filter((one) => one.supplierId !== supplierId).map(({ costKopecks }) => costKopecks);
  if (costs.length < priceRules.competitorsMin) return null;
  return { count: costs.length, lowestKopecks: Math.min(...costs), medianKopecks: median(costs) };
}

/** Codes that were sold between two costs (both included), and the partner's own among them. */
export type SalesStep = {
  readonly fromKopecks: number;
  readonly toKopecks: number;
  readonly codes: number;
  readonly ownCodes: number;
};

/**
 * Past sales by cost, cheapest first. A step ends when it holds the sales of three competitors at least; what is left over joins the
 * last one. The partner's own sales decide no border. None where fewer than three competitors have sold.
 */
export function salesSteps(supplierId: number, sales: readonly Sales[]): SalesStep[] {
  const others = byCost(sales.filter((one) => one.supplierId !== supplierId));
  const groups: Sales[][] = [];
  let open: Sales[] = [];
  for (const [at, one] of others.entries()) {
    open.push(one);
    const isBorder = others[at + 1]?.costKopecks !== one.costKopecks;
    if (isBorder && suppliersIn(open) >= priceRules.competitorsMin) {
      groups.push(open);
      open = [];
    }
  }
  const last = groups.at(-1);
  if (!last) return [];
  last.push(...open);
  const own = byCost(sales.filter((one) => one.supplierId === supplierId));
  return groups.map((group, at) => {
    const ends = groups.map((each) => each.at(-1)?.costKopecks ?? 0);
    const mine = own.filter(({ costKopecks }) => stepAt(ends, costKopecks) === at);
    const all = [...group, ...mine].map(({ costKopecks }) => costKopecks);
    const ownCodes = sumOf(mine);
    return {
      fromKopecks: Math.min(...all),
      toKopecks: Math.max(...all),
      codes: sumOf(group) + ownCodes,
      ownCodes,
    };
  });
}

const byCost = (sales: readonly Sales[]) =>
  sales.toSorted((left, right) => left.costKopecks - right.costKopecks || left.supplierId - right.supplierId);
const sumOf = (sales: readonly { codes: number }[]) => sales.reduce((sum, { codes }) => sum + codes, 0);
const suppliersIn = (sales: readonly Sales[]) => new Set(sales.map(({ supplierId }) => supplierId)).size;

function stepAt(ends: readonly number[], costKopecks: number): number {
  const found = ends.findIndex((end) => costKopecks <= end);
  return found === -1 ? ends.length - 1 : found;
}

/** Whole percents of parts that add up to 100: what rounding loses goes to the largest remainders. Zeros where there is nothing. */
export function sharesOf(parts: readonly number[]): number[] {
  const whole = parts.reduce((sum, part) => sum + part, 0);
  if (whole === 0) return parts.map(() => 0);
  const exact = parts.map((part) => (part * 100) / whole);
  const shares = exact.map(Math.floor);
  const missing = 100 - shares.reduce((sum, share) => sum + share, 0);
  const order = exact
    .map((share, at) => ({ at, rest: share - Math.floor(share) }))
    .toSorted((left, right) => right.rest - left.rest || left.at - right.at);
  for (const { at } of order.slice(0, missing)) shares[at] = (shares[at] ?? 0) + 1;
  return shares;
}

/** The partner's own sales of 30 days and the mean of what it got for a code. */
export type OwnSales = { readonly codes: number; readonly meanKopecks: number };

/** The partner's own part of some sales, or null where it sold nothing. */
export function ownSalesOf(supplierId: number, sales: readonly Sales[]): OwnSales | null {
  const own = sales.filter((one) => one.supplierId === supplierId);
  const codes = sumOf(own);
  if (codes === 0) return null;
  const paid = own.reduce((sum, one) => sum + BigInt(one.costKopecks) * BigInt(one.codes), 0n);
  return { codes, meanKopecks: Number(paid / BigInt(codes)) };
}

export type Effect =
  | { readonly kind: "few-own" | "few-market" | "few-competitors" }
  | {
      readonly kind: "expected";
      /** Own codes of the last 30 days, and what the present price pays for as many. */
      readonly nowCodes: number;
      readonly nowKopecks: number;
      readonly lowCodes: number;
      readonly highCodes: number;
      readonly lowKopecks: number;
      readonly highKopecks: number;
    };

export type EffectQuestion = {
  readonly steps: readonly SalesStep[];
  readonly own: OwnSales | null;
  /** The price now; null = none. */
  readonly costKopecks: number | null;
  readonly wantedKopecks: number;
};

/**
 * What another price would have brought in the last 30 days: the partner keeps its part of all codes that were sold at its price or
 * dearer. Within a step they count as spread evenly. The ends are as far apart as chance is with so few codes (two standard
 * deviations, a tenth at least). Says why where past sales tell nothing.
 */
export function effectOf({ steps, own, costKopecks, wantedKopecks }: EffectQuestion): Effect {
  if (steps.length === 0) return { kind: "few-competitors" };
  if (sumOf(steps) < priceRules.marketCodesMin) return { kind: "few-market" };
  if (!own || own.codes < priceRules.ownCodesMin) return { kind: "few-own" };
  const before = soldFrom(steps, own.meanKopecks);
  const expected = before === 0 ? 0 : (own.codes * soldFrom(steps, wantedKopecks)) / before;
  const apart = Math.max(0.1, 2 / Math.sqrt(own.codes));
  const lowCodes = Math.floor(expected * (1 - apart));
  const highCodes = Math.min(Math.ceil(expected * (1 + apart)), sumOf(steps));
  const earn = (codes: number, cost: number) => Number(BigInt(codes) * BigInt(cost));
  return {
    kind: "expected",
    nowCodes: own.codes,
    nowKopecks: earn(own.codes, costKopecks ?? own.meanKopecks),
    ...{ lowCodes, highCodes },
    lowKopecks: earn(lowCodes, wantedKopecks),
    highKopecks: earn(highCodes, wantedKopecks),
  };
}

/** Codes that were sold at this cost or dearer. */
function soldFrom(steps: readonly SalesStep[], costKopecks: number): number {
  return steps.reduce((sum, { fromKopecks, toKopecks, codes }) => {
    if (costKopecks <= fromKopecks) return sum + codes;
    if (costKopecks > toKopecks) return sum;
    return sum + (codes * (toKopecks - costKopecks + 1)) / (toKopecks - fromKopecks + 1);
  }, 0);
}
