import type { Check } from "#lib/db/check.ts";

/** Statements about the live rows; a row that comes back is an offence. Names follow the invariants G3 and G4 (reliability 1). */
export const referralChecks: Check[] = [
  {
    name: "referrals G3: a share belongs to one captured purchase of the person who was brought, of its amount",
    sql: `select a.id from referrals_accruals a
          join referrals_people p on p.user_id = a.user_id
          left join ledger_transfers t on t.id = a.source_transfer_id
          left join ledger_accounts w on w.id = t.debit_account_id
          where t.id is null or t.phase not in ('post', 'single') or t.amount_kopecks <> a.turnover_kopecks
            or w.user_id is distinct from a.user_id or p.referrer_id <> a.referrer_id`,
  },
  {
    name: "referrals G3: a share is never more than its part of what was captured and not refunded",
    sql: `select id from referrals_accruals
          where amount_kopecks - reversed_kopecks
            > floor((turnover_kopecks - returned_kopecks)::numeric * amount_kopecks / turnover_kopecks)
             or (returned_kopecks = turnover_kopecks and reversed_kopecks <> amount_kopecks)`,
  },
  {
    name: "referrals: purchases of an active person that were seen have a share, and none that was not seen or is of a licence",
    sql: `select t.id from referrals_people p
          join ledger_accounts w on w.user_id = p.user_id
          join ledger_transfers t on t.account_id = w.id and t.phase in ('post', 'single')
          join ledger_kinds k on k.kind = t.kind and k.debit_kind = 'user' and k.credit_kind = 'revenue'
          left join referrals_accruals a on a.source_transfer_id = t.id
          where (a.id is not null and (t.account_version > p.seen_version or t.kind = 'licence'))
             or (a.id is null and t.account_version <= p.seen_version and t.kind <> 'licence'
               and not exists (select from referrals_flags f where f.user_id = p.user_id))`,
  },
  {
    name: "referrals G3: what was paid into an account is the shares that were paid, each once",
    sql: `select a.id, t.id as transfer_id from referrals_accruals a
          full join (select id, amount_kopecks, reference, credit_account_id from ledger_transfers
            where kind = 'referral_accrual') t on t.reference = 'referral:' || a.id
          left join ledger_accounts r on r.id = t.credit_account_id
          where coalesce(a.paid_kopecks, 0) <> coalesce(t.amount_kopecks, 0)
             or (t.id is not null and r.code is distinct from 'user:' || a.referrer_id)`,
  },
  {
    name: "referrals G3: what was reversed of paid shares is in the ledger or owed",
    sql: `with gone as (
            select referrer_id as user_id, sum(paid_kopecks - (amount_kopecks - reversed_kopecks)) as kopecks
            from referrals_accruals where state = 'paid' group by 1
          ), reversed as (
            select substring(a.code from 6)::bigint as user_id, sum(t.amount_kopecks) as kopecks
            from ledger_transfers t join ledger_accounts a on a.id = t.debit_account_id
            where t.kind = 'referral_reversal' group by 1)
          select user_id, gone.kopecks as gone, reversed.kopecks as reversed, m.owed_kopecks
          from gone full join reversed using (user_id) full join referrals_members m using (user_id)
          where coalesce(gone.kopecks, 0) <> coalesce(reversed.kopecks, 0) + coalesce(m.owed_kopecks, 0)`,
  },
  {
    name: "referrals G4: what was withdrawn and reserved is never more than what was paid in",
    sql: `select a.id, a.code from ledger_accounts a
          join ledger_transfers t on a.id in (t.debit_account_id, t.credit_account_id)
          left join ledger_transfers r on r.pending_id = t.id and t.phase = 'pending'
          where a.kind = 'referral' group by a.id, a.code
          having sum(case when t.kind = 'referral_accrual' then t.amount_kopecks when t.kind in ('referral_reversal', 'referral_forfeit') then -t.amount_kopecks
            when t.phase = 'post' then -t.amount_kopecks when t.phase = 'pending' and r.id is null then -t.amount_kopecks else 0 end) < 0`,
  },
  {
    name: "referrals: the sums of a person are the sums of their shares",
    sql: `select p.user_id from referrals_people p
          left join referrals_accruals a on a.user_id = p.user_id and a.state <> 'refused'
          group by p.user_id
          having p.turnover_kopecks <> coalesce(sum(a.turnover_kopecks - a.returned_kopecks), 0)
              or p.earned_kopecks <> coalesce(sum(a.amount_kopecks - a.reversed_kopecks), 0)`,
  },
  {
    name: "referrals: somebody is flagged exactly while a flag is open, and then nothing of theirs waits",
    sql: `select p.user_id from referrals_people p
          where (p.state = 'flagged') <> exists (
              select from referrals_flags f where f.user_id = p.user_id and f.lifted_at is null)
             or (p.state = 'flagged' and exists (
              select from referrals_accruals a where a.user_id = p.user_id and a.state = 'waiting'))`,
  },
];
