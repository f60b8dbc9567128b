/** Figures are derived: they must be what the orders say. */
export const statisticsChecks = [
  {
    name: "statistics: every order that was counted was counted once",
    sql: `select coalesce(d.day, o.day) as day from
            (select day, sum(purchases) as purchases, sum(successes) as successes from statistics_days
              where day > (app_now() at time zone 'UTC')::date - 3 group by day) d
          full join
            (select (requested_at at time zone 'UTC')::date as day, count(*) as purchases, count(received_at) as successes
              from activations, statistics_progress
              where id <= last_order_id and state <> 'failed'
                and id >= (select activations_first_id_at(app_now() - interval '4 days'))
                and requested_at >= ((app_now() at time zone 'UTC')::date - 2)::timestamp at time zone 'UTC' group by 1) o using (day)
          where (d.purchases, d.successes) is distinct from (o.purchases, o.successes)`,
  },
  {
    name: "statistics: the waits of a day are those of the purchases that got their code",
    sql: `select d.day from (select day, sum(successes) as successes from statistics_days
              where day > (app_now() at time zone 'UTC')::date - 3 group by day) d
          left join lateral (select sum(each.codes::bigint) as codes from statistics_day_waits w, jsonb_each_text(w.waits) each(seconds, codes)
            where w.day = d.day) w on true
          where coalesce(w.codes, 0) > d.successes`,
  },
] as const;
