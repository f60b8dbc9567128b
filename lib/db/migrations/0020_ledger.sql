-- Two-phase double entry after TigerBeetle's model. One transfer row is both sides, so sums are zero by construction.

-- Chart of kinds: no code path can invent a money movement.
create table ledger_kinds (
  kind text primary key,
  debit_kind text not null,
  credit_kind text not null,
  two_phase boolean not null
);
insert into ledger_kinds (kind, debit_kind, credit_kind, two_phase) values
  ('top_up', 'clearing', 'user', false),
  ('demo_credit', 'bonus', 'user', false),
  ('activation', 'user', 'revenue', true),
  ('supplier_share', 'revenue', 'supplier', false);

create table ledger_accounts (
  id bigint generated always as identity primary key,
  -- user accounts carry a balance row; clearing, bonus, revenue and supplier accounts are append-only sums of transfers
  kind text not null check (kind in ('user', 'clearing', 'bonus', 'revenue', 'supplier')),
  user_id bigint,
  -- which one, for accounts of the house: 'main', 'test-gateway', 'supplier:1'
  code text,
  posted_kopecks bigint,
  held_kopecks bigint,
  version bigint not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  constraint ledger_accounts_owner check ((kind = 'user') = (user_id is not null) and (kind = 'user') = (code is null)),
  constraint ledger_accounts_balance check (
    case when kind = 'user'
      then posted_kopecks is not null and held_kopecks is not null and held_kopecks >= 0 and posted_kopecks - held_kopecks >= 0
      else posted_kopecks is null and held_kopecks is null end)
) with (fillfactor = 50);
create unique index ledger_accounts_user on ledger_accounts (user_id) where user_id is not null;
create unique index ledger_accounts_code on ledger_accounts (kind, code) where code is not null;

create table ledger_transfers (
  id bigint generated always as identity primary key,
  kind text not null references ledger_kinds (kind),
  phase text not null check (phase in ('single', 'pending', 'post', 'void')),
  debit_account_id bigint not null references ledger_accounts (id),
  credit_account_id bigint not null references ledger_accounts (id),
  amount_kopecks bigint not null check (amount_kopecks > 0),
  -- idempotency and cause in one: 'activation:17:hold', 'payment:9:credit'; the same reference never moves money twice
  reference text not null,
  input_hash text,
  pending_id bigint references ledger_transfers (id),
  -- the user side after this row: the history proves itself and a page of it needs no sum
  posted_after_kopecks bigint,
  held_after_kopecks bigint,
  account_version bigint,
  -- why, in a word: 'expired', 'cancelled', 'number_banned', 'sms_received'
  reason text,
  created_at timestamptz not null default clock_timestamp(),
  constraint ledger_transfers_sides check (debit_account_id <> credit_account_id),
  constraint ledger_transfers_phase check ((phase in ('post', 'void')) = (pending_id is not null))
);
create unique index ledger_transfers_reference on ledger_transfers (reference);
-- exactly one resolution per hold
create unique index ledger_transfers_resolution on ledger_transfers (pending_id) where pending_id is not null;
create index ledger_transfers_debit_user on ledger_transfers (debit_account_id, id) where kind = 'activation';
create index ledger_transfers_credit_user on ledger_transfers (credit_account_id, id) where kind in ('top_up', 'demo_credit');

create function ledger_refuse_change() returns trigger
language plpgsql as $$ begin raise exception 'ledger_transfers is append-only' using errcode = 'restrict_violation'; end $$;
create trigger ledger_transfers_append_only before update or delete on ledger_transfers
  for each row execute function ledger_refuse_change();
create trigger ledger_transfers_no_truncate before truncate on ledger_transfers
  for each statement execute function ledger_refuse_change();
revoke update, delete, truncate on ledger_transfers from sms_den_app;
revoke insert, update, delete on ledger_kinds from sms_den_app;
revoke delete on ledger_accounts from sms_den_app;

insert into ledger_accounts (kind, code) values ('revenue', 'main'), ('bonus', 'main'), ('clearing', 'test-gateway');

-- The account of a user, made at its first use so that even an empty one can be locked.
create function ledger_user_account(p_user_id bigint) returns bigint
language plpgsql as $$
declare v_id bigint;
begin
  select id into v_id from ledger_accounts where user_id = p_user_id;
  if v_id is null then
    insert into ledger_accounts (kind, user_id, posted_kopecks, held_kopecks) values ('user', p_user_id, 0, 0)
      on conflict do nothing;
    select id into v_id from ledger_accounts where user_id = p_user_id;
  end if;
  return v_id;
end $$;

-- An account of the house (append-only, no balance row).
create function ledger_house_account(p_kind text, p_code text) returns bigint
language plpgsql as $$
declare v_id bigint;
begin
  select id into v_id from ledger_accounts where kind = p_kind and code = p_code;
  if v_id is null then
    insert into ledger_accounts (kind, code) values (p_kind, p_code) on conflict do nothing;
    select id into v_id from ledger_accounts where kind = p_kind and code = p_code;
  end if;
  return v_id;
end $$;

-- Credits a user from a house account once per reference. Answers the transfer's id; the same reference with
-- the same amount answers the first one again, with another amount it raises.
create function ledger_credit_user(
  p_kind text, p_house_kind text, p_house_code text, p_user_id bigint, p_amount bigint, p_reference text, p_reason text
) returns table (transfer_id bigint, replayed boolean)
language plpgsql as $$
declare
  v_user bigint := ledger_user_account(p_user_id);
  v_house bigint := ledger_house_account(p_house_kind, p_house_code);
  v_row ledger_accounts;
  v_old ledger_transfers;
begin
  if not exists (select from ledger_kinds where kind = p_kind and debit_kind = p_house_kind and credit_kind = 'user' and not two_phase) then
    raise exception 'transfer % from % to user is not on the list', p_kind, p_house_kind using errcode = 'check_violation';
  end if;
  select * into v_row from ledger_accounts where id = v_user for update;
  select * into v_old from ledger_transfers where reference = p_reference;
  if found then
    if v_old.amount_kopecks <> p_amount or v_old.credit_account_id <> v_user or v_old.kind <> p_kind then
      raise exception 'reference % was used for another transfer', p_reference using errcode = 'unique_violation';
    end if;
    return query select v_old.id, true;
    return;
  end if;
  update ledger_accounts set posted_kopecks = posted_kopecks + p_amount, version = version + 1 where id = v_user
    returning * into v_row;
  return query
    insert into ledger_transfers (kind, phase, debit_account_id, credit_account_id, amount_kopecks, reference,
        posted_after_kopecks, held_after_kopecks, account_version, reason)
      values (p_kind, 'single', v_house, v_user, p_amount, p_reference, v_row.posted_kopecks, v_row.held_kopecks, v_row.version, p_reason)
      returning id, false;
end $$;

-- Resolves a hold: 'post' captures it, 'void' gives it back. Exactly one resolution ever succeeds (unique pending_id);
-- a second call of either phase raises unique_violation. The caller holds the order's row lock.
create function ledger_resolve_hold(p_pending_id bigint, p_phase text, p_reason text) returns bigint
language plpgsql as $$
declare
  v_hold ledger_transfers;
  v_row ledger_accounts;
  v_id bigint;
begin
  select * into strict v_hold from ledger_transfers where id = p_pending_id;
  if v_hold.phase <> 'pending' then
    raise exception 'transfer % is not a hold', p_pending_id using errcode = 'check_violation';
  end if;
  update ledger_accounts
    set posted_kopecks = posted_kopecks - case when p_phase = 'post' then v_hold.amount_kopecks else 0 end,
        held_kopecks = held_kopecks - v_hold.amount_kopecks,
        version = version + 1
    where id = v_hold.debit_account_id
    returning * into v_row;
  insert into ledger_transfers (kind, phase, debit_account_id, credit_account_id, amount_kopecks, reference, pending_id,
      posted_after_kopecks, held_after_kopecks, account_version, reason)
    values (v_hold.kind, p_phase, v_hold.debit_account_id, v_hold.credit_account_id, v_hold.amount_kopecks,
      v_hold.reference || ':' || p_phase, v_hold.id, v_row.posted_kopecks, v_row.held_kopecks, v_row.version, p_reason)
    returning id into v_id;
  return v_id;
end $$;

-- A movement between two accounts of the house (append-only on both sides).
create function ledger_house_transfer(
  p_kind text, p_debit_kind text, p_debit_code text, p_credit_kind text, p_credit_code text, p_amount bigint, p_reference text, p_reason text
) returns void
language plpgsql as $$
begin
  if not exists (select from ledger_kinds where kind = p_kind and debit_kind = p_debit_kind and credit_kind = p_credit_kind and not two_phase) then
    raise exception 'transfer % from % to % is not on the list', p_kind, p_debit_kind, p_credit_kind using errcode = 'check_violation';
  end if;
  insert into ledger_transfers (kind, phase, debit_account_id, credit_account_id, amount_kopecks, reference, reason)
    values (p_kind, 'single', ledger_house_account(p_debit_kind, p_debit_code), ledger_house_account(p_credit_kind, p_credit_code),
      p_amount, p_reference, p_reason);
end $$;
