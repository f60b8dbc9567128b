import sql from "sql-template-tag";
import { priceRules } from "#features/partners/prices/prices.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

type Goods = { readonly serviceId: number; readonly countryId: number };

/** Which of these goods have had as many changes within an hour as they may have: `service:country`, and when one may change again. */
export async function listTiredGoods(
  db: Queryable,
  supplierId: number,
  goods: readonly Goods[],
): Promise<ReadonlyMap<string, number>> {
  const found = await rows<Goods & { waitSeconds: number }>(
    db,
    sql`select c.service_id as "serviceId", c.country_id as "countryId",
          greatest(1, ceil(extract(epoch from c.changed_at + interval '1 hour' - app_now())))::integer as "waitSeconds"
        from (
          select service_id, country_id, changed_at,
            row_number() over (partition by service_id, country_id order by changed_at desc, id desc) as nth
          from partners_price_changes
          where supplier_id = ${supplierId} and changed_at > app_now() - interval '1 hour'
            and (service_id, country_id) in (
              select * from unnest(${goods.map(({ serviceId }) => serviceId)}::integer[],
                ${goods.map(({ countryId }) => countryId)}::integer[]))
        ) c where c.nth = ${priceRules.changesPerHour}`,
  );
  return new Map(found.map((one) => [`${one.serviceId}:${one.countryId}`, one.waitSeconds]));
}
