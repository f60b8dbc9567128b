import sql from "sql-template-tag";
import { setCustomPrice } from "#features/identity/identity.writes.ts";
import { listedPrice, openPrice } from "#features/pricing/listed/listed-price.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";

export type ChangedOffer = { serviceId: number; countryId: number; priceChanged: boolean };

/**
 * Brings prices up to what the suppliers offer: new offers, counts, health, and prices by the most special margin.
 * Writes only what differs, and what went or became dearer into `pricing_past_offers`: the same statement takes a price from the
 * lists and begins to hold purchases without a limit to it (`pricing_most` says which of them). @param since looks only at offers reported after it; null looks at all.
 */
export async function refreshOffers(db: Queryable, since: Date | null): Promise<ChangedOffer[]> {
  const changed = await rows<{ service_id: number; country_id: number; price_changed: boolean }>(
    db,
    sql`with wanted as (
          select o.id, o.service_id, o.country_id, o.supplier_id, o.operator, o.kind, o.cost_kopecks, o.count, o.healthy,
                 nullif(o.proven_count, o.count) as proven_count,
                 o.cost_kopecks + (o.cost_kopecks * m.retail_bp + 9999) / 10000 as retail,
                 o.cost_kopecks + (o.cost_kopecks * m.wholesale_bp + 9999) / 10000 as wholesale
          from supply_current_offers o
          cross join lateral (
            select retail_bp, wholesale_bp from pricing_margins m
            where (m.service_id is null or m.service_id = o.service_id) and (m.country_id is null or m.country_id = o.country_id)
            order by (m.service_id is not null) desc, (m.country_id is not null) desc limit 1
          ) m
          where ${since}::timestamptz is null or o.reported_at > ${since}
        ), before as (
          select o.id, o.retail_kopecks, o.wholesale_kopecks, o.count, o.healthy, o.listed_since
          from pricing_offers o where o.id in (select id from wanted)
        ), put as (
          insert into pricing_offers as o (id, service_id, country_id, supplier_id, operator, supplier_kind, cost_kopecks,
              retail_kopecks, wholesale_kopecks, count, proven_count, healthy)
            select id, service_id, country_id, supplier_id, operator, kind, cost_kopecks, retail, wholesale, count, proven_count, healthy
            from wanted order by id
          on conflict (id) do update set
              cost_kopecks = excluded.cost_kopecks, retail_kopecks = excluded.retail_kopecks,
              wholesale_kopecks = excluded.wholesale_kopecks, count = excluded.count, healthy = excluded.healthy,
              proven_count = excluded.proven_count,
              version = o.version + case when o.retail_kopecks <> excluded.retail_kopecks
                or o.wholesale_kopecks <> excluded.wholesale_kopecks then 1 else 0 end,
              listed_since = case when o.healthy and o.count > 0 and o.retail_kopecks = excluded.retail_kopecks
                and o.wholesale_kopecks = excluded.wholesale_kopecks then o.listed_since else app_now() end,
              updated_at = app_now()
            where (o.cost_kopecks, o.retail_kopecks, o.wholesale_kopecks, o.count, o.proven_count, o.healthy)
              is distinct from (excluded.cost_kopecks, excluded.retail_kopecks, excluded.wholesale_kopecks, excluded.count,
                excluded.proven_count, excluded.healthy)
          returning o.id, o.service_id, o.country_id, o.supplier_id, o.operator, o.api_only, o.retail_kopecks,
            o.wholesale_kopecks, o.count, o.healthy
        ), past as (
          insert into pricing_past_offers (service_id, country_id, supplier_id, operator, api_only, retail_kopecks,
              wholesale_kopecks, until, count, is_listed)
            select put.service_id, put.country_id, put.supplier_id, put.operator, put.api_only, b.retail_kopecks,
              b.wholesale_kopecks, app_now() + make_interval(secs => ${openPrice.toldSeconds}), b.count,
              b.count >= ${listedPrice.count} and b.listed_since <= app_now() - make_interval(secs => ${listedPrice.seconds})
            from put join before b on b.id = put.id
            where b.healthy and b.count > 0 and (not put.healthy or put.count = 0
              or put.retail_kopecks > b.retail_kopecks or put.wholesale_kopecks > b.wholesale_kopecks)
        )
        select put.service_id, put.country_id,
          bool_or(b.id is null or b.retail_kopecks <> put.retail_kopecks or b.wholesale_kopecks <> put.wholesale_kopecks
            or b.healthy <> put.healthy or (b.count = 0) <> (put.count = 0)) as price_changed
        from put left join before b on b.id = put.id
        group by put.service_id, put.country_id`,
  );
  return changed.map((row) => ({
    serviceId: row.service_id,
    countryId: row.country_id,
    priceChanged: row.price_changed,
  }));
}

/** Removes what nobody is held to any more. */
export async function forgetPastOffers(db: Queryable): Promise<void> {
  await execute(db, sql`delete from pricing_past_offers where until <= app_now()`);
}

export type Margin = {
  serviceId: number | null;
  countryId: number | null;
  retailBp: number;
  wholesaleBp: number;
};

/** Sets the margin of a selector in basis points on the supplier's cost; prices follow with the next full refresh. */
export async function setMargin(tx: Queryable, margin: Margin): Promise<void> {
  await execute(
    tx,
    sql`insert into pricing_margins (service_id, country_id, retail_bp, wholesale_bp)
        values (${margin.serviceId}, ${margin.countryId}, ${margin.retailBp}, ${margin.wholesaleBp})
        on conflict on constraint pricing_margins_selector
        do update set retail_bp = excluded.retail_bp, wholesale_bp = excluded.wholesale_bp`,
  );
}

/** Agrees a price with one account ('your price'); the account says from then on that it has prices of its own. */
export async function agreePersonalPrice(
  tx: Queryable,
  agreement: { userId: number; serviceId: number; countryId: number; priceKopecks: Kopecks },
): Promise<void> {
  await execute(
    tx,
    sql`insert into pricing_personal_prices (user_id, service_id, country_id, price_kopecks)
        values (${agreement.userId}, ${agreement.serviceId}, ${agreement.countryId}, ${agreement.priceKopecks})
        on conflict (user_id, service_id, country_id) do update set price_kopecks = excluded.price_kopecks, granted_at = app_now()`,
  );
  await setCustomPrice(tx, agreement.userId, true);
}

/** Ends an agreed price; the account pays what its tier pays. Answers whether there was one. */
export async function endPersonalPrice(
  tx: Queryable,
  { userId, serviceId, countryId }: { userId: number; serviceId: number; countryId: number },
): Promise<boolean> {
  const ended = await execute(
    tx,
    sql`delete from pricing_personal_prices
        where user_id = ${userId} and service_id = ${serviceId} and country_id = ${countryId}`,
  );
  const { isLeft } = await one<{ isLeft: boolean }>(
    tx,
    sql`select exists (select from pricing_personal_prices where user_id = ${userId})
          or exists (select from pricing_rent_personal_prices where user_id = ${userId}) as "isLeft"`,
  );
  await setCustomPrice(tx, userId, isLeft);
  return ended > 0;
}

/** Makes the wholesale tier follow turnover: `userIds` are all who qualify now; granted accounts stay. */
export async function replaceWholesaleByTurnover(tx: Queryable, userIds: readonly number[]): Promise<void> {
  await execute(
    tx,
    sql`delete from pricing_wholesale_accounts where reason = 'turnover' and user_id <> all (${userIds}::bigint[])`,
  );
  await execute(
    tx,
    sql`insert into pricing_wholesale_accounts (user_id, reason) select id, 'turnover' from unnest(${userIds}::bigint[]) as id
        on conflict (user_id) do nothing`,
  );
}

/** Lets an account buy at the wholesale tier whatever its turnover. */
export async function grantWholesale(tx: Queryable, userId: number): Promise<void> {
  await execute(
    tx,
    sql`insert into pricing_wholesale_accounts (user_id, reason) values (${userId}, 'grant')
        on conflict (user_id) do update set reason = 'grant'`,
  );
}
