import type { Check } from "#lib/db/check.ts";

/** Statements about the live rows; a row that comes back is an offence. */
export const closingChecks: Check[] = [
  {
    name: "identity: a closed account has no person: no address, name, contact, session, key or other way in",
    sql: `select c.user_id from identity_closings c join identity_users u on u.id = c.user_id
          left join identity_settings s on s.user_id = u.id
          where c.closed_at is not null and (
            u.email <> 'closed-' || u.id || '@closed.invalid' or u.email_key <> u.email or u.name <> '' or u.suspended_at is null
            or u.country_iso2 is not null or u.has_password or s.telegram is not null or s.phone is not null
            or s.lower_balance_kopecks is not null
            or exists (select from identity_sessions x where x.user_id = u.id)
            or exists (select from identity_api_keys x where x.user_id = u.id)
            or exists (select from identity_known_devices x where x.user_id = u.id)
            or exists (select from identity_passkeys x where x.user_id = u.id)
            or exists (select from identity_social_accounts x where x.user_id = u.id)
            or exists (select from identity_second_factors x where x.user_id = u.id)
            or exists (select from identity_factor_recoveries x where x.user_id = u.id)
            or exists (select from identity_email_changes x where x.user_id = u.id)
            or exists (select from identity_security_events x where x.user_id = u.id)
            or exists (select from identity_arrivals x where x.user_id = u.id)
            or exists (select from identity_archives x where x.user_id = u.id))`,
  },
  {
    name: "identity: addresses of closed accounts are theirs alone",
    sql: `select u.id from identity_users u left join identity_closings c on c.user_id = u.id and c.closed_at is not null
          where u.email like '%@closed.invalid' and c.user_id is null`,
  },
];
