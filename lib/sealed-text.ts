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
  return encrypt(dataKey(), Buffer.from(plain, "utf8"));
}

/** Reads what `seal` wrote. Throws when the text was changed or the key is another. */
export function unseal(sealed: string): string {
  return decrypt(dataKey(), sealed).toString("utf8");
}

/** A text under a key of its own; that key stands beside it under DATA_KEY. Whoever removes the key removes the text for good. */
export type OwnKeyed = { readonly sealedKey: string; readonly sealedText: string };

/** Encrypts a text with a key made for it alone. `label` says what it is of: the text is not readable under another label. */
export function sealWithOwnKey(plain: string, label: Buffer): OwnKeyed {
  const key = randomBytes(32);
  return {
    sealedKey: encrypt(dataKey(), key, label),
    sealedText: encrypt(key, Buffer.from(plain, "utf8"), label),
  };
}

/** Reads what `sealWithOwnKey` wrote. Throws when text, key or label were changed. */
export function unsealWithOwnKey({ sealedKey, sealedText }: OwnKeyed, label: Buffer): string {
  return decrypt(decrypt(dataKey(), sealedKey, label), sealedText, label).toString("utf8");
}

function encrypt(key: Buffer, plain: Buffer, label?: Buffer): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  if (label) cipher.setAAD(label);
  const data = Buffer.concat([cipher.update(plain), cipher.final()]);
  return [
    KEY_ID,
    iv.toString("base64url"),
    cipher.getAuthTag().toString("base64url"),
    data.toString("base64url"),
  ].join(".");
}

function decrypt(key: Buffer, sealed: string, label?: Buffer): Buffer {
  const [keyId, iv, tag, data] = sealed.split(".");
  if (keyId !== KEY_ID || !iv || !tag || data === undefined)
    throw new Error("Sealed text has an unknown form");
  const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(iv, "base64url"));
  decipher.setAuthTag(Buffer.from(tag, "base64url"));
  if (label) decipher.setAAD(label);
  return Buffer.concat([decipher.update(Buffer.from(data, "base64url")), decipher.final()]);
}
