/** Statements about the live rows; a row that comes back is an offence. */
export const readyAccountChecks = [
  {
    name: "ready accounts: every order has its hold, of its total, on its buyer's wallet",
    sql: `select r.id from ready_accounts_orders r
          left join ledger_transfers h on h.id = r.hold_id
          left join ledger_accounts w on w.id = h.debit_account_id
          where h.id is null or h.phase <> 'pending' or h.kind <> 'ready_account' or h.amount_kopecks <> r.total_kopecks
            or w.user_id is distinct from r.user_id`,
  },
  {
    name: "ready accounts: every hold belongs to an order",
    sql: `select h.id from ledger_transfers h left join ready_accounts_orders r on r.hold_id = h.id
          where h.kind = 'ready_account' and h.phase = 'pending' and r.id is null`,
  },
  {
    name: "ready accounts: money follows the state: captured exactly once when delivered, refunded when cancelled",
    sql: `select r.id, r.state, t.phase from ready_accounts_orders r left join ledger_transfers t on t.pending_id = r.hold_id
          where t.phase is distinct from case r.state when 'delivered' then 'post' when 'cancelled' then 'void' end`,
  },
  {
    name: "ready accounts: of a service that is taken down nothing is on sale, in stock or held 60 s later",
    sql: `select t.id, o.id as offer_id from ready_accounts_takedowns t join ready_accounts_offers o on o.service_id = t.service_id
          where t.ended_at is null and t.taken_down_at < app_now() - interval '60 seconds' and (
            (o.state = 'on_sale' and o.changed_at < app_now() - interval '60 seconds')
            or exists (select from ready_accounts_units u join ready_accounts_uploads p on p.id = u.upload_id
              where u.offer_id = o.id and u.state in ('available', 'held') and p.added_at < app_now() - interval '60 seconds'))`,
  },
  {
    name: "ready accounts: a takedown's end is the end of its block",
    sql: `select t.id from ready_accounts_takedowns t left join policy_blocks b on b.id = t.block_id
          where b.id is null or b.service_id is distinct from t.service_id or b.mode is distinct from 'readyAccounts'
            or (t.ended_at is not null and b.lifted_at is null)`,
  },
  {
    name: "ready accounts: what was captured is the sum of the delivered orders",
    sql: `select captured.kopecks as captured, delivered.kopecks as delivered from
            (select coalesce(sum(amount_kopecks), 0) as kopecks from ledger_transfers where kind = 'ready_account' and phase = 'post') captured,
            (select coalesce(sum(total_kopecks), 0) as kopecks from ready_accounts_orders where state = 'delivered') delivered
          where captured.kopecks <> delivered.kopecks`,
  },
  {
    name: "ready accounts: an order has as many accounts as were bought, and none once its money is back",
    sql: `select r.id, r.state, r.count, count(i.unit_id) as units from ready_accounts_orders r
          left join ready_accounts_items i on i.order_id = r.id and i.released_at is null
          group by r.id having count(i.unit_id) <> case when r.state = 'cancelled' then 0 else r.count end`,
  },
  {
    name: "ready accounts: an account is held by one open order, sold by one delivered order or given in place of another, and else by none",
    sql: `select u.id, u.state, count(r.id) as orders, count(c.id) as claims from ready_accounts_units u
          left join ready_accounts_items i on i.unit_id = u.id and i.released_at is null
          left join ready_accounts_orders r on r.id = i.order_id
          left join ready_accounts_claims c on c.replacement_unit_id = u.id
          group by u.id
          having count(r.id) + count(c.id) <> (u.state in ('held', 'sold'))::int
            or (u.state = 'held' and (bool_or(r.state <> 'held') or count(c.id) > 0))
            or (u.state = 'sold' and bool_or(r.state <> 'delivered'))`,
  },
  {
    name: "ready accounts: an order has accounts of its own offer",
    sql: `select i.order_id, i.unit_id from ready_accounts_items i
          join ready_accounts_orders r on r.id = i.order_id join ready_accounts_units u on u.id = i.unit_id
          where u.offer_id <> r.offer_id`,
  },
  {
    name: "ready accounts: the price is never above what the buyer agreed to",
    sql: `select id from ready_accounts_orders where total_kopecks > max_total_kopecks`,
  },
  {
    name: "ready accounts: all accounts of an order are ready with its delivery, and not before",
    sql: `select id, state, prepared_count, count from ready_accounts_orders where (state = 'delivered') <> (prepared_count = count)`,
  },
  {
    name: "ready accounts: a purchase comes to its end within 60 s of its time",
    sql: `select id, due_at from ready_accounts_orders where state = 'held' and due_at < app_now() - interval '60 seconds'`,
  },
  {
    name: "ready accounts: what can still be delivered can be read, and what left the stock unsold cannot",
    sql: `select id, state from ready_accounts_units
          where (state in ('available', 'held') and erased_at is not null) or (state = 'withdrawn' and (erased_at is null) <> (withdrawal_reason = 'unreadable'))`,
  },
  {
    name: "ready accounts: the same account is in stock or sold once, whoever brought it",
    sql: `select encode(fingerprint, 'hex') as fingerprint from ready_accounts_units where state <> 'withdrawn'
          group by fingerprint having count(*) > 1`,
  },
  {
    name: "ready accounts: the warranty ends its hours after the delivery",
    sql: `select id from ready_accounts_orders where warranty_until is distinct from
            case when state = 'delivered' and warranty_hours > 0 then closed_at + make_interval(hours => warranty_hours) end`,
  },
  {
    name: "ready accounts: a claim is its buyer's, about the account that stood in its place, within its warranty",
    sql: `select c.id from ready_accounts_claims c join ready_accounts_orders r on r.id = c.order_id
          join ready_accounts_items i on i.order_id = c.order_id and i.position = c.position
          left join lateral (
            select p.replacement_unit_id, p.replacement_until from ready_accounts_claims p
            where p.order_id = c.order_id and p.position = c.position and p.state = 'replaced' and p.id < c.id
            order by p.id desc limit 1
          ) p on true
          where c.user_id <> r.user_id or c.offer_id <> r.offer_id or r.state <> 'delivered' or i.released_at is not null
            or c.unit_id <> coalesce(p.replacement_unit_id, i.unit_id)
            or c.claimable_until is distinct from case when p.replacement_unit_id is null then r.warranty_until else p.replacement_until end`,
  },
  {
    name: "ready accounts: what was given in place of an account is another one of the same offer",
    sql: `select c.id from ready_accounts_claims c join ready_accounts_orders r on r.id = c.order_id
          join ready_accounts_units u on u.id = c.replacement_unit_id
          where u.offer_id <> r.offer_id or u.state <> 'sold' or u.id = c.unit_id`,
  },
  {
    name: "ready accounts: an accepted claim without a replacement has its refund, of one account's price, to its buyer, once",
    sql: `select c.id, t.id as transfer_id from
            (select c.id, c.order_id, c.refund_transfer_id, c.refund_kopecks, c.user_id, r.price_kopecks
              from ready_accounts_claims c join ready_accounts_orders r on r.id = c.order_id where c.state = 'refunded') c
          full join (select * from ledger_transfers where kind = 'ready_account_refund') t on t.id = c.refund_transfer_id
          left join ledger_accounts w on w.id = t.credit_account_id
          where c.id is null or t.id is null or t.amount_kopecks <> c.price_kopecks or c.refund_kopecks <> c.price_kopecks
            or t.reference <> 'ready_account:' || c.order_id || ':refund:' || c.id or w.user_id is distinct from c.user_id`,
  },
  {
    name: "ready accounts: a description has no tags but a few bare ones",
    sql: `select id from ready_accounts_offers
          where description_html ~* '<(?!/?(p|b|strong|i|em|u|ul|ol|li|h3|h4|code)>|br( /)?>)'`,
  },
  {
    name: "ready accounts: a claim that nobody decides is decided for its buyer within 60 s of its time",
    sql: `select id, due_at from ready_accounts_claims where state = 'open' and due_at < app_now() - interval '60 seconds'`,
  },
] as const;
