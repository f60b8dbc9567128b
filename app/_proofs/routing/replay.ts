import { rateSupplies, routingOf, type SupplyHistory } from "#features/statistics/routing/routing.rules.ts";
import { seededRandom } from "#lib/seeded-random.ts";

/** A supplier as it really is; routing learns of it only by trying. */
type ReplaySupplier = {
  readonly priceKopecks: number;
  /** Of a hundred questions for a number, how many find one. */
  readonly foundPercent: number;
  /** Of a hundred numbers, how many get a code. */
  readonly codePercent: number;
  /** Mean seconds until the code. */
  readonly codeSeconds: number;
  /** It joins when so many codes have been wanted. */
  readonly joinsAfter?: number;
};

export type ReplayHistory = {
  readonly suppliers: readonly ReplaySupplier[];
  readonly limitKopecks: number;
  /** Codes that are wanted, one after the other. */
  readonly codesWanted: number;
};

/** How a supplier is chosen. */
type ReplayRule = "cheapest" | "worth";

type ReplaySums = {
  readonly delivered: number;
  /** Prices of all numbers that were bought, and of those that were paid because a code came. */
  readonly heldKopecks: number;
  readonly paidKopecks: number;
  readonly attempts: number;
  /** Seconds from the wish to its code, failed attempts included, summed over the delivered codes. */
  readonly waitedSeconds: number;
  /** Numbers bought from each supplier. */
  readonly boughtFrom: readonly number[];
};

/** What the settings are by default. */
const replaySettings = { priorOrders: 20, trialAttempts: 20, minuteKopecks: 10, explorePercent: 5 };

/** A buyer gives a number up after these seconds without a code, and a wish after these attempts. */
const [GIVEN_UP_SECONDS, ATTEMPTS_MAX] = [300, 6];
/** Questions of one purchase that find nothing, as in the product. */
const QUESTIONS_MAX = 3;
/** Figures are counted that many wishes after what they tell of. */
const COUNTED_EVERY = 25;

/**
 * Lives a history once: every wish buys numbers, one after the other, until a code comes or its buyer gives up. What would happen at a
 * supplier is drawn per wish, attempt and supplier, so that both rules meet the same fortune.
 */
export function replay(history: ReplayHistory, rule: ReplayRule, seed: number): ReplaySums {
  const life = new Life(history, rule, seed);
  for (let wish = 0; wish < history.codesWanted; wish += 1) life.want(wish);
  return life.sums();
}

class Life {
  private readonly history: ReplayHistory;
  private readonly rule: ReplayRule;
  private readonly seed: number;
  private readonly counts: Counts[];
  private rated: readonly Rated[] = [];
  private delivered = 0;
  private heldKopecks = 0;
  private paidKopecks = 0;
  private attempts = 0;
  private waitedSeconds = 0;

  constructor(history: ReplayHistory, rule: ReplayRule, seed: number) {
    this.history = history;
    this.rule = rule;
    this.seed = seed;
    this.counts = history.suppliers.map(() => ({
      orders: 0,
      codes: 0,
      waitedSeconds: 0,
      asked: 0,
      refused: 0,
    }));
  }

  want(wish: number): void {
    if (wish % COUNTED_EVERY === 0) this.rated = this.rate(wish);
    let seconds = 0;
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      const outcome = this.buy(wish, attempt);
      seconds += outcome.seconds;
      if (!outcome.isDelivered) continue;
      this.delivered += 1;
      this.waitedSeconds += seconds;
      return;
    }
  }

  sums(): ReplaySums {
    const { delivered, heldKopecks, paidKopecks, attempts, waitedSeconds } = this;
    const boughtFrom = this.counts.map(({ orders }) => orders);
    return { delivered, heldKopecks, paidKopecks, attempts, waitedSeconds, boughtFrom };
  }

  private buy(wish: number, attempt: number): { isDelivered: boolean; seconds: number } {
    const explores = seededRandom(this.seed + wish * 64 + attempt)() * 100 < replaySettings.explorePercent;
    for (const at of this.inOrder(wish, explores).slice(0, QUESTIONS_MAX)) {
      const supplier = this.history.suppliers[at] as ReplaySupplier;
      const counts = this.counts[at] as Counts;
      const draw = seededRandom(this.seed * 31 + (wish * 64 + attempt) * 64 + at);
      counts.asked += 1;
      if (draw() * 100 >= supplier.foundPercent) {
        counts.refused += 1;
        continue;
      }
      const isDelivered = draw() * 100 < supplier.codePercent;
      const seconds = isDelivered ? supplier.codeSeconds * (0.5 + draw()) : GIVEN_UP_SECONDS;
      counts.orders += 1;
      counts.codes += isDelivered ? 1 : 0;
      counts.waitedSeconds += seconds;
      this.attempts += 1;
      this.heldKopecks += supplier.priceKopecks;
      if (isDelivered) this.paidKopecks += supplier.priceKopecks;
      return { isDelivered, seconds };
    }
    return { isDelivered: false, seconds: 0 };
  }

  /** Suppliers that are there and within the limit, the one to be bought from first. */
  private inOrder(wish: number, explores: boolean): number[] {
    const { suppliers, limitKopecks } = this.history;
    const open = [...suppliers.keys()].filter((at) => {
      const { priceKopecks, joinsAfter = 0 } = suppliers[at] as ReplaySupplier;
      return priceKopecks <= limitKopecks && joinsAfter <= wish;
    });
    const priceOf = (at: number) => suppliers[at]?.priceKopecks ?? 0;
    const costOf = (at: number) => {
      const known = this.rated.find(({ supplierId }) => supplierId === at);
      if (!known) return Number.POSITIVE_INFINITY;
      const tries = explores && known.isTrial ? 100 : known.triesPercent;
      return (priceOf(at) + known.waitKopecks) * tries;
    };
    const order = this.rule === "cheapest" ? priceOf : costOf;
    return open.sort((a, b) => order(a) - order(b) || priceOf(a) - priceOf(b) || a - b);
  }

  private rate(wish: number): Rated[] {
    const present = [...this.history.suppliers.keys()].filter(
      (at) => (this.history.suppliers[at]?.joinsAfter ?? 0) <= wish,
    );
    const histories = present.map(
      (at): SupplyHistory => ({
        ...{ serviceId: 1, countryId: 1, supplierId: at, isOwn: false },
        ...(this.counts[at] as Counts),
        timed: this.counts[at]?.orders ?? 0,
      }),
    );
    return rateSupplies(histories, replaySettings).map((worth) => ({
      ...worth,
      ...routingOf(worth, replaySettings.minuteKopecks),
    }));
  }
}

type Counts = Record<"orders" | "codes" | "waitedSeconds" | "asked" | "refused", number>;
type Rated = ReturnType<typeof rateSupplies>[number] & ReturnType<typeof routingOf>;

/** Delivered codes per hundred roubles that were held, per hundred that were paid, and mean seconds to a code. */
export function figuresOf({ delivered, heldKopecks, paidKopecks, waitedSeconds, attempts }: ReplaySums) {
  const rounded = (value: number) => Math.round(value * 10) / 10;
  return {
    delivered,
    perHundredHeld: rounded((delivered * 10_000) / heldKopecks),
    perHundredPaid: rounded((delivered * 10_000) / paidKopecks),
    secondsToCode: rounded(waitedSeconds / delivered),
    attemptsPerCode: rounded(attempts / delivered),
  };
}

const steady = { foundPercent: 95, codePercent: 80, codeSeconds: 40 } as const;

/** Histories that were made up; prices in kopecks. */
export const histories: Readonly<Record<string, ReplayHistory>> = {
  "a cheap supplier that rarely delivers": {
    suppliers: [
      { priceKopecks: 800, foundPercent: 60, codePercent: 12, codeSeconds: 90 },
      { ...steady, priceKopecks: 1_200 },
      { ...steady, priceKopecks: 1_500, codePercent: 90, codeSeconds: 25 },
    ],
    limitKopecks: 2_000,
    codesWanted: 3_000,
  },
  "all deliver alike, at three prices": {
    suppliers: [
      { ...steady, priceKopecks: 1_000 },
      { ...steady, priceKopecks: 1_100 },
      { ...steady, priceKopecks: 1_400 },
    ],
    limitKopecks: 2_000,
    codesWanted: 3_000,
  },
  "the cheapest is the best": {
    suppliers: [
      { ...steady, priceKopecks: 1_000, codePercent: 90 },
      { ...steady, priceKopecks: 1_300, codePercent: 60 },
    ],
    limitKopecks: 2_000,
    codesWanted: 3_000,
  },
  "a better supplier joins on the way": {
    suppliers: [
      { ...steady, priceKopecks: 1_000, codePercent: 45 },
      { ...steady, priceKopecks: 1_100, codePercent: 92, codeSeconds: 25, joinsAfter: 500 },
    ],
    limitKopecks: 2_000,
    codesWanted: 3_000,
  },
};
