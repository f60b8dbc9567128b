import sql, { empty } from "sql-template-tag";
import { acceptedClaimStates } from "#features/ready-accounts/ready-accounts.rules.ts";
import type { AccountOfferState } from "#features/ready-accounts/stock/stock.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, one, rows } from "#lib/db/query.ts";

/** An offer as whoever sells by it sees it. */
export type OfferWithStock = {
  readonly id: number;
  /** The owner of the store; null = the house. */
  readonly sellerId: number | null;
  readonly state: AccountOfferState;
  readonly serviceId: number;
  readonly countryId: number;
  readonly groupName: string;
  readonly name: string;
  readonly registrationType: string;
  readonly format: string;
  readonly cloudPass: boolean;
  readonly description: string;
  readonly template: string;
  readonly priceKopecks: number;
  readonly minCount: number;
  readonly warrantyHours: number;
  readonly provenance: string | null;
  readonly barredAt: Date | null;
  readonly isTakenDown: boolean;
  readonly stock: { available: number; held: number; sold: number; withdrawn: number };
  /** Claims under the warranty: those that wait, and those that were accepted. */
  readonly claims: { open: number; accepted: number };
  readonly createdAt: Date;
};

export type OfferFilter = {
  readonly state: AccountOfferState | null;
  /** Those of this seller alone. */
  readonly sellerId?: number;
  /** Those alone that are on sale and have too little left to be bought. */
  readonly isEmpty?: boolean;
  readonly before: number | null;
};

/** On sale, and nobody can buy it. */
const EMPTY_OFFER = sql`o.state = 'on_sale' and o.min_count > (select count(*) from ready_accounts_units u
  where u.offer_id = o.id and u.state = 'available' and (u.expires_at is null or u.expires_at > app_now()))`;

/** Offers with their stock in numbers, newest first, from below an id on. */
export function listOffersWithStock(
  db: Queryable,
  filter: OfferFilter,
  limit: number,
): Promise<OfferWithStock[]> {
  return rows<OfferWithStock>(
    db,
    sql`select o.id, o.seller_id as "sellerId", o.state, o.service_id as "serviceId", o.country_id as "countryId", o.group_name as "groupName", o.name,
          o.registration_type as "registrationType", o.format, o.cloud_pass as "cloudPass", o.description_html as description,
          o.template, o.price_kopecks as "priceKopecks", o.min_count as "minCount", o.warranty_hours as "warrantyHours",
          o.provenance, o.barred_at as "barredAt", o.created_at as "createdAt",
          ready_accounts_is_taken_down(o.service_id) as "isTakenDown",
          (select jsonb_build_object('available', count(*) filter (where u.state = 'available'),
              'held', count(*) filter (where u.state = 'held'), 'sold', count(*) filter (where u.state = 'sold'),
              'withdrawn', count(*) filter (where u.state = 'withdrawn'))
            from ready_accounts_units u where u.offer_id = o.id) as stock,
          (select jsonb_build_object('open', count(*) filter (where c.state = 'open'),
              'accepted', count(*) filter (where c.state = any (${[...acceptedClaimStates]})))
            from ready_accounts_claims c where c.offer_id = o.id) as claims
        from ready_accounts_offers o
        where (${filter.state}::text is null or o.state = ${filter.state})
          and (${filter.before}::bigint is null or o.id < ${filter.before})
          ${filter.sellerId === undefined ? empty : sql`and o.seller_id = ${filter.sellerId}`}
          ${filter.isEmpty ? sql`and ${EMPTY_OFFER}` : empty}
        order by o.id desc limit ${limit}`,
  );
}

/** How many offers are on sale that nobody can buy. */
export async function countEmptyOffers(db: Queryable): Promise<number> {
  const { count } = await one<{ count: number }>(
    db,
    sql`select count(*)::int as count from ready_accounts_offers o where ${EMPTY_OFFER}`,
  );
  return count;
}

/** Whether an offer is this seller's. */
export async function isOfferOf(db: Queryable, id: number, sellerId: number): Promise<boolean> {
  const own = sql`select 1 from ready_accounts_offers where id = ${id} and seller_id = ${sellerId}`;
  return (await maybeOne(db, own)) !== null;
}
