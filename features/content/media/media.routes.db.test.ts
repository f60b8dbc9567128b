import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeMediaRoutes } from "#features/content/media/media.routes.ts";
import { keepPictures } from "#features/content/media/picture-store.gateway.ts";
import { guest } from "#lib/api/actor.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
const above = mkdtempSync(path.join(os.tmpdir(), "pictures-"));
const folder = path.join(above, "media");
afterAll(() => rmSync(above, { recursive: true, force: true }));
const api = testApi(db, makeMediaRoutes(folder), async () => guest);
const name = `${"a".repeat(64)}.webp`;
await keepPictures(folder, [{ name, bytes: Buffer.from("a picture") }]);
writeFileSync(path.join(above, "secrets.json"), "secret");

test("a picture is answered to anyone as a picture and nothing else, to be kept for good", async () => {
  const { status, body, headers } = await api.call("GET", `/api/storage/image/${name}`);
  expect([status, body]).toEqual([200, "a picture"]);
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": "image/webp",
    "content-length": "9",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
  });
});

test("a picture from before marks had a width of their own is answered wider in its place, not to be kept for good", async () => {
  const hash = "c".repeat(64);
  const ask = async () => {
    const { status, body, headers } = await api.call("GET", `/api/storage/image/${hash}-96.webp`);
    return [status, status === 200 ? body : null, headers.get("cache-control")];
  };
  expect(await ask()).toEqual([404, null, "no-store"]);
  await keepPictures(folder, [{ name: `${hash}.webp`, bytes: Buffer.from("400 wide") }]);
  expect(await ask()).toEqual([200, "400 wide", "public, max-age=3600"]);
  await keepPictures(folder, [{ name: `${hash}-480.webp`, bytes: Buffer.from("480 wide") }]);
  expect(await ask()).toEqual([200, "480 wide", "public, max-age=3600"]);
  await keepPictures(folder, [{ name: `${hash}-96.webp`, bytes: Buffer.from("a mark") }]);
  expect(await ask()).toEqual([200, "a mark", "public, max-age=31536000, immutable"]);
});

test.each([
  `${"b".repeat(64)}.webp`,
  "17",
  "..%2Fsecrets.json",
  "%2e%2e%2fsecrets.json",
  "..%5csecrets.json",
  "%2Fetc%2Fpasswd",
  `${name}%00`,
  `..%2Fmedia%2F${name}`,
])("at %s there is nothing, and nobody keeps that", async (given) => {
  const { status, body, headers } = await api.call("GET", `/api/storage/image/${given}`);
  // A zero byte is in no text that the API takes, whatever it is for.
  expect(status).toBe(given.endsWith("%00") ? 400 : 404);
  expect(JSON.stringify(body)).not.toContain("secret");
  expect(headers.get("cache-control")).toBe("no-store");
});
