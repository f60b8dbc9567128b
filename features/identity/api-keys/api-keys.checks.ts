import type { Check } from "#lib/db/check.ts";

/** Statements about the live rows; a row that comes back is an offence. */
export const apiKeyChecks: Check[] = [
  {
    name: "api keys: a replaced key has an end, and belongs to the owner of its successor",
    sql: `select old.id, new.id as successor from identity_api_keys new join identity_api_keys old on old.id = new.replaces_id
          where old.expires_at is null or old.user_id <> new.user_id or old.kind <> new.kind`,
  },
  {
    name: "api keys: a replaced key keeps the end that its owner chose",
    sql: `select old.id from identity_api_keys new join identity_api_keys old on old.id = new.replaces_id
          where old.own_expires_at is null or old.own_expires_at < old.expires_at`,
  },
  {
    name: "api keys: nobody has more keys than an account may",
    sql: `select user_id, count(*) from identity_api_keys
          where kind <> 'legacy' and (expires_at is null or expires_at > app_now())
            and not exists (select from identity_api_keys s where s.replaces_id = identity_api_keys.id)
          group by user_id having count(*) > 20`,
  },
  {
    name: "api keys: a rotation leaves each key one predecessor at most",
    sql: `select user_id, count(*) from identity_api_keys
          where kind <> 'legacy' and (expires_at is null or expires_at > app_now())
          group by user_id having count(*) > 40`,
  },
];
