import { randomUUID } from "node:crypto";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import { accountLines, accountTerms } from "#features/ready-accounts/ready-accounts.factory.ts";
import { addOffer } from "#features/ready-accounts/stock/offers.writes.ts";
import { addStock } from "#features/ready-accounts/stock/stock.writes.ts";
import { claimAccount } from "#features/ready-accounts/warranty/warranty.writes.ts";
import { marketplaceRulesVersion } from "#features/stores/applications/store-applications.rules.ts";
import { applyForStore } from "#features/stores/applications/store-applications.writes.ts";
import { givenStore, givenStoreOffer, provenance, storeWords } from "#features/stores/stores.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";

/** What is sent to an endpoint: the parameters of its path, and a body. */
export type WishInput = { params?: Record<string, string | number>; body?: object };
export type Wish = (actor: { readonly userId: UserId }) => Promise<[WishInput, WishInput]>;

/** Two inputs of each endpoint of stores that takes a key, both of which could be carried out. */
export function storeWishes(db: Db): Record<string, Wish> {
  const words = { ...storeWords, rulesVersion: marketplaceRulesVersion };
  const applied = async () => {
    const { userId } = await givenApiBuyer(db, 0);
    return withTransaction(db, (tx) => applyForStore(tx, { ...words, userId }));
  };
  const of = (id: number, body: object): WishInput => ({ params: { id }, body });
  const application = (name: string): WishInput => ({ body: { ...words, name, agreeOffer: true } });
  /** A draft of the caller's own store. */
  const draft = async (userId: UserId) => {
    await givenStore(db, userId);
    return withTransaction(db, async (tx) => {
      const { id } = await addOffer(tx, accountTerms(), { sellerId: userId, provenance });
      await addStock(tx, {
        ...{ offerId: id, expiresAt: null, skipsRefused: false, actorId: userId },
        ...{ format: "lines", text: lines() },
      });
      return id;
    });
  };
  /** Somebody's claim about an account of the caller's store. */
  const claimed = async (sellerId: UserId) => {
    const { offerId } = await givenStoreOffer(db, sellerId, { count: 2 });
    const { userId } = await givenApiBuyer(db, 10_000);
    const order = { userId, offerId, count: 1, maxTotalKopecks: null, channel: "site" } as const;
    const { orderId } = await buyReadyAccounts(db, { ...order, idempotencyKey: randomUUID() });
    const claim = { userId, orderId, place: 1, text: "it is closed", idempotencyKey: randomUUID() };
    return (await claimAccount(db, claim)).claimId;
  };
  const lines = () => accountLines(2).join("\n");
  const terms = (name: string) => ({ ...accountTerms({ name }), provenance });
  return {
    applyForStore: async () => [application("First"), application("Second")],
    deskDecideStoreApplication: async () => [
      of(await applied(), { decision: "approve", reason: "as agreed" }),
      of(await applied(), { decision: "decline", reason: "not agreed" }),
    ],
    addStoreOffer: async ({ userId }) => {
      await givenStore(db, userId);
      return [{ body: terms("First") }, { body: terms("Second") }];
    },
    editStoreOffer: async ({ userId }) => {
      const id = await draft(userId);
      return [of(id, terms("First")), of(id, terms("Second"))];
    },
    addStoreStock: async ({ userId }) => {
      const id = await draft(userId);
      return [of(id, { text: lines() }), of(id, { text: lines() })];
    },
    stepStoreOffer: async ({ userId }) => [
      of(await draft(userId), { step: "put_on_sale" }),
      of(await draft(userId), { step: "put_on_sale" }),
    ],
    answerStoreClaim: async ({ userId }) => [
      of(await claimed(userId), { decision: "accept", reason: "so it is" }),
      of(await claimed(userId), { decision: "refuse", reason: "it works" }),
    ],
    withdrawStoreStock: async ({ userId }) => [of(await draft(userId), {}), of(await draft(userId), {})],
  };
}
