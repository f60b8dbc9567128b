import { createHash } from "node:crypto";

/** What an idempotency key stands for: the operation and everything it was told. */
export function inputHash(operation: string, params: unknown, body: unknown): string {
  const told = JSON.stringify([operation, params, body ?? null]);
  return createHash("sha256").update(told).digest("base64url").slice(0, 22);
}
