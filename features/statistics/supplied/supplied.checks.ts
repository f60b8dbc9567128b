import type { Check } from "#lib/db/check.ts";

const key = "supplier_id, day, kind, service_id, country_id, operator";
const sums = ["requests", "codes", "cancelled", "expired", "reported", "sms", "share_kopecks"];
const summed = sums.map((name) => `sum(${name}) as ${name}`).join(", ");
const of = (row: string) => sums.map((name) => `${row}.${name}`).join(", ");

const counted = (kind: string) =>
  `select s.*, 1 as requests from statistics_supplied_orders o join statistics_supplied_${kind}s s on s.order_id = o.order_id
   where o.kind = '${kind}' and not o.is_running`;

/** Figures are derived: they must be what the orders say. */
export const suppliedChecks: readonly Check[] = [
  {
    name: "statistics: a partner's figures are those of the orders on its numbers",
    sql: `with each as (${counted("activation")} union all ${counted("rental")}),
        waited as (select ${key}, wait_seconds, ${summed} from each group by ${key}, wait_seconds),
        told as (
          select ${key}, ${summed}, coalesce(jsonb_object_agg(wait_seconds::text, codes) filter (where wait_seconds is not null), '{}') as waits
          from waited group by ${key})
      select ${key}, t.requests as orders, u.requests as counted from told t full join statistics_supplied u using (${key})
      where (${of("t")}, t.waits) is distinct from (${of("u")}, u.waits)`,
    pace: "daily",
  },
  {
    name: "statistics: every order on a partner's number is listed as that partner's, and no other",
    sql: `with each as (
        select s.supplier_id, s.kind, s.order_id from statistics_supplied_activations s
          join supply_suppliers p on p.id = s.supplier_id and p.owner_user_id is not null, statistics_supplied_progress
          where s.order_id <= last_activation_id
        union all
        select s.supplier_id, s.kind, s.order_id from statistics_supplied_rentals s
          join supply_suppliers p on p.id = s.supplier_id and p.owner_user_id is not null, statistics_supplied_progress
          where s.order_id <= last_rental_id)
      select kind, order_id from each full join statistics_supplied_orders o using (supplier_id, kind, order_id)
      where each.order_id is null or o.order_id is null`,
    pace: "daily",
  },
];
