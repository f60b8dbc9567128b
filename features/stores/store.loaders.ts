import "server-only";
import { requireViewer } from "#features/identity/identity.loaders.ts";
import { getMe } from "#features/identity/identity.reads.ts";
import { loadWithdrawals, type Withdrawals } from "#features/payments/withdrawals/withdrawals.loaders.ts";
import type { StoreStanding } from "#features/stores/applications/store-applications.contract.ts";
import { findStoreStanding } from "#features/stores/applications/store-applications.reads.ts";
import type { StoreOverview } from "#features/stores/overview/store-overview.contract.ts";
import { readStore } from "#features/stores/overview/store-overview.reads.ts";
import { pageDb } from "#lib/db/page-db.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** What the store's page shows: the store to its owner, and to anybody else the way to one. */
export type StorePage =
  | { readonly kind: "owner"; readonly store: StoreOverview; readonly withdrawals: Withdrawals }
  | { readonly kind: "applicant"; readonly standing: StoreStanding; readonly email: string };

/** The page of whoever is signed in; a guest is sent to sign in. */
export async function loadStorePage(locale: Locale): Promise<StorePage> {
  const { userId } = await requireViewer(locale);
  const db = pageDb();
  const standing = await findStoreStanding(db, userId);
  if (!standing.isOwner) return { kind: "applicant", standing, email: (await getMe(db, userId)).email };
  const [store, withdrawals] = await Promise.all([readStore(db, userId), loadWithdrawals(locale, "store")]);
  return { kind: "owner", store, withdrawals };
}
