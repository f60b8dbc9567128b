import sql from "sql-template-tag";
import { countStoreMovements } from "#features/ledger/statement/histories.reads.ts";
import { listStoreSales, readStoreEarnings } from "#features/ready-accounts/earnings/store-earnings.reads.ts";
import { marketplaceRulesVersion } from "#features/stores/applications/store-applications.rules.ts";
import type { StoreOverview, StoreSale } from "#features/stores/overview/store-overview.contract.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";
import { env } from "#lib/env.ts";

type StoreRow = Pick<StoreOverview, "name" | "description" | "email" | "isAgreed"> & { openedAt: Date };

/** A seller's store. Whose it is, is the caller's to know. */
export async function readStore(db: Queryable, sellerId: number): Promise<StoreOverview> {
  const { openedAt, ...store } = await one<StoreRow>(
    db,
    sql`select s.name, s.description, s.email, s.opened_at as "openedAt",
          exists (select from stores_acceptances a
            where a.user_id = s.user_id and a.version = ${marketplaceRulesVersion}) as "isAgreed"
        from stores_stores s where s.user_id = ${sellerId}`,
  );
  const { nextDueAt, ...earnings } = await readStoreEarnings(db, sellerId);
  const version = await countStoreMovements(db, sellerId);
  return {
    ...store,
    ...earnings,
    openedAt: openedAt.toISOString(),
    rulesVersion: marketplaceRulesVersion,
    commissionPercent: env.STORE_COMMISSION_PERCENT,
    nextDueAt: nextDueAt?.toISOString() ?? null,
    version,
  };
}

/** A page of a seller's sales, newest first, from below an order's id on. */
export async function listSaleViews(
  db: Queryable,
  sellerId: number,
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Promise<{ sales: StoreSale[]; nextCursor: string | null }> {
  const found = await listStoreSales(db, { sellerId, before }, limit + 1);
  const shown = found.slice(0, limit);
  return {
    sales: shown.map((sale) => ({
      ...sale,
      dueAt: sale.dueAt.toISOString(),
      paidAt: sale.paidAt?.toISOString() ?? null,
      soldAt: sale.soldAt.toISOString(),
    })),
    nextCursor: found.length > shown.length ? String(shown.at(-1)?.orderId) : null,
  };
}
