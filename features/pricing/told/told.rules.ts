/** What a purchase that names no highest price may cost, above the lowest price told for what it asks for. */
export type OpenPrice = {
  readonly tolerancePercent: number;
  /** A price that went or rose still counts as told for so long. */
  readonly toldSeconds: number;
};
