import { sha256 } from "@noble/hashes/sha2.js";
import type { DeriveKeyFunction } from "altcha-lib";

/** Seconds in which a proof must come back. */
export const CHALLENGE_LIFETIME_SECONDS = 600;
/** Hash rounds per guess. */
export const CHALLENGE_COST = 10;
/** Guesses a proof of level 0 needs: about half a second on a desktop, two on a phone. Each level doubles them. */
export const CHALLENGE_GUESSES = { least: 10_000, most: 30_000 } as const;
/** The hardest work: half a minute or so on a desktop, two minutes on a phone. */
export const WORK_LEVEL_MAX = 6;
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
