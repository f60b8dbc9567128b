import sql from "sql-template-tag";
import { marketplaceRulesVersion } from "#features/stores/applications/store-applications.rules.ts";
import type { StoreOverview } from "#features/stores/overview/store-overview.contract.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";

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
  return { ...store, openedAt: openedAt.toISOString(), rulesVersion: marketplaceRulesVersion };
}
