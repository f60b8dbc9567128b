/** What the first screen tells strangers about the last `metricDays` days; null where there is too little to say it by. */
export type PublicFigures = {
  /** Of a hundred numbers so many got a code, in whole percent, rounded down: never more than was so. */
  readonly deliveryPercent: number | null;
  /** Half of the codes came within so many seconds. */
  readonly medianSeconds: number | null;
  /** The lowest retail price of a number that is on sale; null while nothing is. */
  readonly lowestKopecks: number | null;
};

/** From so many numbers on, a share of them is told to everybody; the median needs half as many codes. */
export const publicSample = 200;

type Counted = {
  readonly purchases: number;
  readonly successes: number;
  readonly medianSeconds: number | null;
  readonly lowestKopecks: number | null;
};

/** What may be told of what was counted. */
export function toPublicFigures({
  purchases,
  successes,
  medianSeconds,
  lowestKopecks,
}: Counted): PublicFigures {
  return {
    deliveryPercent: purchases < publicSample ? null : Math.floor((successes * 100) / purchases),
    medianSeconds: successes < publicSample / 2 ? null : medianSeconds,
    lowestKopecks,
  };
}
