/** What a port earns by one service in one country on one day, in thousandths of a kopeck: single codes are worth less than a kopeck a day. */
type Yield = { readonly lowMilli: number; readonly highMilli: number };

/** A yield out of the product's own figures. */
export type MeasuredYield = Yield & { readonly serviceId: number; readonly countryId: number };

/** What was counted of a service in a country within the last 30 days. */
export type CountedEarnings = {
  readonly serviceId: number;
  readonly countryId: number;
  readonly codes: number;
  /** What partners are paid for these codes. */
  readonly paidKopecks: number;
  /** Hours that numbers of the country were on line, added up. */
  readonly numberHours: number;
};

export const yieldRules = {
  /** Figures with fewer codes, or of fewer numbers and days, say nothing. */
  codesMin: 100,
  numberDaysMin: 100,
  monthDays: 30,
} as const;

/** How far a figure may be off in percent, by how many codes it is made of: the more, the closer its two ends are. */
const spreads = [
  { fromCodes: 10_000, percent: 10n },
  { fromCodes: 1_000, percent: 20n },
  { fromCodes: yieldRules.codesMin, percent: 35n },
] as const;

/** The yield that figures show; null where there are too few of them. */
export function measuredYield({
  serviceId,
  countryId,
  codes,
  paidKopecks,
  numberHours,
}: CountedEarnings): MeasuredYield | null {
  const spread = spreads.find(({ fromCodes }) => codes >= fromCodes);
  if (!spread || numberHours < yieldRules.numberDaysMin * 24) return null;
  const milli = (percent: bigint) =>
    Number((BigInt(paidKopecks) * 24_000n * percent) / (BigInt(numberHours) * 100n));
  return {
    serviceId,
    countryId,
    lowMilli: milli(100n - spread.percent),
    highMilli: milli(100n + spread.percent),
  };
}

/** What an owner of modems would like to know. */
type YieldQuestion = {
  readonly ports: number;
  /** The ports are shared evenly among them. */
  readonly countryIds: readonly number[];
  readonly serviceIds: readonly number[];
};

/** Measured figures, and what is taken where there is none. */
export type YieldBasis = { readonly measured: readonly MeasuredYield[]; readonly assumed: Yield };

export type YieldEstimate = {
  readonly dayLowKopecks: number;
  readonly dayHighKopecks: number;
  readonly monthLowKopecks: number;
  readonly monthHighKopecks: number;
  /** Whose figures these are: the product's own, the configured ones, or both. */
  readonly source: "measured" | "assumed" | "mixed";
};

/** What ports earn on a day and in 30 days, rounded down to whole kopecks. Null without a port, country or service. */
export function estimateYield(
  { ports, countryIds, serviceIds }: YieldQuestion,
  { measured, assumed }: YieldBasis,
): YieldEstimate | null {
  if (!Number.isSafeInteger(ports) || ports < 1 || countryIds.length === 0 || serviceIds.length === 0)
    return null;
  const known = new Map(measured.map((one) => [`${one.serviceId}:${one.countryId}`, one]));
  const found = countryIds.flatMap((countryId) =>
    serviceIds.map((serviceId) => known.get(`${serviceId}:${countryId}`)),
  );
  const earn = (end: keyof Yield, days: number) => {
    const milli = found.reduce((sum, one) => sum + BigInt((one ?? assumed)[end]), 0n);
    return Number((milli * BigInt(ports) * BigInt(days)) / (BigInt(countryIds.length) * 1_000n));
  };
  const own = found.filter((one) => one !== undefined).length;
  return {
    dayLowKopecks: earn("lowMilli", 1),
    dayHighKopecks: earn("highMilli", 1),
    monthLowKopecks: earn("lowMilli", yieldRules.monthDays),
    monthHighKopecks: earn("highMilli", yieldRules.monthDays),
    source: own === 0 ? "assumed" : own === found.length ? "measured" : "mixed",
  };
}
