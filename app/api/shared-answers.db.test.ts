import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { createApiApp } from "#app/api/api-app.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { forgetPolicy } from "#features/policy/policy.reads.ts";
import { blockSale, seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { forgetShared } from "#lib/api/shared-answers.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
const app = createApiApp(db);
const COUNTRY = 6;
let requests = 0;

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  const offer = { count: 10, priceKopecks: 1_000, costKopecks: 500 };
  for (let countryId = 1; countryId <= 60; countryId += 1)
    if (countryId !== 2) await givenOffer(db, { ...offer, countryId }).catch(() => {});
});

/** Each from a network of its own. */
async function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  requests += 1;
  const facts = { requestId: "test", ip: `10.2.${requests >> 8}.${requests & 255}` };
  return app.fetch(new Request(`http://localhost/api${path}`, { headers }), facts);
}

/** Lists that every stranger gets alike, as they are asked for. */
const lists = [
  "/country",
  "/service",
  "/country/get-prices/52",
  `/service/get-prices/${COUNTRY}`,
  "/v1/services",
  "/v1/countries",
  "/v1/offers?service=tg",
  "/prices/export?service=telegram",
];

describe.each(lists)("%s", (path) => {
  it("is made once for all who ask, in each language", async () => {
    forgetShared(db);
    const first = await (await get(path)).text();
    const asked = vi.spyOn(db, "query");
    const answers = await Promise.all(Array.from({ length: 30 }, async () => (await get(path)).text()));
    // Policy and catalogue are looked at again every second or so, and prices are.
    expect(asked.mock.calls.length).toBeLessThan(8);
    asked.mockRestore();
    expect(new Set(answers)).toEqual(new Set([first]));
    expect((await get(path, { "x-user-locale": "ru" })).status).toBe(200);
  });

  it("is sent packed to who takes that, by a mark of its own, and not again to who has it", async () => {
    const plain = await get(path);
    const text = await plain.arrayBuffer();
    const packed = await get(path, { "accept-encoding": "gzip, br" });
    const [mark, packedMark] = [plain.headers.get("etag"), packed.headers.get("etag")];
    if (text.byteLength >= 2_000) {
      expect(packed.headers.get("content-encoding")).toBe("gzip");
      expect(gunzipSync(Buffer.from(await packed.arrayBuffer()))).toEqual(Buffer.from(text));
      expect(packedMark).not.toBe(mark);
    } else expect(packedMark).toBe(mark);
    expect(plain.headers.get("vary")).toContain("accept-encoding");
    for (const [etag, headers] of [
      [mark, {}],
      [packedMark, { "accept-encoding": "gzip" }],
    ] as const) {
      const again = await get(path, { ...headers, "if-none-match": String(etag) });
      expect([again.status, await again.text()]).toEqual([304, ""]);
    }
  });
});

it("lists that are long enough are sent packed", async () => {
  for (const path of ["/country", "/v1/services", "/v1/countries", "/country/get-prices/52"])
    expect((await get(path, { "accept-encoding": "gzip" })).headers.get("content-encoding"), path).toBe(
      "gzip",
    );
});

it("a shared list changes as soon as the policy does", async () => {
  const names = async () => (await get("/v1/countries")).text();
  expect(await names()).toContain("Indonesia");
  await withTransaction(db, (tx) =>
    blockSale(tx, {
      countryId: COUNTRY,
      effect: "deny",
      reasonCode: "KILL_SWITCH",
      reasonText: "test",
      actor: "test",
    }),
  );
  forgetPolicy(db);
  expect(await names()).not.toContain("Indonesia");
});

it("who has prices of their own gets those, and no cache but their own keeps the address", async () => {
  const { userId, key } = await givenApiBuyer(db, 0);
  const path = `/country/get-prices/52?user=${userId}`;
  const own = await get(path, { authorization: `Bearer ${key}` });
  expect([own.status, own.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
  expect((await get(path)).headers.get("cache-control")).toBe("private, no-cache");
});

it.each(["/service/get-prices/10?query=tele", "/prices/export?service=telegram&q=indo"])(
  "what people type is not remembered: %s",
  async (path) => {
    const asked = vi.spyOn(db, "query");
    for (let call = 0; call < 5; call += 1) expect((await get(path)).status).toBe(200);
    expect(asked.mock.calls.length).toBeGreaterThanOrEqual(5);
    asked.mockRestore();
  },
);
