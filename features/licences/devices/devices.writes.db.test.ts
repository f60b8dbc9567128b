import { randomUUID } from "node:crypto";
import sql from "sql-template-tag";
import { afterEach, describe, expect, it } from "vitest";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { devicesPerMonth } from "#features/licences/device-limits.rules.ts";
import {
  activateDevice,
  releaseByKey,
  releaseDevice,
  verifyKey,
} from "#features/licences/devices/devices.writes.ts";
import { givenLicence } from "#features/licences/licences.factory.ts";
import { readRevocations } from "#features/licences/revocation/revocation.reads.ts";
import { revokeLicence } from "#features/licences/revocation/revocation.writes.ts";
import { getLicence } from "#features/licences/sales/my-licences.reads.ts";
import { renewLicence } from "#features/licences/sales/sale.writes.ts";
import { findPublicKey } from "#features/licences/signing/signing-keys.reads.ts";
import { deviceClaim, readToken, type TokenType } from "#features/licences/signing/token.rules.ts";
import { rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { moveClock, resetClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb({ max: 30 });

async function given(part: { deviceLimit?: number; termDays?: number | null } = {}) {
  const userId = await givenUser(db, 10_000);
  const { licenceId, code } = await givenLicence(db, { userId, ...part });
  const licence = await getLicence(db, userId, licenceId);
  const key = licence.key ?? "";
  return {
    ...{ userId, licenceId, code, licence, key },
    activate: (device: string = randomUUID(), name: string | null = null) =>
      activateDevice(db, { key, device, name }),
    verify: (device: string | null = null) => verifyKey(db, { key, device }),
    devices: async () => (await getLicence(db, userId, licenceId)).devices,
    revoke: () =>
      withTransaction(db, (tx) => revokeLicence(tx, { licenceId, staffId: 1, reason: "shared in public" })),
  };
}

/** What a token of ours says, checked with the published key. */
async function claimsOf(token: string | null, type: TokenType) {
  const read = readToken(token ?? "", type);
  const publicKey = read && (await findPublicKey(db, read.kid));
  return publicKey && read.isSignedBy(publicKey) ? read.claims : null;
}

afterEach(() => resetClock(owner));

describe("a device", () => {
  it("takes one place however often it asks, and is told what lets it run without asking", async () => {
    const { activate, devices, code, licence } = await given({ deviceLimit: 2 });
    const first = await activate("machine-of-anna", "Anna's laptop");
    expect(first).toMatchObject({
      ...{
        state: "valid",
        product: code,
        deviceLimit: 2,
        deviceCount: 1,
        isActivated: true,
        key: licence.key,
      },
    });
    expect(await claimsOf(first.deviceToken, "device+jwt")).toMatchObject({
      ...{ sub: code, jti: licence.uid, dev: deviceClaim("machine-of-anna") },
    });
    await activate("machine-of-anna");
    expect(await devices()).toMatchObject([{ name: "Anna's laptop" }]);
  });

  it("beyond the limit is refused, also of many at the same moment", async () => {
    const { activate, devices } = await given({ deviceLimit: 3 });
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => activate()));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    const refused = results.find(({ status }) => status === "rejected") as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({ code: "LICENCE_DEVICES_FULL", details: { deviceLimit: 3 } });
    expect(await devices()).toHaveLength(3);
  });

  it("of many calls at the same moment takes one place", async () => {
    const { activate, devices } = await given({ deviceLimit: 3 });
    await Promise.all(Array.from({ length: 10 }, () => activate("the-one-machine")));
    expect(await devices()).toHaveLength(1);
  });

  it("gives its place back by its program or its owner, and another one takes it", async () => {
    const { activate, devices, key, userId, licenceId, verify } = await given({ deviceLimit: 1 });
    await activate("first-machine");
    await expect(activate("second-machine")).rejects.toMatchObject({ code: "LICENCE_DEVICES_FULL" });
    for (const _ of [1, 2])
      expect(await releaseByKey(db, { key, device: "first-machine" })).toMatchObject({
        ...{ deviceCount: 0, isActivated: false, deviceToken: null },
      });
    await activate("second-machine");
    const [device] = await devices();
    const stranger = await givenUser(db, 0);
    const release = (who: number) => releaseDevice(db, { userId: who, licenceId, deviceId: device?.id ?? 0 });
    await expect(release(stranger)).rejects.toMatchObject({ code: "LICENCE_DEVICE_NOT_FOUND" });
    await release(userId);
    await release(userId);
    expect(await devices()).toEqual([]);
    expect(await verify("second-machine")).toMatchObject({ isActivated: false, deviceToken: null });
  });

  it("may change, but not by turns: so many different ones within a month, and again after it", async () => {
    const { activate, key } = await given({ deviceLimit: 1, termDays: 365 });
    for (let nth = 0; nth < devicesPerMonth(1); nth += 1) {
      await activate(`machine-number-${nth}`);
      await releaseByKey(db, { key, device: `machine-number-${nth}` });
    }
    await expect(activate("one-too-many")).rejects.toMatchObject({ code: "LICENCE_DEVICES_CHANGED" });
    await activate("machine-number-4");
    await releaseByKey(db, { key, device: "machine-number-4" });
    await moveClock(owner, "31 days");
    await activate("one-too-many");
  });

  it("is kept as a hash that differs from licence to licence", async () => {
    const [one, other] = [await given(), await given()];
    await one.activate("the-same-machine");
    await other.activate("the-same-machine");
    const kept = await rows<{ text: string; hash: string }>(
      owner,
      sql`select d::text as text, encode(device_hash, 'hex') as hash from licences_devices d
          where licence_id in (${one.licenceId}, ${other.licenceId})`,
    );
    expect(new Set(kept.map(({ hash }) => hash)).size).toBe(2);
    expect(kept.map(({ text }) => text).join()).not.toContain("machine");
  });
});

describe("a key that is asked about", () => {
  it("of ours says what is so, and what is no key of ours is unknown", async () => {
    const { verify, licence, activate } = await given({ deviceLimit: 2 });
    expect(await verify()).toMatchObject({
      ...{
        state: "valid",
        validUntil: licence.validUntil,
        deviceCount: 0,
        isActivated: false,
        deviceToken: null,
      },
    });
    await activate("a-machine-of-his");
    expect(await verify("a-machine-of-his")).toMatchObject({ deviceCount: 1, isActivated: true });
    expect(await verify("another-machine")).toMatchObject({ deviceCount: 1, isActivated: false });
    const [head, , signature] = (licence.key ?? "").split(".");
    const changed = Buffer.from(JSON.stringify({ jti: licence.uid, devices: 99 })).toString("base64url");
    const nameless = Buffer.from(JSON.stringify({ alg: "EdDSA", typ: "licence+jwt", kid: "\u0000" }));
    const keys = [
      "nothing",
      `${head}.${changed}.${signature}`,
      `${nameless.toString("base64url")}.${changed}.${signature}`,
    ];
    for (const key of keys)
      expect(await verifyKey(db, { key, device: null })).toMatchObject({ state: "unknown", key: null });
    await expect(
      activateDevice(db, { key: "nothing", device: "a-machine-of-his", name: null }),
    ).rejects.toMatchObject({ code: "LICENCE_KEY_UNKNOWN" });
  });

  it("of a renewed licence is answered with its newest one, so that the program needs no new text from its owner", async () => {
    const { verify, userId, licenceId, activate, key } = await given({ termDays: 10 });
    await activate("a-machine-of-his");
    await moveClock(owner, "11 days");
    expect(await verify("a-machine-of-his")).toMatchObject({
      state: "expired",
      key: null,
      deviceToken: null,
    });
    await expect(activate("second-machine")).rejects.toMatchObject({ code: "LICENCE_EXPIRED" });
    await renewLicence(db, {
      ...{ userId, licenceId, maxPriceKopecks: null, channel: "site", idempotencyKey: randomUUID() },
    });
    const standing = await verify("a-machine-of-his");
    expect([standing.state, standing.key === key]).toEqual(["valid", false]);
    const until = Date.parse(standing.validUntil ?? "") / 1_000;
    expect(await claimsOf(standing.key, "licence+jwt")).toMatchObject({ exp: Math.floor(until) });
    expect(await claimsOf(standing.deviceToken, "device+jwt")).toMatchObject({ exp: Math.floor(until) });
  });

  it("of a revoked licence runs on no device any more, and stands in the signed list until its end", async () => {
    const { verify, revoke, activate, licence } = await given({ termDays: 10 });
    await activate("a-machine-of-his");
    await revoke();
    expect(await verify("a-machine-of-his")).toMatchObject({
      state: "revoked",
      key: null,
      deviceToken: null,
    });
    await expect(activate("second-machine")).rejects.toMatchObject({ code: "LICENCE_REVOKED" });
    const { revoked, token } = await readRevocations(db);
    expect(revoked).toContain(licence.uid);
    expect((await claimsOf(token, "revoked+jwt"))?.revoked).toEqual(revoked);
    await moveClock(owner, "11 days");
    expect((await readRevocations(db)).revoked).not.toContain(licence.uid);
  });

  it("at the moment of its revocation activates before it or not at all", async () => {
    const { activate, revoke, devices } = await given({ deviceLimit: 50 });
    const results = await Promise.allSettled([...Array.from({ length: 10 }, () => activate()), revoke()]);
    const done = results.slice(0, 10).filter(({ status }) => status === "fulfilled");
    expect(await devices()).toHaveLength(done.length);
    await expect(activate()).rejects.toMatchObject({ code: "LICENCE_REVOKED" });
  });
});
