import sql, { empty, type Sql } from "sql-template-tag";
import type { LicenceProduct, LicenceVersion } from "#features/licences/licences.contract.ts";
import type { LicenceProductState } from "#features/licences/licences.rules.ts";
import { askPolicy } from "#features/policy/policy.reads.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";

/** A product as it stands. */
type ProductRow = {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly softwareType: string;
  readonly description: string;
  readonly priceKopecks: number;
  readonly termDays: number | null;
  readonly deviceLimit: number;
  readonly state: LicenceProductState;
};

const PRODUCT = sql`p.id, p.code, p.name, p.software_type as "softwareType", p.description, p.price_kopecks as "priceKopecks",
  p.term_days as "termDays", p.device_limit as "deviceLimit", p.state`;

/** What can be bought, by name; nothing while policy stops the selling of software. */
export async function listProducts(db: Db): Promise<LicenceProduct[]> {
  const { allowed } = await askPolicy(db, { mode: "licences", channel: "site" });
  if (!allowed) return [];
  const found = await rows<ProductRow>(
    db,
    sql`select ${PRODUCT} from licences_products p where p.state = 'on_sale' order by p.name, p.id limit 200`,
  );
  const versions = await versionsOf(
    db,
    found.map(({ id }) => id),
  );
  return found.map(({ state: _, ...product }) => ({ ...product, versions: versions.get(product.id) ?? [] }));
}

/** A product that can be bought; null where it cannot. */
export async function findProductOnSale(
  db: Db,
  id: number,
): Promise<{ name: string; priceKopecks: number } | null> {
  const { allowed } = await askPolicy(db, { mode: "licences", channel: "site" });
  if (!allowed) return null;
  return maybeOne<{ name: string; priceKopecks: number }>(
    db,
    sql`select name, price_kopecks as "priceKopecks" from licences_products where id = ${id} and state = 'on_sale'`,
  );
}

/** The versions that can be downloaded of products, newest first, by product. */
export async function versionsOf(
  db: Queryable,
  productIds: readonly number[],
): Promise<ReadonlyMap<number, LicenceVersion[]>> {
  const found = await rows<{
    productId: number;
    id: number;
    version: string;
    notes: string;
    sha256: string;
    at: Date;
  }>(
    db,
    sql`select product_id as "productId", id, version, notes, sha256, published_at as at from licences_versions
        where product_id = any (${[...productIds]}::bigint[]) and withdrawn_at is null order by id desc`,
  );
  const views = found.map(({ at, ...version }) => ({ ...version, publishedAt: at.toISOString() }));
  return new Map(
    [...Map.groupBy(views, ({ productId }) => productId)].map(([productId, list]) => [
      productId,
      list.slice(0, 20).map(({ productId: _, ...version }) => version),
    ]),
  );
}

type DeskProduct = ProductRow & {
  readonly createdAt: Date;
  /** Licences that were sold, those among them that are good now, and what was paid for all of them. */
  readonly soldCount: number;
  readonly validCount: number;
  readonly paidKopecks: number;
};

export type ProductFilter = { readonly state: LicenceProductState | null; readonly before: number | null };

/** Products as the staff see them, newest first, from below an id on. */
export function listProductsWithSales(
  db: Queryable,
  { state, before }: ProductFilter,
  limit: number,
): Promise<DeskProduct[]> {
  const conditions: Sql = sql`${state === null ? empty : sql`and p.state = ${state}`}
    ${before === null ? empty : sql`and p.id < ${before}`}`;
  return rows<DeskProduct>(
    db,
    sql`select ${PRODUCT}, p.created_at as "createdAt",
          (select count(*)::int from licences l where l.product_id = p.id) as "soldCount",
          (select count(*)::int from licences l where l.product_id = p.id and l.revoked_at is null
            and (l.valid_until is null or l.valid_until > app_now())) as "validCount",
          (select coalesce(sum(s.price_kopecks), 0)::bigint from licences_sales s join licences l on l.id = s.licence_id
            where l.product_id = p.id) as "paidKopecks"
        from licences_products p where true ${conditions} order by p.id desc limit ${limit}`,
  );
}
