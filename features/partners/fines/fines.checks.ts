import type { Check } from "#lib/db/check.ts";

/** Statements about fines on the live rows; a row that comes back is an offence. */
export const fineChecks: readonly Check[] = [
  {
    name: "partners: every hold of a fine belongs to one fine, is its partner's, and the fine says what its holds sum up to",
    sql: `select f.id, h.hold_id, t.id as transfer_id from partners_fines f
          full join partners_fine_holds h on h.fine_id = f.id
          full join (select t.*, d.code as owner from ledger_transfers t join ledger_accounts d on d.id = t.debit_account_id
            where t.kind = 'partner_fine' and t.phase = 'pending') t on t.id = h.hold_id
          where (h.hold_id is not null or t.id is not null) and (f.id is null or h.hold_id is null or t.id is null
               or t.amount_kopecks <> h.amount_kopecks or t.owner <> 'user:' || f.user_id)
             or f.id is not null and f.state <> 'cancelled' and f.reserved_kopecks <> (
               select coalesce(sum(s.amount_kopecks), 0) from partners_fine_holds s where s.fine_id = f.id)`,
  },
  {
    name: "partners: of a fine is taken what its state says: nothing before it stands, all that is reserved after, nothing when cancelled",
    sql: `select f.id, f.state, h.hold_id, r.phase from partners_fines f
          join partners_fine_holds h on h.fine_id = f.id
          left join ledger_transfers r on r.pending_id = h.hold_id
          where coalesce(r.phase, 'open') <> case when f.state in ('due', 'taken') then 'post' when f.state = 'cancelled' then 'void'
              else 'open' end
             or (r.id is null) <> (h.resolved_at is null)
          union all
          select id, state, null, null from partners_fines where state = 'due' and reserved_kopecks = amount_kopecks`,
  },
  {
    name: "partners: whoever decided about a fine is in the audit, and is not its partner",
    sql: `select f.id from partners_fines f
          where f.decided_by is not null and (f.decided_by = f.user_id or not exists (
            select from identity_audit a where a.subject = 'partner-fine:' || f.id and a.actor_id = f.decided_by
              and a.action = case f.state when 'cancelled' then 'partner-fine.cancel' else 'partner-fine.uphold' end))`,
  },
  {
    name: "partners: a fine whose time for an appeal is over stands within ten minutes",
    sql: `select id from partners_fines where state = 'announced' and appeal_until < app_now() - interval '10 minutes'`,
  },
];
