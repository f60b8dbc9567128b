import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { gzipOnce } from "#lib/http/gzip-once.ts";

it("the same bytes are packed once, whoever takes them", async () => {
  const bytes = new TextEncoder().encode("a price list ".repeat(10_000));
  const [first, second] = await Promise.all([gzipOnce(bytes), gzipOnce(bytes)]);
  expect(second).toBe(first);
  expect(await gzipOnce(bytes)).toBe(first);
  expect(Buffer.from(gunzipSync(first as Uint8Array)).equals(bytes)).toBe(true);
  expect(gzipOnce(bytes.slice())).not.toBe(gzipOnce(bytes));
});

it("a short answer is not packed", () => {
  expect(gzipOnce(new Uint8Array(100))).toBeNull();
});
