import sql from "sql-template-tag";
import { hasRole } from "#features/identity/roles/account-roles.reads.ts";
import {
  type FirstOffer,
  seedStoreOffer,
} from "#features/ready-accounts/first-offers/first-offers.writes.ts";
import { marketplaceRulesVersion } from "#features/stores/applications/store-applications.rules.ts";
import {
  applyForStore,
  decideStoreApplication,
} from "#features/stores/applications/store-applications.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

const KENYA = 8;

const storeOffer: FirstOffer = {
  ...{ serviceCode: "tg", countryId: KENYA, groupName: "Telegram: session and password" },
  ...{ name: "Telegram, three months old", registrationType: "By hand", format: "session", cloudPass: true },
  description: "<p>A number of Kenya, <b>three months old</b>, used by nobody before.</p>",
  ...{ template: "phone:password:session", priceKopecks: kopecks(15_000), minCount: 1, warrantyHours: 72 },
  count: 20,
};

type FirstStore = { readonly ownerId: UserId; readonly email: string; readonly staffId: UserId };

/**
 * A store for the default start, approved by the staff, with an offer on sale. The account applies once for all time: a store that the
 * staff have closed, or an offer that its owner has stopped, stays so. Answers the offer where this call wrote it.
 */
export async function seedFirstStore(
  db: Db,
  store: FirstStore,
): Promise<{ offerId: number; priceKopecks: Kopecks } | null> {
  await withTransaction(db, (tx) => openOnce(tx, store));
  if (!(await hasRole(db, store.ownerId, "store"))) return null;
  const provenance = "Registered by ourselves, with SIM cards of our own.";
  const offerId = await seedStoreOffer(db, storeOffer, { sellerId: store.ownerId, provenance });
  return offerId === null ? null : { offerId, priceKopecks: storeOffer.priceKopecks };
}

async function openOnce(tx: Tx, { ownerId, email, staffId }: FirstStore): Promise<void> {
  await execute(tx, sql`select pg_advisory_xact_lock(hashtext('stores first store'))`);
  const known = await maybeOne(tx, sql`select 1 from stores_applications where user_id = ${ownerId} limit 1`);
  if (known) return;
  const applicationId = await applyForStore(tx, {
    ...{ userId: ownerId, name: "Den of accounts", email, rulesVersion: marketplaceRulesVersion },
    description: "Accounts that we register ourselves, by hand.",
  });
  await decideStoreApplication(tx, {
    ...{ applicationId, decision: "approve", reason: "The store of the default start", staffId, ip: "" },
  });
}
