import { openLevels } from "#features/activations/limits/limits.rules.ts";

/** Statements about the live rows; a row that comes back is an offence. */
export const limitChecks = [
  {
    name: "limits: what an account has earned is a step of the table",
    sql: `select user_id, earned_max from activations_standings
          where earned_max <> all (array[${openLevels.map(({ openMax }) => openMax).join(", ")}])`,
  },
  {
    name: "limits: the staff's bans and lifts stand in the audit, those by rule have nobody",
    sql: `select b.id from activations_bans b
          where (b.made_by is not null and not exists (select from identity_audit t
              where t.action = 'buyer.ban' and t.subject = 'user:' || b.user_id and t.actor_id = b.made_by))
             or (b.lifted_by is not null and not exists (select from identity_audit t
              where t.action = 'buyer.lift-ban' and t.subject = 'user:' || b.user_id and t.actor_id = b.lifted_by))`,
  },
  {
    name: "limits: no two bans by rule overlap",
    sql: `select b.id from activations_bans b join activations_bans a on a.user_id = b.user_id and a.id < b.id
            and a.starts_at <= b.starts_at and coalesce(a.lifted_at, a.ends_at) > b.starts_at
          where b.reason = 'unused' and a.reason = 'unused'`,
  },
] as const;
