export const deviceLimits = {
  /** What a program calls a device. */
  idLeast: 8,
  idMost: 200,
  name: 80,
  /** A device asks again after so many days at the latest: until then it runs without asking. */
  offlineDays: 30,
  /** Days in which devices are counted that took turns. */
  changeDays: 30,
} as const;

/** How many different devices a licence may have had within `changeDays`: places are for moving house, not for sharing by turns. */
export function devicesPerMonth(deviceLimit: number): number {
  return deviceLimit * 3 + 2;
}
