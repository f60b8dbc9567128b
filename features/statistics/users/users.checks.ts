import type { Check } from "#lib/db/check.ts";

const key = "user_id, day, kind, service_id, country_id";
const sums =
  "requests, refused, numbers, successes, cancelled, expired, reported, extensions, captured_kopecks, accounts";
const summed = sums
  .split(", ")
  .map((name) => `sum(${name}) as ${name}`)
  .join(", ");
/** Rows of one kind that the sweep has looked at and found ended. */
const counted = (view: string, kind: string, progress: string) =>
  `select p.* from statistics_of_${view} p, statistics_users_progress where p.id <= ${progress} and not exists (
     select from statistics_running r where r.user_id = p.user_id and r.kind = '${kind}' and r.purchase_id = p.id)`;

/** Compares the figures with the purchases: `days` and `orders` are conditions on both, and on the orders' ids. */
function comparison(days: string, orders: string): string {
  return `with purchase as (
      ${counted("activations", "activation", "last_activation_id")} and ${orders}
      union all ${counted("rentals", "rental", "last_rental_id")}
      union all ${counted("accounts", "accounts", "last_account_order_id")}
      union all select p.* from statistics_of_extensions p, statistics_users_progress where p.id <= last_extension_id
    ), waited as (
      select ${key}, wait_seconds, ${summed} from purchase where ${days} group by ${key}, wait_seconds
    ), told as (
      select ${key}, ${summed},
        coalesce(jsonb_object_agg(wait_seconds::text, successes) filter (where wait_seconds is not null), '{}') as waits
      from waited group by ${key}
    )
    select ${key}, t.requests as purchases, u.requests as counted from told t
      full join (select * from statistics_users where ${days}) u using (${key})
    where (${sums
      .split(", ")
      .map((name) => `t.${name}`)
      .join(", ")}, t.waits) is distinct from (${sums
      .split(", ")
      .map((name) => `u.${name}`)
      .join(", ")}, u.waits)`;
}

/** Figures are derived: they must be what the purchases say. */
export const statisticsUserChecks: readonly Check[] = [
  {
    name: "statistics: a user's figures of the last days are those of their purchases",
    sql: comparison(
      "day > (app_now() at time zone 'UTC')::date - 3",
      "p.id >= coalesce(activations_first_id_at(app_now() - interval '4 days'), 9223372036854775807)",
    ),
  },
  {
    name: "statistics: a user's figures are those of their purchases",
    sql: comparison("true", "true"),
    pace: "daily",
  },
  {
    name: "statistics: what is put aside until it ends is a purchase that was looked at",
    sql: `select r.kind, r.purchase_id from statistics_running r cross join statistics_users_progress
          left join activations a on r.kind = 'activation' and a.id = r.purchase_id and a.user_id = r.user_id
            and a.id <= last_activation_id
          left join rentals l on r.kind = 'rental' and l.id = r.purchase_id and l.user_id = r.user_id and l.id <= last_rental_id
          left join ready_accounts_orders o on r.kind = 'accounts' and o.id = r.purchase_id and o.user_id = r.user_id
            and o.id <= last_account_order_id
          where coalesce(a.id, l.id, o.id) is null`,
  },
];
