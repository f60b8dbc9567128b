import { isFullProof, proofSeed } from "#lib/testing/proof.ts";

/** At which points the short form begins: many runs meet them all. */
const seed = proofSeed("CRASH_SEED");

/** Every point in the whole proof; so many of them, by turns of the seed, in the short form. */
export function pointsOfRun<T>(points: readonly T[], inShort: number): T[] {
  if (isFullProof) return [...points];
  const first = seed % points.length;
  return [...points.slice(first), ...points.slice(0, first)].slice(0, inShort);
}

/** How many of these kills are at their point at least: a short form may have drawn those alone that are not always passed. */
export function hitsOfRun(points: number): number {
  return isFullProof ? points / 2 : 0;
}
