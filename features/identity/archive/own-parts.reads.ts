import sql from "sql-template-tag";
import {
  type ArchivePart,
  factPart,
  listPart,
  pagedPart,
} from "#features/identity/archive/archive-part.reads.ts";
import { SECURITY_EVENT_DAYS } from "#features/identity/security-log/security-log.rules.ts";

/** What identity keeps about a person. Passwords, keys, seeds and tokens are no part of it, in whatever form. */
export const identityArchive: readonly ArchivePart[] = [
  factPart(
    "account",
    (userId) => sql`
      select u.id, u.external_id, u.email, u.name, u.role, u.locale as language, u.country_iso2, u.is_partner, u.is_agent,
        u.is_referral_soft, u.is_store, u.has_custom_price, u.has_password, u.created_at, u.email_confirmed_at, u.suspended_at,
        a.referral_code as came_by_link, a.device_mark is not null as is_browser_marked,
        a.network_mark is not null as is_network_marked, p.permission as staff_permission, p.content as is_editor
      from identity_users u
      left join identity_arrivals a on a.user_id = u.id
      left join identity_staff_permissions p on p.user_id = u.id
      where u.id = ${userId}`,
  ),
  factPart(
    "settings",
    (userId) => sql`
      select sound_on_code, info_on_active_purchases, lower_balance_kopecks, telegram, phone, low_balance_mailed_at, updated_at
      from identity_settings where user_id = ${userId}`,
  ),
  listPart(
    "addressChanges",
    (userId) => sql`
      select id, old_email, new_email, created_at, confirmed_at, back_until, taken_back_at from identity_email_changes
      where user_id = ${userId} order by id`,
  ),
  listPart(
    "sessions",
    (userId) => sql`
      select id, ip, user_agent, created_at, last_seen_at, expires_at, second_factor_at from identity_sessions
      where user_id = ${userId} order by id`,
  ),
  listPart(
    "knownBrowsers",
    (userId) => sql`
      select last_login_at, expires_at from identity_known_devices where user_id = ${userId} order by last_login_at`,
  ),
  pagedPart(
    "securityLog",
    ({ userId, after, limit }) => sql`
      select id, kind, what, amount_kopecks, ip, user_agent, created_at, about_id from identity_security_events
      where user_id = ${userId} and id > ${after} and created_at > app_now() - make_interval(days => ${SECURITY_EVENT_DAYS})
      order by id limit ${limit}`,
  ),
  factPart(
    "secondFactor",
    (userId) => sql`
      select f.enabled_at, f.created_at,
        (select count(*)::int from identity_backup_codes c where c.user_id = f.user_id and c.used_at is null) as backup_codes_left
      from identity_second_factors f where f.user_id = ${userId}`,
  ),
  listPart(
    "secondFactorRecoveries",
    (userId) => sql`
      select id, state, asked_at, ends_at, told, decided_at, money_rests_until from identity_factor_recoveries
      where user_id = ${userId} order by id`,
  ),
  listPart(
    "passkeys",
    (userId) => sql`
      select id, name, transports, is_backed_up, created_at, last_used_at from identity_passkeys
      where user_id = ${userId} order by id`,
  ),
  listPart(
    "linkedAccounts",
    (userId) => sql`
      select id, provider, subject, label, created_at, last_used_at from identity_social_accounts
      where user_id = ${userId} order by id`,
  ),
  listPart(
    "apiKeys",
    (userId) => sql`
      select k.id, k.kind, k.name, k.key_prefix, k.scopes, k.daily_limit_kopecks, k.price_cap_kopecks, k.max_prices, k.service_ids,
        k.country_ids, k.networks, k.created_at, k.last_used_at, k.expires_at,
        (select coalesce(sum(c.calls), 0)::bigint from identity_key_calls c where c.key_id = k.id) as calls,
        (select coalesce(jsonb_object_agg(n.call, n.calls order by n.call), '{}')
         from (select call, sum(calls)::bigint as calls from identity_key_call_names where key_id = k.id group by call) n
        ) as calls_by_name
      from identity_api_keys k where k.user_id = ${userId} order by k.id`,
  ),
  listPart(
    "staffActions",
    (userId) => sql`
      select action, created_at from identity_audit where subject = ${`user:${userId}`} order by id`,
  ),
];
