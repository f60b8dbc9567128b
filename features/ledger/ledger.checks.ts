/** Statements about the live rows; a row that comes back is an offence. Names follow the invariants L1 to L8 (reliability 1). */
export const ledgerChecks = [
  {
    name: "ledger L1/L2: every transfer debits one account and credits another, with an amount above zero",
    sql: `select id from ledger_transfers where amount_kopecks <= 0 or debit_account_id = credit_account_id`,
  },
  {
    name: "ledger L3: transfers cannot be changed, by trigger and by grant",
    sql: `select 'trigger missing' as problem where not exists (
            select from pg_trigger where tgname = 'ledger_transfers_append_only' and tgenabled <> 'D')
          union all
          select 'app role may ' || privilege from unnest(array['UPDATE', 'DELETE', 'TRUNCATE']) privilege
            where has_table_privilege('sms_den_app', 'ledger_transfers', privilege)`,
  },
  {
    name: "ledger L3: the ledger is written by its functions alone",
    sql: `select format('app role may %s %s', privilege, tablename)
            from pg_tables, unnest(array['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) privilege
            where schemaname = 'public' and tablename like 'ledger\\_%'
              and has_table_privilege('sms_den_app', format('%I.%I', schemaname, tablename), privilege)`,
  },
  {
    name: "ledger L4: nobody can spend more than they have, nothing held below zero",
    sql: `select id, user_id from ledger_accounts
          where kind in ('user', 'referral', 'partner', 'store') and (held_kopecks < 0 or posted_kopecks - held_kopecks < 0)`,
  },
  {
    name: "ledger L2: all balances together are what came out of the house's accounts",
    sql: `select stored.kopecks as stored, moved.kopecks as moved from (
            select coalesce(sum(posted_kopecks), 0) as kopecks from ledger_accounts where posted_kopecks is not null) stored, (
            select coalesce(sum(case when d.posted_kopecks is null then t.amount_kopecks else 0 end
              - case when c.posted_kopecks is null then t.amount_kopecks else 0 end), 0) as kopecks
            from ledger_transfers t join ledger_accounts d on d.id = t.debit_account_id join ledger_accounts c on c.id = t.credit_account_id
            where t.phase in ('single', 'post')) moved
          where stored.kopecks <> moved.kopecks`,
  },
  {
    name: "ledger L5: a wallet equals the sum of its transfers",
    sql: `with moved as (
            select account_id, sum(posted)::bigint as posted, sum(held)::bigint as held, count(*) as moves
            from (
              select credit_account_id as account_id, case when phase in ('single', 'post') then amount_kopecks else 0 end as posted, 0::bigint as held
                from ledger_transfers
              union all
              select debit_account_id,
                case when phase in ('single', 'post') then -amount_kopecks else 0 end,
                case phase when 'pending' then amount_kopecks when 'post' then -amount_kopecks when 'void' then -amount_kopecks else 0 end
                from ledger_transfers
            ) sides group by account_id)
          select a.id, a.user_id, a.posted_kopecks, m.posted, a.held_kopecks, m.held
          from ledger_accounts a left join moved m on m.account_id = a.id
          where a.kind in ('user', 'referral', 'partner', 'store') and (a.posted_kopecks <> coalesce(m.posted, 0) or a.held_kopecks <> coalesce(m.held, 0))`,
  },
  {
    name: "ledger L5: the history of a wallet has no gap and each row continues the one before",
    sql: `with line as (
            select a.id as account_id, a.version as last_version, t.id, t.account_version,
                   t.posted_after_kopecks, t.held_after_kopecks,
                   lag(t.account_version, 1, 0::bigint) over w as version_before,
                   lag(t.posted_after_kopecks, 1, 0::bigint) over w as posted_before,
                   lag(t.held_after_kopecks, 1, 0::bigint) over w as held_before,
                   lead(t.account_version) over w as version_next,
                   case when t.phase = 'single' then (case when t.credit_account_id = a.id then 1 else -1 end) * t.amount_kopecks
                        when t.phase = 'post' then -t.amount_kopecks else 0 end as posted_move,
                   case t.phase when 'pending' then t.amount_kopecks when 'single' then 0 else -t.amount_kopecks end as held_move
            from ledger_accounts a join ledger_transfers t on a.id in (t.debit_account_id, t.credit_account_id)
            where a.kind in ('user', 'referral', 'partner', 'store')
            window w as (partition by a.id order by t.account_version))
          select account_id, id from line
          where account_version <> version_before + 1
             or posted_after_kopecks <> posted_before + posted_move
             or held_after_kopecks <> held_before + held_move
             or (version_next is null and account_version <> last_version)`,
  },
  {
    name: "ledger L8: every transfer has its kind on the list, the accounts that kind allows, and a reference",
    sql: `select t.id, t.kind from ledger_transfers t
          left join ledger_kinds k on k.kind = t.kind
          join ledger_accounts d on d.id = t.debit_account_id
          join ledger_accounts c on c.id = t.credit_account_id
          where k.kind is null or d.kind <> k.debit_kind or c.kind <> k.credit_kind
             or k.two_phase <> (t.phase <> 'single') or btrim(t.reference) = ''`,
  },
  {
    name: "ledger: a resolution has the amount, the accounts and the kind of its hold",
    sql: `select r.id from ledger_transfers r left join ledger_transfers h on h.id = r.pending_id
          where r.pending_id is not null and (h.id is null or h.phase <> 'pending' or h.amount_kopecks <> r.amount_kopecks
            or h.debit_account_id <> r.debit_account_id or h.credit_account_id <> r.credit_account_id or h.kind <> r.kind)`,
  },
  {
    name: "ledger Y6: a debt is never paid beyond what is owed",
    sql: `select a.id, a.code from ledger_accounts a join ledger_transfers t on a.id in (t.debit_account_id, t.credit_account_id)
          where a.kind = 'debt' group by a.id, a.code
          having sum(case when t.debit_account_id = a.id then t.amount_kopecks else -t.amount_kopecks end) < 0`,
  },
  {
    name: "ledger: open_orders of a wallet counts its unresolved holds of orders (whatever holds or resolves must keep it)",
    sql: `select a.id, a.user_id, a.open_orders, coalesce(o.count, 0) as holds
          from ledger_accounts a
          left join (select h.debit_account_id, count(*) as count from ledger_transfers h
            where h.phase = 'pending' and ledger_is_order(h.kind)
              and not exists (select from ledger_transfers r where r.pending_id = h.id)
            group by 1) o on o.debit_account_id = a.id
          where a.open_orders <> coalesce(o.count, 0)`,
  },
  {
    name: "ledger R1: a hold is resolved at most once",
    sql: `select pending_id from ledger_transfers where pending_id is not null group by pending_id having count(*) > 1`,
  },
  {
    name: "ledger: a key's day counts what its owner's orders of every kind hold or have paid, and no hold that another one replaced",
    sql: `select s.transfer_id, t.kind, t.phase from ledger_key_spending s join ledger_transfers t on t.id = s.transfer_id
          where (t.kind, t.phase) not in (('activation', 'pending'), ('rental', 'pending'), ('rental_extension', 'single'),
              ('ready_account', 'pending'))
            or exists (select from ledger_transfers v where v.pending_id = t.id and v.reason = 'rerouted')`,
  },
] as const;
