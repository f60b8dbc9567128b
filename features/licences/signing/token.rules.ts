import { createHash, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { tokenMost } from "#features/licences/licences.rules.ts";

/**
 * Signed texts that a program checks without asking us: compact JWS (RFC 7515) with Ed25519 (RFC 8037), as every JWT library reads them.
 * `typ` keeps one sort from being taken for another.
 */
export type TokenType = "licence+jwt" | "device+jwt" | "revoked+jwt";

type Claims = Readonly<Record<string, unknown>>;
export type SigningKey = { readonly kid: string; readonly privateKey: KeyObject };

const encode = (value: Claims) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Signs claims. The same claims under the same key are the same text. */
export function signToken({ kid, privateKey }: SigningKey, typ: TokenType, claims: Claims): string {
  const signed = `${encode({ alg: "EdDSA", typ, kid })}.${encode(claims)}`;
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString("base64url")}`;
}

/** A thumbprint of RFC 7638, as `kidOf` makes them: nothing else names a key of ours, and the database is asked for no other text. */
const KID = /^[\w-]{43}$/;

type ReadToken = {
  readonly kid: string;
  /** Whoever wrote it: nothing of it is so before `isSignedBy` says yes. */
  readonly claims: Claims;
  readonly isSignedBy: (publicKey: KeyObject) => boolean;
};

/** Reads the form of a token of a type; null where it has another one. */
export function readToken(text: string, typ: TokenType): ReadToken | null {
  const [head, body, signature, rest] = text.length > tokenMost ? [] : text.trim().split(".");
  if (!head || !body || !signature || rest !== undefined) return null;
  const header = decode(head);
  const claims = decode(body);
  if (!claims || header?.alg !== "EdDSA" || header.typ !== typ || typeof header.kid !== "string") return null;
  if (!KID.test(header.kid)) return null;
  const bytes = Buffer.from(signature, "base64url");
  return {
    ...{ kid: header.kid, claims },
    isSignedBy: (publicKey) => verify(null, Buffer.from(`${head}.${body}`), publicKey, bytes),
  };
}

function decode(part: string): Claims | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    return value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Claims) : null;
  } catch {
    return null;
  }
}

/** The member `x` of a public key's JWK: its 32 bytes in base64url. */
export function publicBytes(publicKey: KeyObject): string {
  const { x } = publicKey.export({ format: "jwk" });
  if (!x) throw new Error("Not an Ed25519 key");
  return x;
}

/** A public key as it is published (RFC 7517). */
export function jwkOf(kid: string, x: string) {
  return { kty: "OKP", crv: "Ed25519", x, kid, use: "sig", alg: "EdDSA" } as const;
}

/** A published key as one to check with. */
export function publicKeyOf(x: string): KeyObject {
  return createPublicKey({ format: "jwk", key: { kty: "OKP", crv: "Ed25519", x } });
}

/** The thumbprint of RFC 7638: a key's name follows from the key. */
export function kidOf(x: string): string {
  return createHash("sha256").update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest("base64url");
}

/** How a device stands in its token: a program compares it with the hash of its own, and nobody learns it. */
export function deviceClaim(device: string): string {
  return createHash("sha256").update(device).digest("base64url");
}
