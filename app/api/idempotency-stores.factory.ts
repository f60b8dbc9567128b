import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { marketplaceRulesVersion } from "#features/stores/applications/store-applications.rules.ts";
import { applyForStore } from "#features/stores/applications/store-applications.writes.ts";
import { storeWords } from "#features/stores/stores.factory.ts";
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
  return {
    applyForStore: async () => [application("First"), application("Second")],
    deskDecideStoreApplication: async () => [
      of(await applied(), { decision: "approve", reason: "as agreed" }),
      of(await applied(), { decision: "decline", reason: "not agreed" }),
    ],
  };
}
