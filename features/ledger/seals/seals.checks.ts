import type { Check } from "#lib/db/check.ts";

/** Seals whose transfers no longer give their hash, of the newest `limit`. */
const brokenSeals = (
  limit: string,
) => `select s.id, s.from_id, s.to_id, s.transfers_count, now.transfers_count as counted
  from (select * from ledger_seals order by id desc limit ${limit}) s
  left join ledger_seals before on before.id = s.id - 1
  cross join lateral ledger_seal_of(before.hash, s.from_id, s.to_id) now
  where now.hash <> s.hash or now.transfers_count <> s.transfers_count`;

/** Statements about the hash chain (reliability 3.13); a row that comes back is an offence. */
export const sealChecks: Check[] = [
  {
    name: "ledger seals: one follows the other without a gap",
    sql: `select id, from_id, before_id, before_to_id from (
            select id, from_id, to_id, lag(id, 1, 0::bigint) over w as before_id, lag(to_id, 1, 0::bigint) over w as before_to_id
            from ledger_seals window w as (order by id)) chain
          where id <> before_id + 1 or from_id <> before_to_id + 1`,
  },
  {
    name: "ledger seals: the last day's transfers are as they were sealed",
    sql: brokenSeals("24"),
  },
  {
    name: "ledger seals: all transfers are as they were sealed",
    sql: brokenSeals("all"),
    pace: "daily",
  },
  {
    name: "ledger seals: a seal that was seen still stands",
    sql: `select distinct r.seal_id from ledger_reconciliations r left join ledger_seals s on s.id = r.seal_id
          where r.seal_id is not null and s.hash is distinct from r.seal_hash`,
  },
  {
    name: "ledger seals: no transfer waits for its seal for more than three hours",
    sql: `select id, created_at from (
            select t.id, t.created_at from ledger_transfers t
            where t.id > (select coalesce(max(to_id), 0) from ledger_seals) order by t.id limit 1) oldest
          where created_at < clock_timestamp() - interval '3 hours'`,
  },
];
