import { createHmac, hkdfSync } from "node:crypto";
import { requireEnv } from "#lib/env.ts";

const keys = new Map<string, Buffer>();

function keyFor(purpose: string): Buffer {
  let key = keys.get(purpose);
  if (!key) {
    const root = Buffer.from(requireEnv("DATA_KEY"), "base64");
    key = Buffer.from(hkdfSync("sha256", root, "", purpose, 32));
    keys.set(purpose, key);
  }
  return key;
}

/**
 * HMAC-SHA256 of a text with a key of its own for every purpose, derived from DATA_KEY: who reads the stored hashes can try
 * nothing against them without that key.
 */
export function keyedHash(purpose: string, text: string): Buffer {
  return createHmac("sha256", keyFor(purpose)).update(text).digest();
}
