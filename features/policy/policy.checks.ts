import type { Check } from "#lib/db/check.ts";

/** Statements about the live rows; a row that comes back is an offence. */
export const policyChecks: Check[] = [
  {
    name: "policy: Russian numbers are blocked once anything is",
    sql: `select country from unnest(array[0, 222]) as country
          where exists (select 1 from policy_blocks where seed_key is not null)
            and not exists (select 1 from policy_blocks b where b.country_id = country and b.lifted_at is null
              and b.effect = 'deny' and b.service_id is null and b.supplier_id is null and b.mode is null
              and b.channel is null)`,
  },
  {
    name: "policy: every block and every lift is in the history",
    sql: `select b.id from policy_blocks b
          where (select count(*) from policy_history h where h.block_id = b.id and h.action = 'blocked') <> 1
             or (select count(*) from policy_history h where h.block_id = b.id and h.action = 'lifted')
                <> (b.lifted_at is not null)::int`,
  },
];
