/** Statements about the live rows; a row that comes back is an offence. */
export const licenceChecks = [
  {
    name: "licences: every sale has its transfer, of its price, on its buyer's wallet, and every such transfer its sale",
    sql: `select s.id, t.id as transfer_id from licences_sales s
          full join (select * from ledger_transfers where kind = 'licence') t on t.id = s.transfer_id
          left join ledger_accounts w on w.id = t.debit_account_id
          where s.id is null or t.id is null or t.amount_kopecks <> s.price_kopecks or w.user_id is distinct from s.user_id
            or t.reference <> 'licence:' || s.licence_id || ':sale:' || s.nth`,
  },
  {
    name: "licences: an agent's share is what was agreed of the price, in its wallet, once, and every such transfer belongs to a sale",
    sql: `select s.id, t.id as transfer_id from (select * from licences_sales where agent_user_id is not null) s
          full join (select * from ledger_transfers where kind = 'agent_share') t on t.id = s.share_transfer_id
          left join ledger_accounts w on w.id = t.credit_account_id
          where s.id is null or coalesce(s.share_kopecks, 0) <> s.price_kopecks * s.share_basis_points / 10000
            or (s.share_kopecks is not null and (t.id is null or t.amount_kopecks <> s.share_kopecks
              or w.user_id is distinct from s.agent_user_id or t.reference <> 'licence:' || s.licence_id || ':share:' || s.nth))`,
  },
  {
    name: "licences: whoever sold a licence had accepted the agreement",
    sql: `select s.id from licences_sales s where s.agent_user_id is not null
            and not exists (select from licences_acceptances a where a.user_id = s.agent_user_id and a.accepted_at <= s.sold_at)`,
  },
  {
    name: "licences: the price is never above what the buyer agreed to",
    sql: `select id from licences_sales where price_kopecks > max_price_kopecks`,
  },
  {
    name: "licences: a licence is good for what was paid for it, and its owner paid",
    sql: `select l.id from licences l
          left join lateral (
            select count(*) as count, max(nth) as last, bool_and(s.user_id = l.user_id) as by_owner from licences_sales s
            where s.licence_id = l.id
          ) paid on true
          left join licences_sales s on s.licence_id = l.id and s.nth = l.sales_count
          where paid.count <> l.sales_count or paid.last is distinct from l.sales_count or not paid.by_owner
            or l.valid_until is distinct from s.valid_until`,
  },
  {
    name: "licences: a renewal adds its term to what was left",
    sql: `select s.id from licences_sales s left join licences_sales b on b.licence_id = s.licence_id and b.nth = s.nth - 1
          where s.valid_until <> greatest(b.valid_until, s.sold_at) + make_interval(hours => 24 * s.term_days)
            or (s.nth > 1 and (b.id is null or b.valid_until is null))`,
  },
  {
    name: "licences: whoever has a licence can be given its key",
    sql: `select id from licences where not exists (select from licences_signing_keys where retired_at is null) limit 10`,
  },
  {
    name: "licences: a licence runs on no more devices than were paid for",
    sql: `select l.id, l.device_limit, count(*) as devices from licences l join licences_devices d on d.licence_id = l.id
          where d.released_at is null group by l.id having count(*) > l.device_limit`,
  },
  {
    name: "licences: no device was activated once its licence was revoked",
    sql: `select d.id from licences_devices d join licences l on l.id = d.licence_id where d.activated_at > l.revoked_at`,
  },
] as const;
