import { moveFunds } from "#features/ledger/ledger.writes.ts";
import { seedFirstOffers } from "#features/ready-accounts/first-offers/first-offers.writes.ts";
import { buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import { seedFirstStore } from "#features/stores/first-store.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";

type People = {
  readonly buyerId: UserId;
  /** Of the store. */
  readonly owner: { readonly id: UserId; readonly email: string };
  readonly staffId: UserId;
};

/**
 * Ready accounts of the default start: offers of the house, a store with an offer, and an account that the demo's buyer has bought of it.
 * Each is written once, where there is none yet.
 */
export async function seedReadyAccounts(db: Db, { buyerId, owner, staffId }: People): Promise<void> {
  await seedFirstOffers(db, staffId);
  const opened = await seedFirstStore(db, { ownerId: owner.id, email: owner.email, staffId });
  if (!opened) return;
  // Beside what the buyer has: the balance stays what the start says of it.
  await withTransaction(db, (tx) =>
    moveFunds(tx, {
      kind: "demo_credit",
      userId: buyerId,
      amountKopecks: opened.priceKopecks,
      houseCode: "main",
      reference: `demo:${buyerId}:first-account`,
      reason: "demo",
    }),
  );
  const purchase = { userId: buyerId, offerId: opened.offerId, count: 1, maxTotalKopecks: null } as const;
  await buyReadyAccounts(db, { ...purchase, channel: "site", idempotencyKey: "demo:first-account" });
}
