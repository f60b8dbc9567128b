import { appendFileSync } from "node:fs";

/**
 * The long proofs come in two lengths. `npm run prove` runs them whole and keeps their figures; every other run takes a short
 * form of them with a seed of its own, so that many runs see what one does not.
 */
export const isFullProof = process.env.PROOF_LENGTH === "whole";

/**
 * The seed of this run: given by hand to repeat one (`variable` names it), else that of `npm run verify` (a failed file that is run once
 * more lives the same again), else another one every time.
 */
export function proofSeed(variable: string): number {
  return Number(
    process.env[variable] || process.env.PROOF_SEED || Math.floor(performance.timeOrigin) % 2_147_483_647,
  );
}

/** Keeps figures of a whole proof for the table that `npm run prove` writes; without such a run nothing is kept. */
export function recordFigures(proof: string, figures: Readonly<Record<string, string | number>>): void {
  const file = process.env.PROOF_FIGURES;
  if (file) appendFileSync(file, `${JSON.stringify({ proof, figures })}\n`);
}
