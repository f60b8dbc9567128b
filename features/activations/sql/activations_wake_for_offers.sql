/*
 * Wakes the searches that wait and could buy one of these goods' offers as they are now; answers how many. One that waits for money is
 * woken when its account can spend the price; the others learn the price, and that they wait for an offer where none fits them any more.
 * Rows that somebody works on are left out: they see the offers by themselves.
 */
create or replace function activations_wake_for_offers(p_service_ids integer[], p_country_ids integer[], p_closed_on_site integer[],
  p_closed_by_api integer[]) returns integer
language sql as $$
  with waiting as materialized (
    select s.id, s.user_id, s.waiting_for, activations_limit_now(s) as most,
      activations_lowest_price(s.user_id, s.service_id, s.country_id, s.operator, s.channel,
        case s.channel when 'site' then p_closed_on_site else p_closed_by_api end, null, null, null) as lowest
    from activations_searches s
    where s.waiting_for is not null
      and (s.service_id, s.country_id) in (select * from unnest(p_service_ids, p_country_ids))
    for update of s skip locked
  ), seen as (
    select w.id, w.lowest, coalesce(w.lowest <= coalesce(w.most, w.lowest), false) as fits,
      w.waiting_for = 'offer' or w.lowest <= coalesce((select m.kopecks from ledger_spendable m where m.user_id = w.user_id), 0)
        as may_pay
    from waiting w
  ), noted as (
    update activations_searches s
    set lowest_kopecks = n.lowest, waiting_for = case when n.fits then s.waiting_for else 'offer' end
    from seen n
    where s.id = n.id and not (n.fits and n.may_pay)
      and (s.lowest_kopecks is distinct from n.lowest or (s.waiting_for = 'money' and not n.fits))
  ), woken as (
    update activations_searches s
    set lowest_kopecks = n.lowest, waiting_for = null, rests_until = null,
      next_at = least(s.next_at, greatest(app_now(), s.rests_until))
    from seen n where s.id = n.id and n.fits and n.may_pay
    returning s.id
  ) select count(*)::integer from woken
$$;
