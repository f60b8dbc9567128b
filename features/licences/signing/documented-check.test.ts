import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deviceLimits } from "#features/licences/device-limits.rules.ts";
import { deviceClaim, jwkOf, kidOf, publicBytes, signToken } from "#features/licences/signing/token.rules.ts";

type ReadSigned = (text: string, typ: string, keys: { keys: readonly object[] }) => Promise<object | null>;

const page = readFileSync(path.join(import.meta.dirname, "../../../docs/protocol.md"), "utf8");
const folder = mkdtempSync(path.join(os.tmpdir(), "documented-check-"));
const pair = generateKeyPairSync("ed25519");
const x = publicBytes(pair.publicKey);
const signing = { kid: kidOf(x), privateKey: pair.privateKey };
const published = { keys: [jwkOf("another", kidOf(x)), jwkOf(signing.kid, x)] };
let readSigned: ReadSigned;

afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(async () => {
  const code = /```js\n(\/\*\* What a text says that is signed[\s\S]*?)```/.exec(page)?.[1] ?? "";
  const file = path.join(folder, "read-signed.mjs");
  writeFileSync(file, code);
  ({ readSigned } = await import(/* @vite-ignore */ pathToFileURL(file).href));
});

test("the check that the documentation shows to authors of programs reads our texts with the published keys alone", async () => {
  const claims = { iss: "https://smsden.test", sub: "tool", jti: "17", devices: 2, exp: 4_000_000_000 };
  const key = signToken(signing, "licence+jwt", claims);
  expect(await readSigned(key, "licence+jwt", published)).toEqual(claims);
  const { exp: _exp, ...endless } = claims;
  expect(await readSigned(signToken(signing, "licence+jwt", endless), "licence+jwt", published)).toEqual(
    endless,
  );
  const token = signToken(signing, "device+jwt", { dev: deviceClaim("machine-1") });
  expect(await readSigned(token, "device+jwt", published)).toEqual({ dev: deviceClaim("machine-1") });
});

test("that check takes no changed text, no other kind, no other key and nothing that is over", async () => {
  const sign = (claims: object, key = signing) => signToken(key, "licence+jwt", { sub: "tool", ...claims });
  const key = sign({});
  const [head = "", , signature = ""] = key.split(".");
  const changed = Buffer.from(JSON.stringify({ sub: "another" })).toString("base64url");
  const stranger = { ...signing, privateKey: generateKeyPairSync("ed25519").privateKey };
  for (const [text, typ] of [
    [`${head}.${changed}.${signature}`, "licence+jwt"],
    [key, "device+jwt"],
    [sign({}, stranger), "licence+jwt"],
    [sign({}, { ...signing, kid: "unknown" }), "licence+jwt"],
    [sign({ exp: 1_000_000_000 }), "licence+jwt"],
  ] as const)
    expect(await readSigned(text, typ, published), text).toBeNull();
});

test("the documentation names the limits of devices that are obeyed", () => {
  const { idLeast, idMost, offlineDays, changeDays } = deviceLimits;
  for (const words of [
    `\`device\` is ${idLeast} to ${idMost} characters`,
    `${offlineDays} days away at most`,
    `too many different devices in ${changeDays} days`,
  ])
    expect(page).toContain(words);
});
