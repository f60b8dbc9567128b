import sql from "sql-template-tag";
import { readPolicy } from "#features/policy/policy.reads.ts";
import { decideSale, type Policy, type SaleChannel } from "#features/policy/policy.rules.ts";
import type { Actor } from "#lib/api/actor.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

/** What a buyer sees of a service in a country: the cheapest price of each tier and the stock behind all suppliers. */
export type PricedOffer = {
  readonly serviceId: number;
  readonly countryId: number;
  readonly retailKopecks: Kopecks;
  readonly wholesaleKopecks: Kopecks;
  /** Price agreed with the asking account, or null. */
  readonly personalKopecks: Kopecks | null;
  /** Numbers that can be on air now, as the suppliers report them. */
  readonly count: number;
  /** What of the count recent attempts prove. */
  readonly provenCount: number;
};

export type OfferFilter = {
  readonly serviceId?: number;
  readonly countryId?: number;
  readonly operator?: string;
  readonly channel: SaleChannel;
  /** Whose agreed prices to show, without what costs us more than them; a proven id or null. */
  readonly userId: number | null;
};

type OfferRow = {
  service_id: number;
  country_id: number;
  retail_kopecks: number;
  wholesale_kopecks: number;
  personal_kopecks: number | null;
  count: number;
  proven_count: number;
};

/**
 * Offers in stock that policy lets through the door, one per service and country, cheapest first.
 * Reads prices as they are now, never older than the last sweep (a second).
 */
export async function listOffers(db: Db, filter: OfferFilter): Promise<PricedOffer[]> {
  const policy = await readPolicy(db);
  const found = await rows<OfferRow>(
    db,
    sql`select o.service_id, o.country_id, min(o.retail_kopecks) as retail_kopecks,
          min(o.wholesale_kopecks) as wholesale_kopecks, min(p.price_kopecks) as personal_kopecks, sum(o.count)::int as count,
          sum(least(o.proven_count, o.count))::int as proven_count
        from pricing_offers o
        left join pricing_personal_prices p
          on p.user_id = ${filter.userId}::bigint and p.service_id = o.service_id and p.country_id = o.country_id
        where o.healthy and o.count > 0
          and (${filter.serviceId ?? null}::int is null or o.service_id = ${filter.serviceId ?? null})
          and (${filter.countryId ?? null}::int is null or o.country_id = ${filter.countryId ?? null})
          and (${filter.operator ?? null}::text is null or o.operator = ${filter.operator ?? null})
          and (${filter.channel} = 'api' or not o.api_only)
          and o.supplier_id <> all (${deniedSuppliers(policy, filter.channel)}::int[])
          and (p.price_kopecks is null or o.cost_kopecks <= p.price_kopecks)
        group by o.service_id, o.country_id
        order by 3, 2, 1`,
  );
  return found.filter((row) => isForSale(policy, row, filter.channel)).map(toOffer);
}

/** What one supplier asks for a service in a country now, all its operators together per price. */
export type SupplierOffer = {
  readonly serviceId: number;
  readonly countryId: number;
  readonly supplierId: number;
  readonly retailKopecks: Kopecks;
  readonly wholesaleKopecks: Kopecks;
  readonly count: number;
};

function isForSale(policy: Policy, row: OfferRow, channel: SaleChannel): boolean {
  return decideSale(policy, {
    serviceId: row.service_id,
    countryId: row.country_id,
    mode: "activation",
    channel,
  }).allowed;
}

function toOffer(row: OfferRow): PricedOffer {
  return {
    serviceId: row.service_id,
    countryId: row.country_id,
    retailKopecks: kopecks(row.retail_kopecks),
    wholesaleKopecks: kopecks(row.wholesale_kopecks),
    personalKopecks: row.personal_kopecks === null ? null : kopecks(row.personal_kopecks),
    count: row.count,
    provenCount: row.proven_count,
  };
}

/** Suppliers that a kill switch names, for a door. */
export function deniedSuppliers(policy: Policy, channel: SaleChannel): number[] {
  const named = new Set(policy.blocks.map((block) => block.supplierId).filter((id) => id !== null));
  return [...named].filter(
    (supplierId) => !decideSale(policy, { supplierId, mode: "activation", channel }).allowed,
  );
}

/** Does this account buy at the wholesale tier? */
export async function isWholesaleAccount(db: Queryable, userId: number): Promise<boolean> {
  return (
    (await maybeOne(db, sql`select 1 as yes from pricing_wholesale_accounts where user_id = ${userId}`)) !==
    null
  );
}

/** Whether a list is answered at wholesale: where that is asked for, to accounts of that tier; to everybody else at retail. */
export async function isAnsweredAtWholesale(db: Queryable, actor: Actor, isAsked: boolean): Promise<boolean> {
  return isAsked && actor.kind === "user" && isWholesaleAccount(db, actor.userId);
}

export type BuyerPrices = {
  readonly isWholesale: boolean;
  /** Prices agreed with the account; most have none. */
  readonly personal: readonly {
    readonly serviceId: number;
    readonly countryId: number;
    readonly priceKopecks: number;
  }[];
};

/** By which prices an account buys, in one statement: its tier and its agreed prices. */
export async function findBuyerPrices(db: Queryable, userId: number): Promise<BuyerPrices> {
  const row = await maybeOne<BuyerPrices>(db, {
    name: "pricing-buyer",
    text: `select exists (select from pricing_wholesale_accounts where user_id = $1) as "isWholesale",
        coalesce((select jsonb_agg(jsonb_build_object('serviceId', service_id, 'countryId', country_id, 'priceKopecks', price_kopecks))
          from pricing_personal_prices where user_id = $1), '[]') as personal`,
    values: [userId],
  });
  return row ?? { isWholesale: false, personal: [] };
}

export type AgreedPrice = {
  readonly serviceId: number;
  readonly countryId: number;
  readonly priceKopecks: number;
  /** The lowest prices of what is in stock now; null while nothing is. */
  readonly retailKopecks: number | null;
  readonly wholesaleKopecks: number | null;
  readonly grantedAt: Date;
};

/** The prices agreed with an account beside everybody's, newest first. */
export function listAgreedPrices(db: Queryable, userId: number): Promise<AgreedPrice[]> {
  return rows<AgreedPrice>(
    db,
    sql`select p.service_id as "serviceId", p.country_id as "countryId", p.price_kopecks as "priceKopecks",
          o.retail as "retailKopecks", o.wholesale as "wholesaleKopecks", p.granted_at as "grantedAt"
        from pricing_personal_prices p
        cross join lateral (
          select min(retail_kopecks) as retail, min(wholesale_kopecks) as wholesale from pricing_offers
          where service_id = p.service_id and country_id = p.country_id and healthy and count > 0
        ) o
        where p.user_id = ${userId}
        order by p.granted_at desc, p.service_id, p.country_id`,
  );
}

/** What a number of a service and country costs us at least now, or null while none is in stock. */
export async function findLowestCost(
  db: Queryable,
  { serviceId, countryId }: { serviceId: number; countryId: number },
): Promise<Kopecks | null> {
  const found = await maybeOne<{ cost: number | null }>(
    db,
    sql`select min(cost_kopecks) as cost from pricing_offers
        where service_id = ${serviceId} and country_id = ${countryId} and healthy and count > 0`,
  );
  return found?.cost == null ? null : kopecks(found.cost);
}

/** The lowest prices of a service in a country, and what a number costs us there at least. */
export type CountryCost = {
  readonly countryId: number;
  readonly retailKopecks: Kopecks;
  readonly wholesaleKopecks: Kopecks;
  readonly costKopecks: Kopecks;
};

/** Prices and cost of what is in stock of a service now, one row per country. For the staff: nobody else learns a cost. */
export function listCountryCosts(db: Queryable, serviceId: number): Promise<CountryCost[]> {
  return rows<CountryCost>(
    db,
    sql`select country_id as "countryId", min(retail_kopecks) as "retailKopecks",
          min(wholesale_kopecks) as "wholesaleKopecks", min(cost_kopecks) as "costKopecks"
        from pricing_offers where service_id = ${serviceId} and healthy and count > 0 group by country_id`,
  );
}
