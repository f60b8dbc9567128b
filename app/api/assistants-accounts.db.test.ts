import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { connect, db, givenKey, use } from "#app/api/assistants.factory.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { settleOrder } from "#features/ready-accounts/delivery.writes.ts";
import { givenAccountOffer } from "#features/ready-accounts/ready-accounts.factory.ts";
import { deliveryPartCount } from "#features/ready-accounts/ready-accounts.rules.ts";
import { objectToClaim } from "#features/ready-accounts/warranty/warranty.writes.ts";
import { givenStoreOffer } from "#features/stores/stores.factory.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";

describe("an assistant with a key for ready accounts", () => {
  it("finds an offer, buys it once under its key, reads the accounts and claims one of them", async () => {
    const holder = await givenKey("live", { scopes: ["accounts"] });
    const { offerId, lines } = await givenAccountOffer(db, { count: 3 });
    const client = await connect(holder);
    expect((await use(client, "list_account_services")).data.services).toContainEqual({
      ...{ code: "tg", name: "Telegram" },
    });
    const found = await use(client, "find_account_offers", { service: "tg" });
    expect(found.data.offers).toContainEqual(
      expect.objectContaining({ id: offerId, price: "10.00 RUB", minCount: 1 }),
    );
    const offer = await use(client, "get_account_offer", { offerId });
    expect(offer.data.description).toContain("client");
    const wish = { offerId, count: 2, maxPriceKopecks: 2_000, idempotencyKey: randomUUID() };
    const bought = await use(client, "buy_accounts", wish);
    expect(bought.data).toMatchObject({ state: "delivered", total: "20.00 RUB", count: 2 });
    for (const line of lines.slice(0, 2)) expect(bought.text).toContain(line);
    expect((await use(client, "buy_accounts", wish)).data.id).toBe(bought.data.id);
    expect((await getBalance(db, holder.userId)).postedKopecks).toBe(98_000);
    const { id } = bought.data;
    expect((await use(client, "get_account_order", { id })).data).toEqual(bought.data);
    expect((await use(client, "list_account_orders")).data.orders).toMatchObject([{ id, openClaims: 0 }]);
    const claimed = await use(client, "claim_account", { id, place: 2, text: "it is closed" });
    expect(claimed.data).toMatchObject({ orderId: id, place: 2, state: "open" });
    expect((await use(client, "list_account_claims", { id })).data.claims).toEqual([claimed.data]);
    const again = await use(client, "claim_account", { id, place: 2, text: "once more" });
    expect([again.isError, again.data.code]).toEqual([true, "ACCOUNT_CLAIMED"]);
  });

  it("is told how far a large order is, and reads its accounts once all of them are ready", async () => {
    const count = deliveryPartCount + 1;
    const holder = await givenKey("live", { scopes: ["accounts"] });
    const { offerId, lines } = await givenAccountOffer(db, { count, priceKopecks: kopecks(100) });
    const client = await connect(holder);
    const wish = { offerId, count, maxPriceKopecks: 100 * count, idempotencyKey: randomUUID() };
    const bought = await use(client, "buy_accounts", wish);
    expect(bought.text).toContain(`: held, 0 of ${count} ready.`);
    const { id } = bought.data;
    await settleOrder(db, id);
    const order = await use(client, "get_account_order", { id });
    expect(order.data).toMatchObject({ state: "delivered", preparedCount: count });
    expect(order.text).toContain(lines[0]);
  });

  it("reads what a store objects to a claim", async () => {
    const holder = await givenKey("live", { scopes: ["accounts"] });
    const sellerId = (await givenKey("live")).userId;
    const { offerId } = await givenStoreOffer(db, sellerId);
    const client = await connect(holder);
    const wish = { offerId, maxPriceKopecks: 2_000, idempotencyKey: randomUUID() };
    const { id } = (await use(client, "buy_accounts", wish)).data;
    const claimId = (await use(client, "claim_account", { id, place: 1, text: "it is closed" })).data.id;
    await withTransaction(db, (tx) => objectToClaim(tx, { claimId, sellerId, objection: "It works here" }));
    const listed = await use(client, "list_account_claims", { id });
    expect(listed.text).toContain("The store objects: It works here.");
    expect(listed.data.claims).toMatchObject([{ state: "open", objection: "It works here", reason: null }]);
  });

  it("buys nothing above the total or below the warranty that it names, and plays for nothing in its sandbox", async () => {
    const client = await connect(await givenKey("sandbox"));
    const { data } = await use(client, "find_account_offers", { service: "tg" });
    const wish = { offerId: data.offers[0].id, count: 2, idempotencyKey: randomUUID() };
    const refused = await use(client, "buy_accounts", { ...wish, maxPriceKopecks: 1_999 });
    expect([refused.isError, refused.data.code]).toEqual([true, "WRONG_MAX_PRICE"]);
    const shorter = await use(client, "buy_accounts", {
      ...wish,
      ...{ maxPriceKopecks: 2_000, minWarrantyHours: 25 },
    });
    expect([shorter.isError, shorter.data.code]).toEqual([true, "WARRANTY_TOO_SHORT"]);
    const bought = await use(client, "buy_accounts", {
      ...wish,
      maxPriceKopecks: 2_000,
      minWarrantyHours: 24,
    });
    expect(bought.text).toContain("sandbox-980000001-1:secret-1");
  });

  it("sees no tool for accounts without the right", async () => {
    const client = await connect(await givenKey("live", { scopes: ["read", "buy", "rent"] }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).filter((name) => name.includes("account"))).toEqual([]);
  });
});
