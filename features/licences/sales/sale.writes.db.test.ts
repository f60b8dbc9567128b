import { randomUUID } from "node:crypto";
import sql from "sql-template-tag";
import { afterEach, describe, expect, it } from "vitest";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { givenLicence, givenProduct, productTerms } from "#features/licences/licences.factory.ts";
import { listProducts } from "#features/licences/products/products.reads.ts";
import { editProduct, stepProduct } from "#features/licences/products/products.writes.ts";
import { revokeLicence } from "#features/licences/revocation/revocation.writes.ts";
import { findDownload, getLicence } from "#features/licences/sales/my-licences.reads.ts";
import { buyLicence, type LicencePurchase, renewLicence } from "#features/licences/sales/sale.writes.ts";
import { forgetPolicy } from "#features/policy/policy.reads.ts";
import { blockSale, liftBlock } from "#features/policy/policy.writes.ts";
import { one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { moveClock, resetClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb({ max: 40 });
const DAY_MS = 86_400_000;

function purchase(part: Partial<LicencePurchase> & { userId: number; productId: number }): LicencePurchase {
  return { maxPriceKopecks: null, channel: "site", idempotencyKey: randomUUID(), ...part };
}
const renewal = (userId: number, licenceId: number, idempotencyKey: string = randomUUID()) => ({
  ...{ userId, licenceId, maxPriceKopecks: null, channel: "site" as const, idempotencyKey },
});
const revoke = (licenceId: number) =>
  withTransaction(db, (tx) => revokeLicence(tx, { licenceId, staffId: 1, reason: "shared in public" }));
const countLicences = async (userId: number) =>
  (
    await one<{ count: number }>(
      db,
      sql`select count(*)::int as count from licences where user_id = ${userId}`,
    )
  ).count;

afterEach(() => resetClock(owner));

describe("buying a licence", () => {
  it("takes the price of the product once and gives a licence of its term and devices", async () => {
    const { productId, code } = await givenProduct(db, { termDays: 30, deviceLimit: 3 });
    const userId = await givenUser(db, 2_500);
    const { licenceId } = await buyLicence(db, purchase({ userId, productId }));
    expect(await getBalance(db, userId)).toMatchObject({ postedKopecks: 1_500, heldKopecks: 0 });
    const licence = await getLicence(db, userId, licenceId);
    expect(licence).toMatchObject({
      ...{ state: "valid", deviceLimit: 3, paidKopecks: 1_000, devices: [], versions: [] },
      product: { id: productId, code, name: "Bulk sender", softwareType: "Automation" },
      renewal: { priceKopecks: 1_000, termDays: 30 },
    });
    const term = Date.parse(licence.validUntil ?? "") - Date.parse(licence.boughtAt);
    expect(Math.abs(term - 30 * DAY_MS)).toBeLessThan(5_000);
  });

  it("answers the first licence again under its key, and refuses the key for another product", async () => {
    const { productId } = await givenProduct(db);
    const userId = await givenUser(db, 5_000);
    const input = purchase({ userId, productId });
    const first = await buyLicence(db, input);
    expect(await buyLicence(db, input)).toEqual({ ...first, replayed: true });
    const other = (await givenProduct(db)).productId;
    await expect(buyLicence(db, { ...input, productId: other })).rejects.toMatchObject({
      code: "IDEMPOTENCY_MISMATCH",
    });
    expect((await getBalance(db, userId)).postedKopecks).toBe(4_000);
  });

  it("makes one licence of many calls with one key at the same moment", async () => {
    const { productId } = await givenProduct(db);
    const userId = await givenUser(db, 100_000);
    const input = purchase({ userId, productId });
    const answers = await Promise.all(Array.from({ length: 20 }, () => buyLicence(db, input)));
    expect(new Set(answers.map(({ licenceId }) => licenceId)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect((await getBalance(db, userId)).postedKopecks).toBe(99_000);
  });

  it("lets a wallet with money for ten pay for exactly ten at the same moment", async () => {
    const { productId } = await givenProduct(db);
    const userId = await givenUser(db, 10_500);
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, () => buyLicence(db, purchase({ userId, productId }))),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    expect(await getBalance(db, userId)).toMatchObject({ postedKopecks: 500, heldKopecks: 0 });
    expect(await countLicences(userId)).toBe(10);
  });

  it.each([
    ["without the money", { money: 999 }, "NO_BALANCE", { priceKopecks: 1_000 }],
    ["for more than the buyer agreed to", { max: 999 }, "WRONG_MAX_PRICE", { minPriceKopecks: 1_000 }],
  ])("is refused %s, and nothing is taken", async (_, wish, code, details) => {
    const { money = 5_000, max = null } = wish as { money?: number; max?: number | null };
    const { productId } = await givenProduct(db);
    const userId = await givenUser(db, money);
    const maxPriceKopecks = max === null ? null : kopecks(max);
    await expect(buyLicence(db, purchase({ userId, productId, maxPriceKopecks }))).rejects.toMatchObject({
      ...{ code, details },
    });
    expect((await getBalance(db, userId)).postedKopecks).toBe(money);
    expect(await countLicences(userId)).toBe(0);
  });

  it("is refused for a product that was stopped or was never there", async () => {
    const { productId } = await givenProduct(db);
    const userId = await givenUser(db, 5_000);
    await withTransaction(db, (tx) => stepProduct(tx, productId, "stop"));
    for (const id of [productId, 999_999])
      await expect(buyLicence(db, purchase({ userId, productId: id }))).rejects.toMatchObject({
        code: "LICENCE_PRODUCT_NOT_FOUND",
      });
  });

  it("is stopped by policy's kill switch, with the list of what can be bought, but for the answer to what was bought before", async () => {
    const { productId } = await givenProduct(db);
    const userId = await givenUser(db, 5_000);
    const early = purchase({ userId, productId });
    const bought = await buyLicence(db, early);
    const { blockId } = await withTransaction(db, (tx) =>
      blockSale(tx, {
        ...{ mode: "licences", effect: "deny", reasonCode: "KILL_SWITCH" },
        ...{ reasonText: "a test", actor: "test" },
      }),
    );
    forgetPolicy(db);
    await expect(buyLicence(db, purchase({ userId, productId }))).rejects.toMatchObject({
      code: "SALES_STOPPED",
    });
    expect(await listProducts(db)).toEqual([]);
    expect(await buyLicence(db, early)).toEqual({ ...bought, replayed: true });
    expect((await getBalance(db, userId)).postedKopecks).toBe(4_000);
    await withTransaction(db, (tx) => liftBlock(tx, { blockId, actor: "test", reason: "a test" }));
    forgetPolicy(db);
    await buyLicence(db, purchase({ userId, productId }));
  });
});

describe("renewing a licence", () => {
  it("adds a term behind what is left, at the price of now, once per key", async () => {
    const userId = await givenUser(db, 10_000);
    const { licenceId, productId } = await givenLicence(db, { userId, termDays: 30 });
    const before = await getLicence(db, userId, licenceId);
    const terms = productTerms({ termDays: 10, priceKopecks: kopecks(300), deviceLimit: 5 });
    await withTransaction(db, (tx) => editProduct(tx, productId, terms));
    const input = renewal(userId, licenceId);
    const answers = await Promise.all(Array.from({ length: 10 }, () => renewLicence(db, input)));
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    const after = await getLicence(db, userId, licenceId);
    expect(Date.parse(after.validUntil ?? "") - Date.parse(before.validUntil ?? "")).toBe(10 * DAY_MS);
    expect(after).toMatchObject({ uid: before.uid, deviceLimit: 5, paidKopecks: 1_300 });
    expect((await getBalance(db, userId)).postedKopecks).toBe(8_700);
  });

  it("of one that has ended begins now, and of many at the same moment each adds its term", async () => {
    const userId = await givenUser(db, 10_000);
    const { licenceId } = await givenLicence(db, { userId, termDays: 1 });
    await moveClock(owner, "5 days");
    expect((await getLicence(db, userId, licenceId)).state).toBe("expired");
    await Promise.all(Array.from({ length: 4 }, () => renewLicence(db, renewal(userId, licenceId))));
    const { state, validUntil, boughtAt } = await getLicence(db, userId, licenceId);
    const days = (Date.parse(validUntil ?? "") - Date.parse(boughtAt)) / DAY_MS;
    expect([state, Math.round(days)]).toEqual(["valid", 9]);
    expect((await getBalance(db, userId)).postedKopecks).toBe(5_000);
  });

  it("is refused for one without an end, a revoked one, a stranger's, and one whose product was stopped", async () => {
    const userId = await givenUser(db, 10_000);
    const endless = await givenLicence(db, { userId, termDays: null });
    const revoked = await givenLicence(db, { userId });
    await revoke(revoked.licenceId);
    const stopped = await givenLicence(db, { userId });
    await withTransaction(db, (tx) => stepProduct(tx, stopped.productId, "stop"));
    const stranger = await givenUser(db, 10_000);
    for (const [who, licenceId, code] of [
      [userId, endless.licenceId, "LICENCE_ENDLESS"],
      [userId, revoked.licenceId, "LICENCE_REVOKED"],
      [userId, stopped.licenceId, "LICENCE_PRODUCT_NOT_FOUND"],
      [stranger, stopped.licenceId, "LICENCE_NOT_FOUND"],
    ] as const)
      await expect(renewLicence(db, renewal(who, licenceId))).rejects.toMatchObject({ code });
    expect((await getBalance(db, userId)).postedKopecks).toBe(7_000);
  });
});

describe("what becomes of a licence", () => {
  it("that is revoked has no key, no download and no renewal, and says why; no money moves", async () => {
    const userId = await givenUser(db, 10_000);
    const { licenceId } = await givenLicence(db, { userId });
    await revoke(licenceId);
    await expect(revoke(licenceId)).rejects.toMatchObject({ code: "LICENCE_REVOKED" });
    expect(await getLicence(db, userId, licenceId)).toMatchObject({
      ...{ state: "revoked", key: null, renewal: null, revokeReason: "shared in public" },
    });
    await expect(findDownload(db, { userId, licenceId, versionId: 1 })).rejects.toMatchObject({
      code: "LICENCE_REVOKED",
    });
    const moves = await rows(
      db,
      sql`select 1 from ledger_transfers where reference like ${`licence:${licenceId}:%`}`,
    );
    expect(moves).toHaveLength(1);
  });
});
