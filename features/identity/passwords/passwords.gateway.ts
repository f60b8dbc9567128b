import { hash, verify } from "@node-rs/argon2";
import { normalisePassword } from "#features/identity/passwords.rules.ts";

/** OWASP's figures for Argon2id: 19 MiB, two passes, one lane. The library's default algorithm is Argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A hash of nothing anyone knows, made once with the same cost: an unknown address takes as long as a known one. */
let strangersHash: Promise<string> | undefined;

/** Argon2id hash of a password in the PHC text form. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalisePassword(password), COST);
}

/** Compares a password with a hash; with null it does the same work and answers false. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  strangersHash ??= hash(crypto.randomUUID(), COST);
  const isRight = await verify(passwordHash ?? (await strangersHash), normalisePassword(password));
  return isRight && passwordHash !== null;
}
