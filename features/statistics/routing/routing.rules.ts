import { kopecks } from "#lib/money/kopecks.ts";

/** A service in a country, and who supplies it. */
type Supply = { readonly serviceId: number; readonly countryId: number; readonly supplierId: number };

/** What became of a supplier's numbers for a service in a country over some days. */
export type SupplyHistory = Supply & {
  /** Numbers of our own stock are there when they are told: nobody has to be asked for them. */
  readonly isOwn: boolean;
  /** Orders that had a number and ended, and those of them that got a code. */
  readonly orders: number;
  readonly codes: number;
  /** Orders whose wait is known, and the sum of these waits until the code or the end. */
  readonly timed: number;
  readonly waitedSeconds: number;
  /** Questions for a number that were answered or failed, and those of them that brought none. */
  readonly asked: number;
  readonly refused: number;
};

/** What a supplier is worth for a service in a country. */
export type SupplyWorth = Supply & {
  readonly orders: number;
  readonly codes: number;
  readonly refused: number;
  /** Of a hundred attempts, how many are expected to end with a code: 1 to 100. */
  readonly chancePercent: number;
  /** Expected seconds from the number until its code or the end of the order. */
  readonly waitSeconds: number;
  /** Fewer attempts than are needed to judge it. */
  readonly isTrial: boolean;
};

type RatingSettings = {
  /** As many orders of its own weigh as much as the mean does. */
  readonly priorOrders: number;
  readonly trialAttempts: number;
};

/** What is believed before there is any history: every second number gets its code, in three minutes, and stock told is there. */
const beliefs = { code: 0.5, found: 1, waitSeconds: 180 } as const;

type Sums = Pick<SupplyHistory, "orders" | "codes" | "timed" | "waitedSeconds" | "asked" | "refused">;
type Means = { readonly code: number; readonly found: number; readonly waitSeconds: number };

const nothing: Sums = { orders: 0, codes: 0, timed: 0, waitedSeconds: 0, asked: 0, refused: 0 };

function plus(a: Sums, b: Sums): Sums {
  return {
    orders: a.orders + b.orders,
    codes: a.codes + b.codes,
    timed: a.timed + b.timed,
    waitedSeconds: a.waitedSeconds + b.waitedSeconds,
    asked: a.asked + b.asked,
    refused: a.refused + b.refused,
  };
}

/** Sums and a prior mean become one mean: the prior weighs as much as `prior` observations. */
function shrunk(sums: Sums, mean: Means, prior: number): Means {
  const of = (sum: number, count: number, before: number) => (sum + prior * before) / (count + prior);
  return {
    code: of(sums.codes, sums.orders, mean.code),
    found: of(sums.asked - sums.refused, sums.asked, mean.found),
    waitSeconds: of(sums.waitedSeconds, sums.timed, mean.waitSeconds),
  };
}

function sumBy(histories: readonly SupplyHistory[], key: (history: Supply) => string): Map<string, Sums> {
  const sums = new Map<string, Sums>();
  for (const history of histories) sums.set(key(history), plus(sums.get(key(history)) ?? nothing, history));
  return sums;
}

const serviceOf = ({ serviceId }: Supply) => String(serviceId);
const goodsOf = ({ serviceId, countryId }: Supply) => `${serviceId}:${countryId}`;

/**
 * What each supplier is worth: its own figures, drawn to the mean of the service in the country the more, the fewer they are; that mean is
 * drawn to the service's in all countries. An attempt succeeds when a number is found and a code comes (decision 0559).
 */
export function rateSupplies(
  histories: readonly SupplyHistory[],
  { priorOrders, trialAttempts }: RatingSettings,
): SupplyWorth[] {
  const services = sumBy(histories, serviceOf);
  const goods = sumBy(histories, goodsOf);
  return histories.map((history) => {
    const { serviceId, countryId, supplierId, orders, codes, refused, isOwn } = history;
    const ofService = shrunk(services.get(serviceOf(history)) ?? nothing, beliefs, priorOrders);
    const ofGoods = shrunk(goods.get(goodsOf(history)) ?? nothing, ofService, priorOrders);
    const own = shrunk(history, ofGoods, priorOrders);
    const chance = own.code * (isOwn ? 1 : own.found);
    return {
      ...{ serviceId, countryId, supplierId, orders, codes, refused },
      chancePercent: Math.min(100, Math.max(1, Math.round(chance * 100))),
      waitSeconds: Math.round(own.waitSeconds),
      isTrial: orders + refused < trialAttempts,
    };
  });
}

/** The worth as the price list keeps it: attempts that a code takes, in hundredths, and what an attempt's wait counts for. */
export function routingOf(worth: SupplyWorth, minuteKopecks: number) {
  return {
    triesPercent: Math.round(10_000 / worth.chancePercent),
    waitKopecks: kopecks((BigInt(worth.waitSeconds) * BigInt(minuteKopecks)) / 60n),
  };
}
