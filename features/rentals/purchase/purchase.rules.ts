import { createHash } from "node:crypto";

/** What an idempotency key stands for: the same key with another hash is a fault of the caller. */
export function inputHash(...parts: readonly (string | number | null)[]): string {
  const text = parts.map((part) => part ?? "-").join("|");
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
