import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { resolveActor } from "#features/identity/sessions/sessions.routes.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { everything, readStatement } from "#features/ledger/statement/statement.reads.ts";
import { givenAgent, givenProduct } from "#features/licences/licences.factory.ts";
import { licenceRoutes } from "#features/licences/licences.routes.ts";
import { findProductOnSale } from "#features/licences/products/products.reads.ts";
import { addVersion, stepProduct, withdrawVersion } from "#features/licences/products/products.writes.ts";
import { licenceStatementSource } from "#features/licences/statement.reads.ts";
import type { UserId } from "#lib/api/actor.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { moveClock, resetClock } from "#lib/testing/move-clock.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const api = testApi(db, licenceRoutes, resolveActor);

async function givenBuyer(balanceKopecks = 10_000): Promise<{ userId: UserId; cookie: string }> {
  const { userId } = await givenApiBuyer(db, balanceKopecks);
  return { userId, cookie: (await openSession(db, { userId, ip: "192.0.2.1", userAgent: "" })).token };
}
function post(cookie: string, path: string, body: object, key: string = randomUUID()) {
  return api.call("POST", `/api/licences${path}`, { cookie, body, headers: { "idempotency-key": key } });
}
const get = (cookie: string, path: string) => api.call("GET", `/api/licences${path}`, { cookie });
const version = (url: string) => ({ version: "1.0", notes: "The first one", url, sha256: "a".repeat(64) });

describe("software on sale", () => {
  it("is listed for everybody with its versions, and without where their files lie", async () => {
    const { productId, code } = await givenProduct(db, { termDays: null });
    await withTransaction(db, (tx) =>
      addVersion(tx, productId, version("https://files.example/secret-place")),
    );
    const draft = await givenProduct(db);
    await withTransaction(db, (tx) => stepProduct(tx, draft.productId, "stop"));
    const { body, status } = await api.call("GET", "/api/licences/products");
    expect(status).toBe(200);
    expect(body.map(({ id }: { id: number }) => id)).not.toContain(draft.productId);
    expect(body.find(({ id }: { id: number }) => id === productId)).toEqual({
      ...{ id: productId, code, name: "Bulk sender", softwareType: "Automation" },
      ...{ description: "Sends what it is told.", priceKopecks: 1_000, termDays: null, deviceLimit: 2 },
      versions: [
        {
          ...{ id: expect.any(Number), version: "1.0", notes: "The first one", sha256: "a".repeat(64) },
          publishedAt: expect.any(String),
        },
      ],
    });
    expect(JSON.stringify(body)).not.toContain("secret-place");
  });
});

describe("what somebody tops up for who wants a licence", () => {
  it("is a product on sale with its price, and nothing once it is off sale", async () => {
    const { productId } = await givenProduct(db);
    expect(await findProductOnSale(db, productId)).toEqual({ name: "Bulk sender", priceKopecks: 1_000 });
    await withTransaction(db, (tx) => stepProduct(tx, productId, "stop"));
    expect(await findProductOnSale(db, productId)).toBeNull();
    expect(await findProductOnSale(db, 999_999_999_999_999)).toBeNull();
  });
});

describe("a bought licence", () => {
  it("is answered with its key, the same again under its idempotency key, and stands in the own list", async () => {
    const { productId } = await givenProduct(db);
    const { cookie } = await givenBuyer();
    const key = randomUUID();
    const bought = await post(cookie, "", { productId, maxPriceKopecks: 1_000 }, key);
    expect([bought.status, bought.body.state]).toEqual([201, "valid"]);
    const again = await post(cookie, "", { productId, maxPriceKopecks: 1_000 }, key);
    expect([again.body, again.headers.get("idempotency-replayed")]).toEqual([bought.body, "true"]);
    expect((await get(cookie, "")).body).toEqual({ licences: [bought.body], nextCursor: null });
    expect((await get(cookie, `/own/${bought.body.id}`)).body).toEqual(bought.body);
  });

  it("is nobody else's: neither shown, renewed nor downloaded by another account", async () => {
    const { productId } = await givenProduct(db);
    const { cookie } = await givenBuyer();
    const { body } = await post(cookie, "", { productId });
    const other = (await givenBuyer()).cookie;
    expect((await get(other, "")).body.licences).toEqual([]);
    expect((await get(other, `/own/${body.id}`)).status).toBe(404);
    expect((await get(other, `/own/${body.id}/versions/1/file`)).status).toBe(404);
    expect((await post(other, `/own/${body.id}/renew`, {})).status).toBe(404);
    expect((await post(other, `/own/${body.id}/devices/1/release`, {})).status).toBe(404);
  });

  it("is refused to guests, and without the money in the reader's language", async () => {
    const { productId } = await givenProduct(db);
    const headers = { "idempotency-key": randomUUID() };
    expect((await api.call("POST", "/api/licences", { body: { productId }, headers })).status).toBe(401);
    const { body, status } = await post((await givenBuyer(999)).cookie, "", { productId });
    expect([status, body.error.code, body.error.message]).toEqual([402, "NO_BALANCE", "Insufficient funds"]);
  });

  it("leads its owner to the file of a version while it is good and the version is published", async () => {
    const { productId } = await givenProduct(db, { termDays: 1 });
    const url = "https://files.example/tool-1.0.zip";
    const added = await withTransaction(db, (tx) => addVersion(tx, productId, version(url)));
    const foreign = await givenProduct(db);
    const other = await withTransaction(db, (tx) => addVersion(tx, foreign.productId, version(url)));
    const { cookie } = await givenBuyer();
    const { body } = await post(cookie, "", { productId });
    const fetchFile = (versionId: number) => get(cookie, `/own/${body.id}/versions/${versionId}/file`);
    const led = await fetchFile(added.id);
    expect([led.status, led.headers.get("location")]).toEqual([302, url]);
    expect((await fetchFile(other.id)).body.error.code).toBe("LICENCE_VERSION_NOT_FOUND");
    await moveClock(owner, "2 days");
    try {
      expect((await fetchFile(added.id)).body.error.code).toBe("LICENCE_EXPIRED");
    } finally {
      await resetClock(owner);
    }
    await withTransaction(db, (tx) => withdrawVersion(tx, productId, added.id));
    expect((await fetchFile(added.id)).body.error.code).toBe("LICENCE_VERSION_NOT_FOUND");
  });

  it("stands in the statement with its product, bought and renewed", async () => {
    const { productId } = await givenProduct(db, { name: "Night sender" });
    const { cookie, userId } = await givenBuyer();
    const { body } = await post(cookie, "", { productId });
    const renewed = await post(cookie, `/own/${body.id}/renew`, { maxPriceKopecks: 1_000 });
    expect([renewed.status, renewed.body.paidKopecks]).toEqual([200, 2_000]);
    const { lines } = await readStatement(db, [licenceStatementSource], {
      ...{ userId, balance: "user", locale: "en", before: null, limit: 10 },
      period: { from: null, to: null, timeZone: "UTC" },
      filter: { ...everything, kind: "licence" },
    });
    expect(lines.map(({ number, reasonText, amountKopecks }) => [number, reasonText, amountKopecks])).toEqual(
      [
        [String(body.id), "the licence was renewed", 1_000],
        [String(body.id), "the licence was bought", 1_000],
      ],
    );
    expect(lines[0]).toMatchObject({
      ...{ kindText: "Software licence", page: "/profile/software" },
      subject: { title: "Night sender", detail: "Automation" },
    });
  });
});

describe("a program", () => {
  /** As programs call: no cookie and no word of where it comes from. */
  const program = (path: string, body: object) =>
    api.call("POST", `/api/licences${path}`, { body, headers: { origin: "", "sec-fetch-site": "" } });

  it("activates, asks and gives its place back with the key alone, and stops at the device limit", async () => {
    const { productId } = await givenProduct(db, { deviceLimit: 1 });
    const { cookie } = await givenBuyer();
    const { body: licence } = await post(cookie, "", { productId });
    const on = (device: string) => ({ key: licence.key, device });
    const activated = await program("/activate", { ...on("machine-one"), name: "Office" });
    expect([activated.status, activated.body.deviceCount, activated.body.isActivated]).toEqual([
      200,
      1,
      true,
    ]);
    const full = await program("/activate", on("machine-two"));
    expect([full.status, full.body.error.code]).toEqual([409, "LICENCE_DEVICES_FULL"]);
    expect((await program("/verify", on("machine-one"))).body).toMatchObject({
      state: "valid",
      isActivated: true,
    });
    const [device] = (await get(cookie, `/own/${licence.id}`)).body.devices;
    expect(device).toMatchObject({ name: "Office" });
    const released = await post(cookie, `/own/${licence.id}/devices/${device.id}/release`, {});
    expect(released.body.devices).toEqual([]);
    await program("/activate", on("machine-two"));
    expect((await program("/release", on("machine-two"))).body).toMatchObject({ deviceCount: 0 });
    expect((await program("/verify", { key: "none of ours" })).body.state).toBe("unknown");
  });

  it("finds the public keys and the signed list of what was revoked", async () => {
    const { productId } = await givenProduct(db);
    await post((await givenBuyer()).cookie, "", { productId });
    const { body: published } = await api.call("GET", "/api/licences/keys");
    expect(published.keys).toEqual([
      {
        kty: "OKP",
        crv: "Ed25519",
        use: "sig",
        alg: "EdDSA",
        x: expect.any(String),
        kid: expect.any(String),
      },
    ]);
    const { body } = await api.call("GET", "/api/licences/revoked");
    expect(body).toEqual({ revoked: [], token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) });
  });
});

describe("an agent", () => {
  it("accepts the agreement, sells by its link and finds share and sales, and the share stands in the statement", async () => {
    const agent = await givenAgent(db);
    const cookie = (await openSession(db, { userId: agent.userId, ip: "192.0.2.1", userAgent: "" })).token;
    const { body: standing } = await get(cookie, "/agent");
    expect(standing).toMatchObject({ shareBasisPoints: 1_000, salesCount: 0 });
    expect(standing.link).toMatch(new RegExp(`/profile/software\\?agent=${agent.code}$`));
    const { version } = standing.agreement;
    expect((await post(cookie, "/agent/agreement", { version })).status).toBe(200);
    expect((await post(cookie, "/agent/agreement", { version: version + 1 })).status).toBe(409);
    const { productId } = await givenProduct(db, { name: "Night sender" });
    await post((await givenBuyer()).cookie, "", { productId, agent: agent.code });
    const sold = { name: "Night sender", softwareType: "Automation", priceKopecks: 1_000, shareKopecks: 100 };
    expect((await get(cookie, "/agent/sales")).body).toMatchObject({ sales: [sold], nextCursor: null });
    expect((await get(cookie, "/agent")).body).toMatchObject({ salesCount: 1, earnedKopecks: 100 });
    const { lines } = await readStatement(db, [licenceStatementSource], {
      ...{ userId: agent.userId, balance: "user", locale: "en", before: null, limit: 10 },
      period: { from: null, to: null, timeZone: "UTC" },
      filter: { ...everything, kind: "agent_share" },
    });
    expect(lines).toMatchObject([
      {
        ...{ kindText: "Share of a sold licence", amountKopecks: 100, page: "/profile/sale-agreement" },
        subject: { title: "Night sender" },
      },
    ]);
  });

  it("is told nothing of it without the role", async () => {
    const { cookie } = await givenBuyer();
    for (const path of ["/agent", "/agent/sales"]) expect((await get(cookie, path)).status).toBe(404);
    expect((await post(cookie, "/agent/agreement", { version: 1 })).status).toBe(404);
  });
});
