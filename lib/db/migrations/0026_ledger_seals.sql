-- A hash chain over the transfers: each seal covers the ones after the seal before it, and its hash covers that seal's hash.
-- Made by a sweep, never by who moves money. What changes an old row, by whatever right, breaks the chain.
create table ledger_seals (
  -- 1, 2, 3 ... without a gap
  id bigint primary key check (id > 0),
  from_id bigint not null,
  to_id bigint not null,
  transfers_count bigint not null check (transfers_count > 0),
  hash bytea not null check (octet_length(hash) = 32),
  sealed_at timestamptz not null default clock_timestamp(),
  constraint ledger_seals_range check (from_id <= to_id)
);
create unique index ledger_seals_from on ledger_seals (from_id);

create function ledger_refuse_seal_change() returns trigger
language plpgsql as $$ begin raise exception 'ledger_seals is append-only' using errcode = 'restrict_violation'; end $$;
create trigger ledger_seals_append_only before update or delete on ledger_seals
  for each row execute function ledger_refuse_seal_change();
create trigger ledger_seals_no_truncate before truncate on ledger_seals
  for each statement execute function ledger_refuse_seal_change();
revoke update, delete, truncate on ledger_seals from sms_den_app;

-- What a seal says about a transfer: every column there was when seals began, quoted as a record, so that no two rows have one
-- text. Never change it: old seals would no longer fit. A column that comes later needs a second form beside this one.
create function ledger_transfer_text(p ledger_transfers) returns text
language sql immutable parallel safe
as $$
  select row(p.id, p.kind, p.phase, p.debit_account_id, p.credit_account_id, p.amount_kopecks, p.reference, p.input_hash,
    p.pending_id, p.posted_after_kopecks, p.held_after_kopecks, p.account_version, p.reason,
    (extract(epoch from p.created_at) * 1000000)::bigint)::text
$$;

-- Count and hash of the transfers p_from_id to p_to_id as they stand now, after a seal with the hash p_previous.
create function ledger_seal_of(p_previous bytea, p_from_id bigint, p_to_id bigint)
returns table (transfers_count bigint, hash bytea)
language sql stable parallel safe
as $$
  select count(*), sha256(coalesce(p_previous, '\x'::bytea)
    || convert_to(p_from_id || ':' || p_to_id || ':' || count(*) || E'\n'
      || coalesce(string_agg(ledger_transfer_text(t), E'\n' order by t.id), ''), 'UTF8'))
  from ledger_transfers t where t.id between p_from_id and p_to_id
$$;

/*
 * Seals what is not sealed yet, up to p_to_id, at most p_limit transfers a seal and p_seals seals. The caller vouches that no
 * transfer with an id up to p_to_id can still appear. Answers how many transfers were sealed: 0 when another sweep is at it, or
 * when neither p_every has passed since the last seal nor a full seal's worth of transfers waits.
 */
create function ledger_seal(p_to_id bigint, p_limit integer, p_seals integer, p_every interval) returns bigint
language plpgsql as $$
declare
  v_last ledger_seals;
  v_to bigint;
  v_sealed bigint := 0;
  v_made ledger_seals;
begin
  if not pg_try_advisory_xact_lock(hashtext('ledger_seals')) then return 0; end if;
  select * into v_last from ledger_seals order by id desc limit 1;
  if v_last.sealed_at > clock_timestamp() - p_every
      and not exists (select from ledger_transfers where id > v_last.to_id order by id offset p_limit - 1 limit 1) then
    return 0;
  end if;
  for i in 1 .. p_seals loop
    select max(id) into v_to from (
      select id from ledger_transfers where id > coalesce(v_last.to_id, 0) and id <= p_to_id order by id limit p_limit) next;
    exit when v_to is null;
    insert into ledger_seals (id, from_id, to_id, transfers_count, hash)
      select coalesce(v_last.id, 0) + 1, coalesce(v_last.to_id, 0) + 1, v_to, s.transfers_count, s.hash
      from ledger_seal_of(v_last.hash, coalesce(v_last.to_id, 0) + 1, v_to) s
      returning * into v_made;
    v_last := v_made;
    v_sealed := v_sealed + v_made.transfers_count;
  end loop;
  return v_sealed;
end $$;
