import sql, { raw } from "sql-template-tag";
import { broughtNumber, toldOfStock, unanswered } from "#features/supply/attempts/attempts.rules.ts";
import { answerTimeGroups, provenLimits } from "#features/supply/health/figures.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";
import { stateList } from "#lib/db/state-list.ts";

/** Minutes that are summed again each time: an attempt's end may be recorded that much later. */
const AGAIN_MINUTES = 3;

/**
 * Sums what suppliers answered and sent in the last minutes, from the rows that purchases write anyway. Summing twice, or by two workers
 * at once, comes to the same.
 */
export async function sumMinutes(db: Queryable): Promise<number> {
  const [first, second, third, fourth, fifth] = answerTimeGroups;
  return execute(
    db,
    sql`with span as (select date_trunc('minute', app_now(), 'UTC') - make_interval(mins => ${AGAIN_MINUTES}) as since),
        attempts as (
          select s.id as supplier_id, date_trunc('minute', a.started_at, 'UTC') as minute, a.state, timed.ms
          from span cross join supply_suppliers s
          cross join lateral (select * from supply_attempts a where a.supplier_id = s.id and a.started_at >= span.since) a
          -- The time of an attempt that had to be looked into says nothing of the agent.
          cross join lateral (select case when a.resolutions = 0 and a.state not in (${raw(stateList(unanswered))})
            then extract(epoch from a.ended_at - a.started_at) * 1000 end as ms) timed
          where s.kind <> 'own'
        ), asked as (
          select supplier_id, minute, count(*) filter (where state in (${raw(stateList(broughtNumber))})) as numbers,
            count(*) filter (where state = 'no_numbers') as no_numbers, count(*) filter (where state = 'failed') as failed,
            count(*) filter (where state in (${raw(stateList(unanswered))})) as unanswered, count(ms) as timed,
            coalesce(sum(ms), 0)::bigint as ms_sum, array[count(*) filter (where ms <= ${first}), count(*) filter (where ms <= ${second}),
              count(*) filter (where ms <= ${third}), count(*) filter (where ms <= ${fourth}), count(*) filter (where ms <= ${fifth})]::integer[] as within
          from attempts group by 1, 2
        ), sent as (
          select supplier_id, date_trunc('minute', received_at, 'UTC') as minute, count(*) as sms
          from supply_sms, span where sealed_text is not null and received_at >= span.since group by 1, 2
        )
        insert into supply_minutes as m (supplier_id, minute, numbers_count, no_numbers_count, failed_count, unanswered_count,
            timed_count, answer_ms_sum, within_counts, sms_count)
          select supplier_id, minute, coalesce(numbers, 0), coalesce(no_numbers, 0), coalesce(failed, 0), coalesce(unanswered, 0),
            coalesce(timed, 0), coalesce(ms_sum, 0), coalesce(within, '{0,0,0,0,0}'), coalesce(sms, 0)
          from asked full join sent using (supplier_id, minute) order by 1, 2
          on conflict (supplier_id, minute) do update set numbers_count = excluded.numbers_count,
            no_numbers_count = excluded.no_numbers_count, failed_count = excluded.failed_count,
            unanswered_count = excluded.unanswered_count, timed_count = excluded.timed_count,
            answer_ms_sum = excluded.answer_ms_sum, within_counts = excluded.within_counts, sms_count = excluded.sms_count
          where (m.numbers_count, m.no_numbers_count, m.failed_count, m.unanswered_count, m.timed_count, m.answer_ms_sum, m.within_counts,
            m.sms_count) is distinct from (excluded.numbers_count, excluded.no_numbers_count, excluded.failed_count,
            excluded.unanswered_count, excluded.timed_count, excluded.answer_ms_sum, excluded.within_counts, excluded.sms_count)`,
  );
}

/** Sums how often each offer of an agent was asked for, how often that found a number, and how often it failed, by the hour. */
export async function sumOfferHours(db: Queryable): Promise<number> {
  return execute(
    db,
    sql`insert into supply_offer_hours as h (offer_id, hour, told_count, found_count, failed_count)
          select a.offer_id, date_trunc('hour', a.started_at, 'UTC'), count(*) filter (where a.state in (${raw(stateList(toldOfStock))})),
            count(*) filter (where a.state in (${raw(stateList(broughtNumber))})), count(*) filter (where a.state = 'failed')
          from supply_suppliers s
          cross join lateral (
            select * from supply_attempts a where a.supplier_id = s.id
              and a.started_at >= date_trunc('hour', app_now() - make_interval(mins => ${AGAIN_MINUTES}), 'UTC')) a
          where s.kind <> 'own' and a.state not in (${raw(stateList(unanswered))})
          group by 1, 2 order by 1, 2
          on conflict (offer_id, hour) do update set told_count = excluded.told_count, found_count = excluded.found_count,
            failed_count = excluded.failed_count
          where (h.told_count, h.found_count, h.failed_count)
            is distinct from (excluded.told_count, excluded.found_count, excluded.failed_count)`,
  );
}

/** Sets what part of each offer's told stock the last day's attempts prove; null again where they have become too few. */
export async function proveStock(db: Queryable): Promise<number> {
  return execute(
    db,
    sql`with proven as (
          select offer_id, round(100.0 * sum(found_count) / sum(told_count))::smallint as percent from supply_offer_hours
          where hour >= app_now() - make_interval(hours => ${provenLimits.hours})
          group by offer_id having sum(told_count) >= ${provenLimits.attempts}
        ), wanted as (
          select o.id, p.percent from supply_offers o left join proven p on p.offer_id = o.id
          where o.proven_percent is distinct from p.percent and (p.percent is not null or o.proven_percent is not null)
          order by o.id for no key update of o
        )
        update supply_offers o set proven_percent = w.percent, reported_at = app_now() from wanted w where o.id = w.id`,
  );
}

/** Removes sums that no figure looks at any more. */
export async function forgetOldSums(db: Queryable): Promise<number> {
  const minutes = await execute(
    db,
    sql`delete from supply_minutes where minute < app_now() - interval '2 days'`,
  );
  const hours = await execute(
    db,
    sql`delete from supply_offer_hours where hour < app_now() - interval '2 days'`,
  );
  return minutes + hours;
}
