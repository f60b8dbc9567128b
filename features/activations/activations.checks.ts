/** Statements about the live rows; a row that comes back is an offence. Names follow the invariants P1 to P4, R1 and R3 (reliability 1). */
export const activationChecks = [
  {
    name: "activations P2: every order has its hold, of its price, on its buyer's wallet",
    sql: `select a.id from activations a
          left join ledger_transfers h on h.id = a.hold_id
          left join ledger_accounts w on w.id = h.debit_account_id
          where h.id is null or h.phase <> 'pending' or h.kind <> 'activation' or h.amount_kopecks <> a.price_kopecks
            or w.user_id is distinct from a.user_id`,
  },
  {
    name: "activations P2: every hold belongs to an order, or was replaced when the order moved to another supplier",
    sql: `select h.id from ledger_transfers h
          left join activations a on a.hold_id = h.id
          left join ledger_transfers r on r.pending_id = h.id
          where h.kind = 'activation' and h.phase = 'pending' and a.id is null
            and (r.phase = 'void' and r.reason = 'rerouted') is not true`,
  },
  {
    name: "activations R1/R3: money follows the state: held while open, captured once a code came, refunded otherwise",
    sql: `select a.id, a.state, r.phase from activations a
          left join ledger_transfers r on r.pending_id = a.hold_id
          where case
            when a.state in ('requested', 'unknown', 'waiting') then r.id is not null
            when a.state in ('received', 'completed') then r.phase is distinct from 'post'
            else r.phase is distinct from 'void' end`,
  },
  {
    name: "activations: a wallet holds exactly what its open orders hold, beside holds that are none of an order's",
    sql: `select w.user_id, w.held_kopecks, coalesce(o.held, 0) as open_orders
          from ledger_accounts w
          left join (select user_id, sum(price_kopecks)::bigint as held from activations
            where state in ('requested', 'unknown', 'waiting') group by user_id) o on o.user_id = w.user_id
          left join (select h.debit_account_id, sum(h.amount_kopecks)::bigint as held from ledger_transfers h
            where h.phase = 'pending' and h.kind <> 'activation'
              and not exists (select from ledger_transfers r where r.pending_id = h.id)
            group by 1) other on other.debit_account_id = w.id
          where w.kind = 'user' and w.held_kopecks <> coalesce(o.held, 0) + coalesce(other.held, 0)`,
  },
  {
    name: "activations P3: the price is never above what the buyer agreed to",
    sql: `select id from activations where max_price_kopecks is not null and price_kopecks > max_price_kopecks`,
  },
  {
    name: "activations P3: no order is sold for less than it costs us",
    sql: `select id, price_kopecks, cost_kopecks from activations where price_kopecks < cost_kopecks`,
  },
  {
    name: "activations P3: an order with choices is of a supplier, a price and a number that its buyer agreed to",
    sql: `select a.id from activations a join activations_choices c on c.activation_id = a.id
          where not activations_is_chosen(a.supplier_id, a.price_kopecks, c.min_price_kopecks, c.supplier_ids, c.excluded_suppliers)
            or exists (select from unnest(c.excluded_prefixes) prefix where starts_with(a.number::text, prefix))`,
  },
  {
    name: "activations P4: no unit is on sale and lent at the same time",
    sql: `select a.id from activations a join supply_stock s on s.offer_id = a.offer_id and s.number = a.number
          where a.closed_at is null and a.supplier_kind = 'own'`,
  },
  {
    name: "activations P4: no unit is sold to two open orders",
    sql: `select supplier_id, number, service_id, count(*) as orders from activations
          where closed_at is null and number is not null group by 1, 2, 3 having count(*) > 1`,
  },
  {
    name: "activations: an order that follows another is its buyer's and on its number",
    sql: `select f.activation_id from activations_reorders f
          join activations a on a.id = f.activation_id join activations p on p.id = f.parent_id
          where a.user_id <> p.user_id or a.number is distinct from p.number or a.supplier_id <> p.supplier_id
            or (f.kind = 'again') <> (a.service_id = p.service_id)`,
  },
  {
    name: "activations: a number that was had again never goes back on sale for that service",
    sql: `select f.activation_id from activations_reorders f join activations a on a.id = f.activation_id
          join supply_offers o on o.supplier_id = a.supplier_id and o.service_id = a.service_id
          join supply_stock s on s.offer_id = o.id and s.number = a.number
          where f.kind = 'again'`,
  },
  {
    name: "activations P1: one order for a buyer's key",
    sql: `select user_id, min(id) as first, count(*) as orders from activations group by user_id, idempotency_key having count(*) > 1`,
  },
  {
    name: "activations P1: a key is let go by failed orders and by no others",
    // Older ones let theirs go without the space.
    sql: `select id, state from activations
          where case when state = 'failed' then idempotency_key not like '%:failed:' || id else idempotency_key like '% :failed:' || id end`,
  },
  {
    name: "activations R3: an order without a code is refunded within 60 s of its deadline",
    sql: `select id, state, due_at from activations
          where closed_at is null and state = 'waiting' and expires_at < app_now() - interval '60 seconds'`,
  },
  {
    name: "activations: closed exactly when the state is final; a code exactly when money was captured",
    sql: `select id, state from activations
          where (closed_at is not null) <> (state in ('completed', 'cancelled', 'expired', 'banned', 'failed'))
             or (received_at is not null) <> (state in ('received', 'completed'))
             or (messages_count > 0) <> (received_at is not null)`,
  },
  {
    name: "activations: the supplier's share is booked once for every captured order and never for another",
    sql: `select a.id, t.amount_kopecks from activations a
          left join ledger_transfers t on t.reference = 'activation:' || a.id || ':share'
          where (a.received_at is not null) <> (t.id is not null) or t.amount_kopecks <> a.cost_kopecks`,
  },
  {
    name: "activations: what SMS said is gone a day after the order's end",
    sql: `select m.id, m.activation_id from activations_messages m join activations a on a.id = m.activation_id
          where a.closed_at < app_now() - interval '26 hours'
            and (m.sealed_text is not null or m.sealed_code is not null or m.sender is not null) limit 10`,
  },
] as const;
