import { RECOVERY_DAYS } from "#features/identity/running-recovery/running-recovery.rules.ts";
import type { Check } from "#lib/db/check.ts";
import { locales } from "#lib/i18n/locales.ts";

/** Statements about the live rows; a row that comes back is an offence. */
export const identityChecks: Check[] = [
  {
    name: "identity: every user has settings",
    sql: "select u.id from identity_users u left join identity_settings s on s.user_id = u.id where s.user_id is null",
  },
  {
    name: "identity: every user has a language of the product",
    sql: `select id from identity_users where locale not in (${locales.map((locale) => `'${locale}'`).join(", ")})`,
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
          select id from identity_password_resets where expires_at > created_at + interval '61 minutes'
          union all
          select id from identity_mail_codes where expires_at > created_at + interval '10 minutes 5 seconds'
          union all
          select user_id from identity_passkey_challenges where expires_at > created_at + interval '5 minutes 5 seconds'
          union all
          select user_id from identity_social_trips where expires_at > created_at + interval '10 minutes 5 seconds'
          union all
          select user_id from identity_social_tickets where expires_at > created_at + interval '15 minutes 5 seconds'`,
  },
  {
    name: "identity: a session that has shown a second factor belongs to somebody who has one",
    sql: `select s.id from identity_sessions s
          left join identity_second_factors f on f.user_id = s.user_id and f.enabled_at is not null
          where s.second_factor_at is not null and f.user_id is null
            and not exists (select from identity_passkeys p where p.user_id = s.user_id)`,
  },
  {
    name: "identity: an unfinished login lives ten minutes and belongs to somebody with a second factor",
    sql: `select c.user_id from identity_login_challenges c
          left join identity_second_factors f on f.user_id = c.user_id and f.enabled_at is not null
          where f.user_id is null or c.expires_at > c.created_at + interval '10 minutes 5 seconds'`,
  },
  {
    name: "identity: a recovery that waits is of somebody with a second factor, and none ended sooner than promised",
    sql: `select r.user_id from identity_factor_recoveries r
          left join identity_second_factors f on f.user_id = r.user_id and f.enabled_at is not null
          where r.state = 'waiting' and f.user_id is null
          union all
          select user_id from identity_factor_recoveries
          where state = 'done' and cancel_hash is not null and decided_at < asked_at + interval '${RECOVERY_DAYS} days'`,
  },
  {
    name: "identity: nobody has more passkeys than may be added",
    sql: "select user_id from identity_passkeys group by user_id having count(*) > 10",
  },
  {
    name: "identity: only members of the staff have permissions of the staff",
    sql: `select p.user_id from identity_staff_permissions p join identity_users u on u.id = p.user_id where u.role <> 'staff'`,
  },
  {
    name: "identity: the audit cannot be changed, by trigger and by grant",
    sql: `select 'trigger missing' as problem where not exists (
            select from pg_trigger where tgname = 'identity_audit_append_only' and tgenabled <> 'D')
          union all
          select 'app role may ' || privilege from unnest(array['UPDATE', 'DELETE', 'TRUNCATE']) privilege
            where has_table_privilege('sms_den_app', 'identity_audit', privilege)`,
  },
  {
    name: "identity: lines of the security log cannot be changed",
    sql: `select 'app role may ' || privilege as problem from unnest(array['UPDATE', 'TRUNCATE']) privilege
          where has_table_privilege('sms_den_app', 'identity_security_events', privilege)`,
  },
  {
    name: "identity: a new address is confirmed within 30 minutes and can be taken back for 7 days",
    sql: `select id from identity_email_changes
          where code_expires_at > created_at + interval '30 minutes 5 seconds' or confirmed_at > code_expires_at + interval '5 seconds'
             or back_until > confirmed_at + interval '7 days 5 seconds'`,
  },
  {
    name: "identity: an address with a way back to it is no other account's",
    sql: `select c.id from identity_email_changes c join identity_users u on u.email_key = c.old_email_key and u.id <> c.user_id
          where c.confirmed_at is not null and c.taken_back_at is null and c.back_until > app_now()`,
  },
  {
    name: "identity: a reset link belongs to somebody",
    sql: "select id from identity_password_resets where token_hash is not null and user_id is null",
  },
];
