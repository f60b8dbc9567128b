/** A public key as it is published: a JWK of Ed25519. */
type PublishedKey = {
  readonly kid: string;
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
};

/**
 * What a signed text (a compact JWS) says, to a program that has nothing but the text and the published keys: by Web Crypto, which browsers
 * have, too, and by nothing of ours. Null where none of the keys signed it.
 */
export async function readSigned(
  text: string,
  keys: readonly PublishedKey[],
): Promise<Record<string, unknown> | null> {
  const [head = "", body = "", signature = ""] = text.split(".");
  const parse = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
  const jwk = keys.find(({ kid }) => kid === parse(head).kid);
  if (!jwk) return null;
  const { kty, crv, x } = jwk;
  const key = await crypto.subtle.importKey("jwk", { kty, crv, x }, "Ed25519", false, ["verify"]);
  const bytes = Buffer.from(signature, "base64url");
  const isGood = await crypto.subtle.verify("Ed25519", key, bytes, Buffer.from(`${head}.${body}`));
  return isGood ? parse(body) : null;
}

/** The same text with a member that says something else, below the old signature. */
export function alterSigned(text: string, members: Readonly<Record<string, unknown>>): string {
  const [head = "", body = "", signature = ""] = text.split(".");
  const said = { ...JSON.parse(Buffer.from(body, "base64url").toString()), ...members };
  return [head, Buffer.from(JSON.stringify(said)).toString("base64url"), signature].join(".");
}
