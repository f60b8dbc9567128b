import { createHash, createHmac } from "node:crypto";
import { createChallenge, randomInt, verifySolution } from "altcha-lib";
import { z } from "zod";
import {
  CHALLENGE_ALGORITHM,
  CHALLENGE_COST,
  CHALLENGE_GUESSES,
  CHALLENGE_LIFETIME_SECONDS,
  deriveKey,
  WORK_LEVEL_MAX,
} from "#features/identity/captcha/captcha.rules.ts";
import type { CaptchaGateway } from "#features/identity/captcha/gateway/captcha.gateway.ts";
import { nowMs } from "#lib/clock.ts";
import { env, requireEnv } from "#lib/env.ts";

function secrets() {
  const derive = (use: string) => createHmac("sha256", requireEnv("AUTH_SECRET")).update(use).digest("hex");
  return { hmacSignatureSecret: derive("captcha-challenge"), hmacKeySignatureSecret: derive("captcha-key") };
}

/** Guesses of a new challenge of a level; a hundredth under test, where the work is real but not the point. */
function guesses(level: number): number {
  const share = (env.NODE_ENV === "test" ? 0.01 : 1) * 2 ** level;
  return randomInt(CHALLENGE_GUESSES.least * share, CHALLENGE_GUESSES.most * share);
}

/** Self-hosted captcha: the browser pays with work, half a second of it at level 0; nobody is asked or tracked. */
export const proofOfWork: CaptchaGateway = {
  async task(level) {
    const { parameters, signature } = await createChallenge({
      ...secrets(),
      algorithm: CHALLENGE_ALGORITHM,
      cost: CHALLENGE_COST,
      counter: guesses(level),
      data: { level },
      expiresAt: Math.floor(nowMs() / 1000) + CHALLENGE_LIFETIME_SECONDS,
      deriveKey,
    });
    return { provider: "proof-of-work", challenge: { parameters: { ...parameters }, signature } };
  },
  async check(answerText) {
    const answer = readAnswer(answerText);
    if (!answer) return { isSolved: false };
    const { nonce, expiresAt, data } = answer.challenge.parameters;
    try {
      const { verified } = await verifySolution({
        ...secrets(),
        challenge: answer.challenge,
        solution: answer.solution,
        deriveKey,
      });
      if (!verified) return { isSolved: false };
    } catch {
      // altcha-lib throws on parameters of a wrong type; they are the caller's.
      return { isSolved: false };
    }
    const once = createHash("sha256").update(nonce).digest();
    return { isSolved: true, level: data.level, once, expiresAtSeconds: expiresAt };
  },
};

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
function readAnswer(text: string): z.output<typeof Answer> | null {
  try {
    return Answer.safeParse(JSON.parse(atob(text))).data ?? null;
  } catch {
    return null;
  }
}
