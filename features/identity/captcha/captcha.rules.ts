import { sha256 } from "@noble/hashes/sha2.js";
import { type DeriveKeyFunction, type Payload, solveChallenge } from "altcha-lib";
import { z } from "zod";
import { monotonicMs } from "#lib/clock.ts";

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

/** The hardest work may take so long before the browser gives up. */
const SOLVING_MS = (CHALLENGE_LIFETIME_SECONDS - 120) * 1_000;
/** Longest stretch of guessing before the page may draw and take input again. */
const STRETCH_MS = 12;

/**
 * Solves a proof of work and writes the answer as the API takes it; the page stays usable meanwhile.
 * Null when it was stopped or took too long.
 */
export async function solveProofOfWork(
  challenge: Payload["challenge"],
  controller?: AbortController,
): Promise<string | null> {
  let stretchBeganMs = monotonicMs();
  const politely: DeriveKeyFunction = async (...guess) => {
    if (monotonicMs() - stretchBeganMs > STRETCH_MS) {
      await new Promise((resolve) => setTimeout(resolve));
      stretchBeganMs = monotonicMs();
    }
    return deriveKey(...guess);
  };
  const solution = await solveChallenge({ challenge, deriveKey: politely, controller, timeout: SOLVING_MS });
  return solution ? btoa(JSON.stringify({ challenge, solution })) : null;
}

const Answer = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      expiresAt: z.number(),
      data: z.object({ level: z.number().int().min(0).max(WORK_LEVEL_MAX) }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string(), time: z.number().optional() }),
});

/** Reads an answer back; null for anything that is not one. */
export function readAnswer(text: string): z.output<typeof Answer> | null {
  try {
    return Answer.safeParse(JSON.parse(atob(text))).data ?? null;
  } catch {
    return null;
  }
}
