import "server-only";
import { requireViewer } from "#features/identity/identity.loaders.ts";
import { getMe } from "#features/identity/identity.reads.ts";
import type { FilterChoices } from "#features/ledger/statement/statement.contract.ts";
import { listFilterChoices } from "#features/ledger/statement/statement.reads.ts";
import { type Filters, readFilters } from "#features/ledger/statement/statement.rules.ts";
import { loadWithdrawals, type Withdrawals } from "#features/payments/withdrawals/withdrawals.loaders.ts";
import type { StoreStanding } from "#features/stores/applications/store-applications.contract.ts";
import { findStoreStanding } from "#features/stores/applications/store-applications.reads.ts";
import type { StoreOverview } from "#features/stores/overview/store-overview.contract.ts";
import { readStore } from "#features/stores/overview/store-overview.reads.ts";
import { storeStatementSources } from "#features/stores/statement/store-statement.reads.ts";
import { pageDb } from "#lib/db/page-db.ts";
import type { AddressQuery } from "#lib/http/address-filters.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** What the store's page shows: the store to its owner, and to anybody else the way to one. */
export type StorePage =
  | {
      readonly kind: "owner";
      readonly store: StoreOverview;
      readonly withdrawals: Withdrawals;
      readonly statement: StoreStatementChoice;
    }
  | { readonly kind: "applicant"; readonly standing: StoreStanding; readonly email: string };

/** By what the statement can be narrowed, and by what it is; its lines are read when somebody opens it. */
type StoreStatementChoice = { readonly filters: Filters; readonly choices: FilterChoices };

/** The page of whoever is signed in; a guest is sent to sign in. */
export async function loadStorePage(locale: Locale, query: AddressQuery): Promise<StorePage> {
  const { userId } = await requireViewer(locale);
  const db = pageDb();
  const standing = await findStoreStanding(db, userId);
  if (!standing.isOwner) return { kind: "applicant", standing, email: (await getMe(db, userId)).email };
  const [store, withdrawals, choices] = await Promise.all([
    readStore(db, userId),
    loadWithdrawals(locale, "store"),
    listFilterChoices(db, storeStatementSources, { userId, balance: "store" }, locale),
  ]);
  // Services are no filter of this one.
  const filters = { ...readFilters(query), service: "" };
  return { kind: "owner", store, withdrawals, statement: { filters, choices } };
}
