/** Modems tell the signal as AT+CSQ does: 0 to 31, 99 unknown. */
const CSQ_MAX = 31;

/** A signal of AT+CSQ in percent; null where it is unknown or none. */
export function percentOfCsq(csq: number): number | null {
  return csq >= 0 && csq <= CSQ_MAX ? Math.round((csq * 100) / CSQ_MAX) : null;
}
