import { hasRole } from "#features/identity/roles/account-roles.reads.ts";
import { setAccountRole } from "#features/identity/roles/account-roles.writes.ts";
import { givenAccountOffer } from "#features/ready-accounts/ready-accounts.factory.ts";
import { marketplaceRulesVersion } from "#features/stores/applications/store-applications.rules.ts";
import {
  applyForStore,
  decideStoreApplication,
} from "#features/stores/applications/store-applications.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";

/** What an applicant writes. */
export const storeWords = {
  name: "Den of accounts",
  description: "Accounts that we register ourselves",
  email: "store@example.com",
} as const;

/** Opens a store for an account as the staff do, unless it is open. */
export async function givenStore(db: Db, userId: UserId): Promise<void> {
  if (await hasRole(db, userId, "store")) return;
  await withTransaction(db, async (tx) => {
    const applicationId = await applyForStore(tx, {
      ...storeWords,
      ...{ userId, rulesVersion: marketplaceRulesVersion },
    });
    await decideStoreApplication(tx, {
      ...{ applicationId, decision: "approve", reason: "as agreed", staffId: 0 as UserId, ip: "" },
    });
  });
}

/** What an offer of a store says beside its terms. */
export const provenance = "Registered by ourselves with our own SIM cards";

/** An offer of a seller's store on sale, with so many accounts in stock; answers it with its lines. */
export async function givenStoreOffer(
  db: Db,
  sellerId: UserId,
  terms: Parameters<typeof givenAccountOffer>[1] = {},
): Promise<{ offerId: number; lines: string[] }> {
  await givenStore(db, sellerId);
  return givenAccountOffer(db, terms, { sellerId, provenance });
}

/** A store that was open once: its owner has lost the role. */
export async function givenFormerStore(db: Db, userId: UserId): Promise<void> {
  await givenStore(db, userId);
  await withTransaction(db, (tx) => setAccountRole(tx, userId, "store", false));
}
