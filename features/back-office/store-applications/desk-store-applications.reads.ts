import { deskPageSize, type Page, pageFrom } from "#features/back-office/back-office.rules.ts";
import { listNames } from "#features/back-office/names.reads.ts";
import type { StoreApplicationView } from "#features/back-office/store-applications/desk-store-applications.contract.ts";
import { listStoreApplications } from "#features/stores/applications/store-applications.reads.ts";
import type { StoreApplicationState } from "#features/stores/applications/store-applications.rules.ts";
import type { Db } from "#lib/db/pool.ts";

/** Applications for stores as the desk shows them, oldest first: they wait. */
export async function listStoreApplicationViews(
  db: Db,
  { state, after }: { state: StoreApplicationState; after?: number | undefined },
): Promise<Page<StoreApplicationView>> {
  const found = await listStoreApplications(db, { state, after: after ?? null }, deskPageSize + 1);
  const { items, hasMore } = pageFrom(found);
  const nameOf = await listNames(
    db,
    items.flatMap(({ userId, decidedBy }) => [userId, decidedBy]),
  );
  const views = items.map(({ userId, decidedBy, decidedAt, createdAt, ...application }) => ({
    ...application,
    user: nameOf(userId),
    decidedBy: decidedBy === null ? null : nameOf(decidedBy),
    decidedAt: decidedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }));
  return { items: views, hasMore };
}
