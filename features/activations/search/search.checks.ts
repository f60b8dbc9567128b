import { searchLimits } from "#features/activations/search/search.rules.ts";

/** Statements about number searches; a row that comes back is an offence. */
export const searchChecks = [
  {
    name: "searches: one search has bought one number at most, beside those that it gave back",
    sql: `select o.search_id, count(*) as kept from activations_search_orders o join activations a on a.id = o.activation_id
          where a.state not in ('cancelled', 'expired', 'banned', 'failed') group by 1 having count(*) > 1`,
  },
  {
    name: "searches: an order of a search is its buyer's, of its service and country, and within its highest limit",
    sql: `select o.activation_id from activations_search_orders o
          join activations a on a.id = o.activation_id join activations_searches s on s.id = o.search_id
          where a.user_id <> s.user_id or a.service_id <> s.service_id or a.country_id <> coalesce(s.country_id, a.country_id)
            or a.price_kopecks > s.step_kopecks[cardinality(s.step_kopecks)]`,
  },
  {
    name: "searches: one without a limit has bought nothing above its quote and the tolerance",
    sql: `select o.activation_id, a.price_kopecks, s.quoted_kopecks, s.quoted_most_kopecks from activations_search_orders o
          join activations a on a.id = o.activation_id join activations_searches s on s.id = o.search_id
          where cardinality(s.step_kopecks) = 0 and a.price_kopecks > coalesce(s.quoted_most_kopecks, 0)`,
  },
  {
    name: "searches: the order that a search has is one of its own",
    sql: `select s.id from activations_searches s
          left join activations_search_orders o on o.activation_id = s.activation_id and o.search_id = s.id
          where s.activation_id is not null and o.activation_id is null`,
  },
  {
    name: "searches: nothing is asked for by a search that has ended without a number",
    sql: `select s.id, a.id as order_id, a.state from activations_searches s
          join activations_search_orders o on o.search_id = s.id join activations a on a.id = o.activation_id
          where s.state in ('stopped', 'over', 'refused') and a.state not in ('cancelled', 'expired', 'banned', 'failed')`,
  },
  {
    name: "searches: one that still searches holds no number",
    sql: `select s.id, a.id as order_id from activations_searches s
          join activations_search_orders o on o.search_id = s.id join activations a on a.id = o.activation_id
          where s.state = 'searching' and a.state not in ('cancelled', 'expired', 'banned', 'failed')`,
  },
  {
    name: "searches: one that searches is looked at by its end at the latest",
    sql: `select id, next_at, ends_at from activations_searches
          where state = 'searching' and next_at > greatest(ends_at, app_now()) + interval '1 minute'`,
  },
  {
    name: "searches: one that waits for money has seen a price within its limit",
    sql: `select s.id, s.lowest_kopecks from activations_searches s where s.waiting_for = 'money' and (s.lowest_kopecks is null
            or s.lowest_kopecks > greatest(s.step_kopecks[cardinality(s.step_kopecks)], s.quoted_most_kopecks))`,
  },
  {
    name: "searches: every account that searches has its turn",
    sql: `select s.id, s.user_id from activations_searches s
          where s.closed_at is null and s.created_at < app_now() - interval '10 minutes'
            and not exists (select from activations_search_turns t where t.user_id = s.user_id)`,
  },
  {
    name: "searches: no account is kept from its next attempt for longer than one may take",
    sql: `select user_id, busy_until from activations_search_turns
          where busy_until > app_now() + make_interval(secs => ${searchLimits.turnSeconds} + 60)`,
  },
] as const;
