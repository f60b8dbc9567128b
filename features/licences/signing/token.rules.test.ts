import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import {
  deviceClaim,
  jwkOf,
  kidOf,
  publicBytes,
  publicKeyOf,
  readToken,
  signToken,
} from "#features/licences/signing/token.rules.ts";

const pair = generateKeyPairSync("ed25519");
const x = publicBytes(pair.publicKey);
const signing = { kid: kidOf(x), privateKey: pair.privateKey };
const claims = { sub: "tool", jti: "17", exp: 2_000_000_000 };
const token = signToken(signing, "licence+jwt", claims);

test("a signed token is read with the published key alone, and is the same text every time", () => {
  const read = readToken(token, "licence+jwt");
  expect(read).toMatchObject({ kid: signing.kid, claims });
  expect(read?.isSignedBy(publicKeyOf(x))).toBe(true);
  expect(signToken(signing, "licence+jwt", claims)).toBe(token);
});

test("the name of a key is its thumbprint as RFC 8037 has it", () => {
  expect(kidOf("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo")).toBe(
    "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
  );
  expect(jwkOf("kid", x)).toEqual({ kty: "OKP", crv: "Ed25519", x, kid: "kid", use: "sig", alg: "EdDSA" });
});

test("no changed text, other type or other key passes", () => {
  const [head = "", body = "", signature = ""] = token.split(".");
  const other = Buffer.from(JSON.stringify({ ...claims, exp: 9_000_000_000 })).toString("base64url");
  expect(readToken(`${head}.${other}.${signature}`, "licence+jwt")?.isSignedBy(publicKeyOf(x))).toBe(false);
  const stranger = publicKeyOf(publicBytes(generateKeyPairSync("ed25519").publicKey));
  expect(readToken(token, "licence+jwt")?.isSignedBy(stranger)).toBe(false);
  expect(readToken(token, "device+jwt")).toBeNull();
  const unsigned = Buffer.from(JSON.stringify({ alg: "none", typ: "licence+jwt", kid: signing.kid }));
  expect(readToken(`${unsigned.toString("base64url")}.${body}.`, "licence+jwt")).toBeNull();
});

test.each(["", "\u0000", "k".repeat(42), `${signing.kid}\u0000`, `${signing.kid}\n`])(
  "a token that is signed under what is no key's name is read as none: %j",
  (kid) => {
    expect(readToken(signToken({ ...signing, kid }, "licence+jwt", claims), "licence+jwt")).toBeNull();
  },
);

test.each(["", "a", "a.b", "a.b.c", "..", `${token}.x`, "W10.W10.W10", `${token}${"A".repeat(2_000)}`])(
  "what is no token of ours is read as none: %.20s",
  (text) => {
    expect(readToken(text, "licence+jwt")).toBeNull();
  },
);

test("a device stands in a token as a hash that its program can make too", () => {
  expect(deviceClaim("machine-1")).toMatch(/^[\w-]{43}$/);
  expect(deviceClaim("machine-1")).not.toBe(deviceClaim("machine-2"));
});
