import sql from "sql-template-tag";
import { beforeEach, describe, expect, it } from "vitest";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { givenLicence, givenProduct } from "#features/licences/licences.factory.ts";
import { getLicence } from "#features/licences/sales/my-licences.reads.ts";
import { buyLicence } from "#features/licences/sales/sale.writes.ts";
import { findLicenceByKey } from "#features/licences/signing/licence-keys.reads.ts";
import { findSigningKey, listPublishedKeys } from "#features/licences/signing/signing-keys.reads.ts";
import { rotateSigningKey } from "#features/licences/signing/signing-keys.writes.ts";
import { execute, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { readSigned } from "#lib/testing/signed-text.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb({ max: 20 });

/** A program's own check, with the published keys and nothing else of ours. */
const verifiedOffline = async (token: string) => readSigned(token, await listPublishedKeys(db));

async function givenKey(part: { termDays?: number | null } = {}) {
  const userId = await givenUser(db, 5_000);
  const { licenceId, code } = await givenLicence(db, { userId, ...part });
  const read = async () => (await getLicence(db, userId, licenceId)).key ?? "";
  return { licence: await getLicence(db, userId, licenceId), code, read };
}
const rotate = (isStolen: boolean) => withTransaction(db, (tx) => rotateSigningKey(tx, { isStolen }));

describe("the first licences of an installation, bought at the same moment", () => {
  beforeEach(() => execute(owner, sql`truncate licences_signing_keys`));

  it("are all signed by the one key that was made then", async () => {
    const { productId } = await givenProduct(db);
    const buyers = await Promise.all(Array.from({ length: 15 }, () => givenUser(db, 1_000)));
    await Promise.all(
      buyers.map((userId) =>
        buyLicence(db, {
          ...{ userId, productId, maxPriceKopecks: null, channel: "site", idempotencyKey: "first-one" },
        }),
      ),
    );
    expect(await rows(db, sql`select kid from licences_signing_keys`)).toHaveLength(1);
  });
});

describe("a licence key", () => {
  it("is verified without us by the published key, and says product, licence, devices and end", async () => {
    const { licence, code } = await givenKey({ termDays: 30 });
    const claims = await verifiedOffline(licence.key ?? "");
    expect(claims).toEqual({
      ...{ iss: env.PUBLIC_URL, sub: code, jti: licence.uid, devices: 2 },
      iat: expect.any(Number),
      exp: Math.floor(Date.parse(licence.validUntil ?? "") / 1_000),
    });
    expect(await verifiedOffline((await givenKey({ termDays: null })).licence.key ?? "")).not.toHaveProperty(
      "exp",
    );
    const [head, body, signature = ""] = (licence.key ?? "").split(".");
    const forged = `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
    expect(await verifiedOffline(`${head}.${body}.${forged}`)).toBeNull();
  });

  it("is the same text however often it is read", async () => {
    const { licence, read } = await givenKey();
    expect([await read(), await read()]).toEqual([licence.key, licence.key]);
  });
});

describe("another key that signs", () => {
  it("leaves what the old one signed good, removes its private part, and signs what is read from then on", async () => {
    const { licence, read } = await givenKey();
    const before = await findSigningKey(db);
    const { kid } = await rotate(false);
    expect([kid === before?.kid, (await findSigningKey(db))?.kid]).toEqual([false, kid]);
    const kept = await rows(
      owner,
      sql`select 1 from licences_signing_keys where kid = ${before?.kid} and sealed_private_key is null`,
    );
    expect(kept).toHaveLength(1);
    expect(await verifiedOffline(licence.key ?? "")).toMatchObject({ jti: licence.uid });
    const anew = await read();
    expect(anew).not.toBe(licence.key);
    expect(await verifiedOffline(anew)).toEqual(await verifiedOffline(licence.key ?? ""));
    for (const key of [licence.key ?? "", anew])
      expect(await findLicenceByKey(db, key)).toMatchObject({ id: licence.id });
  });

  it("in place of a stolen one makes what that signed worthless, here and without us", async () => {
    const { licence, read } = await givenKey();
    await rotate(true);
    expect(await verifiedOffline(licence.key ?? "")).toBeNull();
    expect(await findLicenceByKey(db, licence.key ?? "")).toBeNull();
    expect(await findLicenceByKey(db, await read())).toMatchObject({ id: licence.id });
  });

  it("is one, however many ask for it at the same moment", async () => {
    await givenKey();
    await Promise.all(Array.from({ length: 8 }, () => rotate(false)));
    const signing = await rows(db, sql`select kid from licences_signing_keys where retired_at is null`);
    expect(signing).toHaveLength(1);
  });

  it("is nowhere readable: neither in the database nor through what is published", async () => {
    await givenKey();
    const kept = await rows<{ text: string }>(
      owner,
      sql`select k::text as text from licences_signing_keys k`,
    );
    const key = (await findSigningKey(db))?.privateKey.export({ format: "jwk" });
    const told = kept.map(({ text }) => text).join() + JSON.stringify(await listPublishedKeys(db));
    expect(told).toContain(key?.x);
    expect(told).not.toContain(key?.d);
  });
});
