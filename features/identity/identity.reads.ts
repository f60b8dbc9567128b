import sql from "sql-template-tag";
import type { Me } from "#features/identity/identity.contract.ts";
import { maskedApiKey } from "#features/identity/identity.rules.ts";
import type { Role, UserId } from "#lib/api/actor.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, one } from "#lib/db/query.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { decimalRoubles, type Kopecks } from "#lib/money/kopecks.ts";

type MeRow = {
  id: UserId;
  email: string;
  name: string;
  externalId: string;
  isPartner: boolean;
  isAgent: boolean;
  isReferralSoft: boolean;
  isStore: boolean;
  hasCustomPrice: boolean;
  countryIso2: string | null;
  locale: Locale;
  soundOnCode: boolean;
  infoOnActivePurchases: boolean;
  lowerBalanceKopecks: Kopecks | null;
  telegram: string | null;
  phone: string | null;
  keyPrefix: string | null;
  hasSecondFactor: boolean;
  isStaff: boolean;
};

/** The user as the site and the API show them to themselves. */
export async function getMe(db: Queryable, userId: UserId): Promise<Me> {
  const row = await one<MeRow>(
    db,
    sql`select u.id, u.email, u.name, u.external_id as "externalId", u.is_partner as "isPartner", u.is_agent as "isAgent",
          u.is_referral_soft as "isReferralSoft", u.is_store as "isStore", u.has_custom_price as "hasCustomPrice", u.country_iso2 as "countryIso2",
          u.locale, s.sound_on_code as "soundOnCode", s.info_on_active_purchases as "infoOnActivePurchases",
          s.lower_balance_kopecks as "lowerBalanceKopecks", s.telegram, s.phone, k.key_prefix as "keyPrefix",
          exists (select from identity_second_factors f where f.user_id = u.id and f.enabled_at is not null) as "hasSecondFactor",
          u.role = 'staff' and exists (select from identity_staff_permissions p where p.user_id = u.id) as "isStaff"
        from identity_users u
        join identity_settings s on s.user_id = u.id
        left join identity_api_keys k on k.user_id = u.id and k.kind = 'legacy'
        where u.id = ${userId}`,
  );
  return toMe(row);
}

function toMe(row: MeRow): Me {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    dynamicFields: {
      e_id: row.externalId,
      is_p: row.isPartner,
      ...(row.isStaff ? { is_staff: true as const } : {}),
      ...(row.isStore ? { is_store: true as const } : {}),
      country: row.countryIso2,
      custom_price: row.hasCustomPrice,
      settings: {
        is_agent: row.isAgent,
        is_referral_soft: row.isReferralSoft,
        apiKey: row.keyPrefix === null ? null : maskedApiKey(row.keyPrefix),
        telegram: row.telegram,
        phone: row.phone,
        two_factor_enabled: row.hasSecondFactor,
        sound_on_code: row.soundOnCode,
        info_on_active_purchases: row.infoOnActivePurchases,
        lower_balance_threshold:
          row.lowerBalanceKopecks === null ? null : decimalRoubles(row.lowerBalanceKopecks),
        language: row.locale,
      },
    },
  };
}

export type Credentials = {
  readonly userId: UserId;
  readonly email: string;
  readonly name: string;
  readonly locale: Locale;
  readonly role: Role;
  readonly passwordHash: string;
  readonly isSuspended: boolean;
};

/** What login compares, or null for an unknown person. */
export function findCredentials(db: Queryable, emailKey: string): Promise<Credentials | null> {
  return maybeOne<Credentials>(
    db,
    sql`select id as "userId", email, name, locale, role, password_hash as "passwordHash", suspended_at is not null as "isSuspended"
        from identity_users where email_key = ${emailKey}`,
  );
}

/** The same by id, for a signed-in user. */
export function getCredentials(db: Queryable, userId: UserId): Promise<Credentials> {
  return one<Credentials>(
    db,
    sql`select id as "userId", email, name, locale, role, password_hash as "passwordHash", suspended_at is not null as "isSuspended"
        from identity_users where id = ${userId}`,
  );
}
