import { sha256 } from "@noble/hashes/sha2.js";
import { type DeriveKeyFunction, type Payload, solveChallenge } from "altcha-lib";

/** Seconds in which a proof must come back. */
export const CHALLENGE_LIFETIME_SECONDS = 600;
/** Hash rounds per guess. */
export const CHALLENGE_COST = 10;
/** Guesses a proof needs: about half a second on a desktop, two on a phone. */
export const CHALLENGE_GUESSES = { least: 10_000, most: 30_000 } as const;
export const CHALLENGE_ALGORITHM = "SHA-256";

/**
 * The work of one guess. Written on a plain SHA-256, since browsers hide WebCrypto on pages that are neither https
 * nor localhost, and there the form must work too.
 */
export const deriveKey: DeriveKeyFunction = async (parameters, salt, password) => {
  const first = new Uint8Array(salt.length + password.length);
  first.set(salt);
  first.set(password, salt.length);
  let derivedKey = sha256(first);
  for (let round = 1; round < parameters.cost; round += 1) derivedKey = sha256(derivedKey);
  return { derivedKey: derivedKey.subarray(0, parameters.keyLength) };
};

/** Solves a proof of work and writes the answer as the API takes it. Null when it was stopped or took too long. */
export async function solveProofOfWork(
  challenge: Payload["challenge"],
  controller?: AbortController,
): Promise<string | null> {
  const solution = await solveChallenge({ challenge, deriveKey, controller, timeout: 60_000 });
  return solution ? btoa(JSON.stringify({ challenge, solution })) : null;
}

/** Reads an answer back; null for anything that is not one. */
export function readAnswer(text: string): Payload | null {
  try {
    const answer = JSON.parse(atob(text)) as Partial<Payload> | null;
    if (typeof answer?.challenge?.parameters !== "object" || typeof answer.solution?.counter !== "number")
      return null;
    return answer as Payload;
  } catch {
    return null;
  }
}
