import { execFile } from "node:child_process";
import { createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { makeOpenId } from "#features/identity/social/gateway/openid.gateway.ts";
import { nowMs } from "#lib/clock.ts";
import { childEnvironment } from "#lib/tooling/child-environment.ts";
import { openIdClient } from "#lib/tooling/journeys/openid-client.ts";

const pairs = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
const issuers = pairs();
const forgers = pairs();
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A signed id token; `head` may say anything, as a forger's does. */
function signed(claims: object, key: KeyObject, head: object = {}): string {
  const text = `${encoded({ alg: "RS256", kid: "own", ...head })}.${encoded(claims)}`;
  return `${text}.${sign("sha256", Buffer.from(text), key).toString("base64url")}`;
}

/** An issuer whose description and keys are its own and whose token endpoint answers `idToken`: as if somebody stood in between. */
let idToken = "";
const server = createServer((request, response) => {
  const jwk = issuers.publicKey.export({ format: "jwk" });
  const answers: Record<string, object> = {
    "/.well-known/openid-configuration": {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      // What it allows does not help a forger either.
      id_token_signing_alg_values_supported: ["RS256", "HS256", "none"],
    },
    "/keys": { keys: [{ ...jwk, kid: "own", alg: "RS256", use: "sig" }] },
    "/token": { access_token: "x", token_type: "Bearer", expires_in: 60, id_token: idToken },
  };
  const answer = answers[request.url ?? ""];
  response.writeHead(answer ? 200 : 404, { "content-type": "application/json" });
  response.end(JSON.stringify(answer ?? {}));
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const gateway = makeOpenId({ id: "oidc", name: "Example", issuer, ...openIdClient });
const trip = { state: "s".repeat(43), nonce: "n".repeat(43), verifier: "v".repeat(43), beganAt: new Date(0) };

function claimsOf(subject: string) {
  const iat = Math.floor(nowMs() / 1_000);
  const person = { sub: subject, email: `${subject}@example.com`, email_verified: true };
  return { iss: issuer, aud: openIdClient.clientId, nonce: trip.nonce, iat, exp: iat + 60, ...person };
}

function read(token: string) {
  idToken = token;
  return gateway.read({ query: `code=x&state=${trip.state}`, fragment: "" }, trip);
}

test("an id token that its issuer has signed names the account", async () => {
  expect(await read(signed(claimsOf("ada"), issuers.privateKey))).toMatchObject({ issuer, subject: "ada" });
});

test("an id token without its issuer's signature names nobody, whatever it says of its key and algorithm", async () => {
  const claims = claimsOf("victim");
  const [head, , signature] = signed(claimsOf("mallory"), issuers.privateKey).split(".");
  const bare = (alg: string) => `${encoded({ alg, kid: "own" })}.${encoded(claims)}`;
  const hmac = (key: string) => createHmac("sha256", key).update(bare("HS256")).digest("base64url");
  const publicPem = issuers.publicKey.export({ type: "spki", format: "pem" }).toString();
  const forged: Record<string, string> = {
    "another key": signed(claims, forgers.privateKey),
    "an unknown key's id": signed(claims, forgers.privateKey, { kid: "forger" }),
    "a key that it brings along": signed(claims, forgers.privateKey, {
      kid: "forger",
      jwk: forgers.publicKey.export({ format: "jwk" }),
    }),
    "claims of another token": `${head}.${encoded(claims)}.${signature}`,
    "no signature": `${bare("RS256")}.`,
    "alg none": `${bare("none")}.`,
    "the public key as a secret": `${bare("HS256")}.${hmac(publicPem)}`,
    "the client's secret": `${bare("HS256")}.${hmac(openIdClient.secret)}`,
  };
  for (const [what, token] of Object.entries(forged)) expect([what, await read(token)]).toEqual([what, null]);
});

test("an issuer that is reached by plain http is refused, except on this machine", async () => {
  const start = (OIDC_ISSUER: string) =>
    promisify(execFile)(process.execPath, ["--input-type=module", "-e", "await import('#lib/env.ts')"], {
      env: childEnvironment({ NODE_ENV: "test", OIDC_ISSUER }),
    }).then(
      () => "starts",
      ({ stderr }: { stderr: string }) => /Setting OIDC_ISSUER is wrong: .*/.exec(stderr)?.[0],
    );
  for (const wrong of [
    "http://issuer.example",
    "http://localhost.example",
    "http://127.0.0.1@issuer.example",
  ]) {
    expect(await start(wrong)).toMatch("an issuer is reached by https");
  }
  for (const right of ["https://issuer.example", "http://127.0.0.1:8080", "http://localhost/realms/a"]) {
    expect(await start(right)).toBe("starts");
  }
  const elsewhere = makeOpenId({ id: "oidc", name: "x", issuer: "http://issuer.example", ...openIdClient });
  await expect(elsewhere.begin(trip)).rejects.toThrow();
});
