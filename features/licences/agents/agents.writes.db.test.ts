import { randomUUID } from "node:crypto";
import sql from "sql-template-tag";
import { beforeEach, describe, expect, it } from "vitest";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
import { setAccountRole } from "#features/identity/roles/account-roles.writes.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { findAgentStanding, listAgentSales } from "#features/licences/agents/agents.reads.ts";
import { acceptAgreement, publishAgreement } from "#features/licences/agents/agents.writes.ts";
import { givenAgent, givenProduct } from "#features/licences/licences.factory.ts";
import { buyLicence, type LicencePurchase, renewLicence } from "#features/licences/sales/sale.writes.ts";
import { rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb({ max: 30 });

const publish = (text = "Sell honestly.") =>
  withTransaction(db, (tx) => publishAgreement(tx, { text, staffId: 1 }));

function buy(part: Partial<LicencePurchase> & { userId: number; productId: number }) {
  return buyLicence(db, {
    ...{ maxPriceKopecks: null, channel: "site", idempotencyKey: randomUUID(), ...part },
  });
}
const earned = async (userId: number) => (await findAgentStanding(db, userId))?.earnedKopecks;
const balance = async (userId: number) => (await getBalance(db, userId)).postedKopecks;

beforeEach(async () => {
  await publish();
});

describe("a licence bought by an agent's link", () => {
  it("gives the agent its share of the price at once, rounded down, and the buyer pays the price", async () => {
    const agent = await givenAgent(db, { shareBasisPoints: 1_250 });
    const { productId } = await givenProduct(db, { priceKopecks: kopecks(999) });
    const userId = await givenCustomer(db, 10_000);
    await buy({ userId, productId, agent: { code: agent.code } });
    expect([await balance(userId), await balance(agent.userId), await earned(agent.userId)]).toEqual([
      9_001, 124, 124,
    ]);
    expect((await listAgentSales(db, agent.userId, { before: undefined, limit: 5 })).sales).toMatchObject([
      {
        ...{ name: "Bulk sender", softwareType: "Automation", priceKopecks: 999, shareKopecks: 124 },
        isRenewal: false,
      },
    ]);
  });

  it("gives one share when it is repeated, also at the same moment", async () => {
    const agent = await givenAgent(db);
    const { productId } = await givenProduct(db);
    const userId = await givenCustomer(db, 10_000);
    const wish = { userId, productId, agent: { code: agent.code }, idempotencyKey: randomUUID() };
    await Promise.all(Array.from({ length: 12 }, () => buy(wish)));
    expect([await balance(userId), await balance(agent.userId)]).toEqual([9_000, 100]);
  });

  it("of an agent who may not sell is a purchase like any other: without role, agreement or share nobody earns", async () => {
    const { productId } = await givenProduct(db);
    const removed = await givenAgent(db);
    await withTransaction(db, (tx) => setAccountRole(tx, removed.userId, "agent", false));
    const outdated = await givenAgent(db);
    await publish("Sell even more honestly.");
    for (const code of [removed.code, outdated.code, "zzzzzzzz"])
      await buy({ userId: await givenCustomer(db, 1_000), productId, agent: { code } });
    expect([await balance(removed.userId), await balance(outdated.userId)]).toEqual([0, 0]);
    const { version } = await publish("The last one.");
    await acceptAgreement(db, outdated.userId, version);
    await buy({ userId: await givenCustomer(db, 1_000), productId, agent: { code: outdated.code } });
    expect(await balance(outdated.userId)).toBe(100);
  });

  it("brings the agent a share of its renewals, too, while being an agent", async () => {
    const agent = await givenAgent(db);
    const { productId } = await givenProduct(db);
    const userId = await givenCustomer(db, 10_000);
    const { licenceId } = await buy({ userId, productId, agent: { code: agent.code } });
    const renew = () =>
      renewLicence(db, {
        ...{ userId, licenceId, maxPriceKopecks: null, channel: "site", idempotencyKey: randomUUID() },
      });
    await renew();
    expect(await balance(agent.userId)).toBe(200);
    await withTransaction(db, (tx) => setAccountRole(tx, agent.userId, "agent", false));
    await renew();
    expect(await balance(agent.userId)).toBe(200);
  });

  it("of two agents who buy from one another at the same moment neither waits for ever", async () => {
    const [one, other] = [await givenAgent(db, { money: 20_000 }), await givenAgent(db, { money: 20_000 })];
    const { productId } = await givenProduct(db);
    const wishes = Array.from({ length: 20 }, (_, nth) =>
      nth % 2 === 0
        ? { userId: one.userId, agent: { code: other.code } }
        : { userId: other.userId, agent: { code: one.code } },
    );
    await Promise.all(wishes.map((wish) => buy({ ...wish, productId })));
    expect([await balance(one.userId), await balance(other.userId)]).toEqual([11_000, 11_000]);
  });

  it("that an agent buys for a customer costs the price, and the share comes back", async () => {
    const agent = await givenAgent(db, { money: 5_000, shareBasisPoints: 2_000 });
    const { productId } = await givenProduct(db);
    await buy({ userId: agent.userId, productId, agent: "buyer" });
    expect(await balance(agent.userId)).toBe(4_200);
  });

  it("is told to the agent without a word of who bought it", async () => {
    const agent = await givenAgent(db);
    const { productId } = await givenProduct(db);
    const userId = await givenCustomer(db, 1_000);
    await buy({ userId, productId, agent: { code: agent.code } });
    const { sales } = await listAgentSales(db, agent.userId, { before: undefined, limit: 5 });
    expect(Object.keys(sales[0] ?? {}).toSorted()).toEqual(
      ["id", "isRenewal", "name", "priceKopecks", "shareKopecks", "softwareType", "soldAt"].toSorted(),
    );
  });
});

describe("the sale agreement", () => {
  it("is accepted in its newest version alone, once, by agents", async () => {
    const agent = await givenAgent(db);
    const { version } = await publish("Another one.");
    expect((await findAgentStanding(db, agent.userId))?.agreement).toMatchObject({
      ...{ version, text: "Another one.", acceptedAt: null },
    });
    await expect(acceptAgreement(db, agent.userId, version - 1)).rejects.toMatchObject({
      code: "LICENCE_AGREEMENT_CHANGED",
    });
    await Promise.all(Array.from({ length: 5 }, () => acceptAgreement(db, agent.userId, version)));
    const kept = await rows(
      db,
      sql`select 1 from licences_acceptances where user_id = ${agent.userId} and version = ${version}`,
    );
    expect(kept).toHaveLength(1);
    await expect(acceptAgreement(db, await givenCustomer(db, 0), version)).rejects.toMatchObject({
      code: "LICENCE_AGENT_NOT_FOUND",
    });
  });

  it("has versions without a gap, however many are published at the same moment", async () => {
    const versions = (await Promise.all(Array.from({ length: 6 }, () => publish()))).map(
      ({ version }) => version,
    );
    const sorted = versions.toSorted((one, other) => one - other);
    expect(sorted).toEqual(sorted.map((_, nth) => (sorted[0] ?? 0) + nth));
  });
});
