import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { requireEnv } from "#lib/env.ts";

const KEY_ID = "k1";

let cachedKey: Buffer | undefined;

function dataKey(): Buffer {
  if (!cachedKey) {
    const key = Buffer.from(requireEnv("DATA_KEY"), "base64");
    if (key.length !== 32) throw new Error("Setting DATA_KEY must be 32 bytes in base64.");
    cachedKey = key;
  }
  return cachedKey;
}

/** Encrypts a short text for storage (AES-256-GCM). The answer is `k1.<iv>.<tag>.<data>` in base64url. */
export function seal(plain: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", dataKey(), iv);
  const data = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return [
    KEY_ID,
    iv.toString("base64url"),
    cipher.getAuthTag().toString("base64url"),
    data.toString("base64url"),
  ].join(".");
}

/** Reads what `seal` wrote. Throws when the text was changed or the key is another. */
export function unseal(sealed: string): string {
  const [keyId, iv, tag, data] = sealed.split(".");
  if (keyId !== KEY_ID || !iv || !tag || data === undefined)
    throw new Error("Sealed text has an unknown form");
  const decipher = createDecipheriv("aes-256-gcm", dataKey(), Buffer.from(iv, "base64url"));
  decipher.setAuthTag(Buffer.from(tag, "base64url"));
  return Buffer.concat([decipher.update(Buffer.from(data, "base64url")), decipher.final()]).toString("utf8");
}
