import { randomUUID } from "node:crypto";
import { storeWishes, type Wish, type WishInput } from "#app/api/idempotency-stores.factory.ts";
import { buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import {
  accountLines,
  accountTerms,
  givenAccountOffer,
} from "#features/ready-accounts/ready-accounts.factory.ts";
import { takeDownService } from "#features/ready-accounts/takedown/takedown.writes.ts";
import { claimAccount } from "#features/ready-accounts/warranty/warranty.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";

/** What is sent to an endpoint. */
export type Input = WishInput;

/** Two inputs of each endpoint of ready accounts and stores that takes a key, both of which could be carried out. */
export function accountWishes(db: Db): Record<string, Wish> {
  /** Somebody's order of as many accounts as wanted. */
  const bought = async (userId: number, count: number) => {
    const order = { userId, offerId: await given(count + 1), count, maxTotalKopecks: null } as const;
    return (await buyReadyAccounts(db, { ...order, channel: "site", idempotencyKey: randomUUID() })).orderId;
  };
  const claimed = async (userId: number) => {
    const claim = { userId, orderId: await bought(userId, 1), place: 1, text: "it is closed" };
    return (await claimAccount(db, { ...claim, idempotencyKey: randomUUID() })).claimId;
  };
  const given = async (count: number) => (await givenAccountOffer(db, { count })).offerId;
  let lastService = 900_000;
  /** A takedown of a service that nothing else is about. */
  const takenDown = async (staffId: number) => {
    lastService += 1;
    const takedown = { serviceId: lastService, staffId, reason };
    return (await withTransaction(db, (tx) => takeDownService(tx, takedown))).id;
  };
  const reason = "new stock";
  const of = (id: number, body: object): Input => ({ params: { id }, body });
  const terms = (name: string) => ({ ...accountTerms({ name }), reason });
  const add = (id: number) => of(id, { text: accountLines(2).join("\n"), reason });
  return {
    ...storeWishes(db),
    buyReadyAccounts: async () => {
      const id = await given(3);
      return [{ body: { id, count: 1 } }, { body: { id, count: 2 } }];
    },
    claimAccount: async ({ userId }) => {
      const id = await bought(userId, 2);
      return [of(id, { place: 1, text: "it is closed" }), of(id, { place: 2, text: "it is closed" })];
    },
    restBuyAccounts: async () => {
      const offerId = await given(3);
      return [{ body: { offerId, count: 1 } }, { body: { offerId, count: 2 } }];
    },
    restClaimAccount: async ({ userId }) => {
      const id = await bought(userId, 2);
      return [of(id, { place: 1, text: "it is closed" }), of(id, { place: 2, text: "it is closed" })];
    },
    deskDecideAccountClaim: async ({ userId }) => [
      of(await claimed(userId), { decision: "accept", reason }),
      of(await claimed(userId), { decision: "accept", reason }),
    ],
    deskAddAccountOffer: async () => [{ body: terms("First") }, { body: terms("Second") }],
    deskEditAccountOffer: async () => {
      const id = await given(0);
      return [of(id, terms("First")), of(id, terms("Second"))];
    },
    deskStepAccountOffer: async () => [
      of(await given(0), { step: "stop", reason }),
      of(await given(0), { step: "stop", reason }),
    ],
    deskAddAccountStock: async () => {
      const id = await given(0);
      return [add(id), add(id)];
    },
    deskTakeDownAccounts: async () => [
      { body: { serviceCode: "wa", reason } },
      { body: { serviceCode: "vi", reason } },
    ],
    deskLiftAccountTakedown: async ({ userId }) => [
      of(await takenDown(userId), { reason }),
      of(await takenDown(userId), { reason }),
    ],
    deskWithdrawAccountStock: async () => [of(await given(2), { reason }), of(await given(2), { reason })],
  };
}
