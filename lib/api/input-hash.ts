import { createHash } from "node:crypto";

/**
 * What an idempotency key stands for: the operation and everything that it was told. The same key with another hash is a
 * fault of the caller. A part that must not be guessed from the hash is handed in as a keyed hash (lib/keyed-hash.ts).
 */
export function inputHash(operation: string, ...told: readonly unknown[]): string {
  return createHash("sha256")
    .update(JSON.stringify([operation, ...told]))
    .digest("base64url")
    .slice(0, 22);
}
