import { type DeriveKeyFunction, type Payload, solveChallenge } from "altcha-lib";
import { CHALLENGE_LIFETIME_SECONDS, deriveKey } from "#features/identity/captcha/captcha.rules.ts";
import { monotonicMs } from "#lib/clock.ts";

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
