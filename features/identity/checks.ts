import type { Check } from "#lib/db/check.ts";

/** Statements about the live rows; a row that comes back is an offence. */
export const identityChecks: Check[] = [
  {
    name: "identity: every user has settings",
    sql: "select u.id from identity_users u left join identity_settings s on s.user_id = u.id where s.user_id is null",
  },
  {
    name: "identity: addresses are in their one spelling",
    sql: `select id from identity_users
          where email <> lower(email) or email !~ '^[!-~]+@[a-z0-9.-]+$' or email_key !~ '^[!-~]+@[a-z0-9.-]+$'
             or split_part(email, '@', 2) <> split_part(email_key, '@', 2)`,
  },
  {
    name: "identity: passwords are Argon2id at the agreed cost or above",
    sql: `select id from identity_users where password_hash !~ '^\\$argon2id\\$v=19\\$m=19456,t=2,p=1\\$'
          union all
          select id from identity_registrations where password_hash !~ '^\\$argon2id\\$v=19\\$m=19456,t=2,p=1\\$'`,
  },
  {
    name: "identity: sessions and links live no longer than promised",
    sql: `select id from identity_sessions where expires_at > created_at + interval '60 days 1 minute'
          union all
          select id from identity_registrations where expires_at > app_now() + interval '24 hours 1 minute'
          union all
          select id from identity_password_resets where expires_at > created_at + interval '61 minutes'`,
  },
  {
    name: "identity: a reset link belongs to somebody",
    sql: "select id from identity_password_resets where token_hash is not null and user_id is null",
  },
];
