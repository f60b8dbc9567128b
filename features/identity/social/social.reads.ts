import sql from "sql-template-tag";
import { tokenHash } from "#features/identity/sessions/sessions.reads.ts";
import type { Named, SocialGateway } from "#features/identity/social/gateway/provider.gateway.ts";
import { socialGateways } from "#features/identity/social/gateway/social.gateway.ts";
import type { SocialAccountView, SocialView } from "#features/identity/social/social.contract.ts";
import type { OfferedProvider } from "#features/identity/social/social.rules.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, one, rows } from "#lib/db/query.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** The providers that may be signed in with. */
export function listOfferedProviders(): OfferedProvider[] {
  return socialGateways().map(({ id, name }) => ({ id, name }));
}

/** Accounts elsewhere that open a person's account, and the providers that are offered. */
export async function getSocialView(
  db: Queryable,
  gateways: readonly SocialGateway[],
  userId: UserId,
): Promise<SocialView> {
  type Row = Omit<SocialAccountView, "createdAt" | "lastUsedAt"> & {
    createdAt: Date;
    lastUsedAt: Date | null;
  };
  const found = await rows<Row>(
    db,
    sql`select id, provider, label, created_at as "createdAt", last_used_at as "lastUsedAt"
        from identity_social_accounts where user_id = ${userId} order by id`,
  );
  const { hasPassword } = await one<{ hasPassword: boolean }>(
    db,
    sql`select has_password as "hasPassword" from identity_users where id = ${userId}`,
  );
  const accounts = found.map(({ createdAt, lastUsedAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
  return { accounts, providers: gateways.map(({ id, name }) => ({ id, name })), hasPassword };
}

/** Whose account here an account elsewhere opens, or null. */
export async function findLinkOwner(
  db: Queryable,
  { issuer, subject }: Pick<Named, "issuer" | "subject">,
): Promise<UserId | null> {
  const row = await maybeOne<{ userId: UserId }>(
    db,
    sql`select user_id as "userId" from identity_social_accounts where issuer = ${issuer} and subject = ${subject}`,
  );
  return row?.userId ?? null;
}

/** The language in which somebody went to a provider, or null when nobody is on the way with this state. */
export async function findTripLocale(db: Queryable, state: string): Promise<Locale | null> {
  const row = await maybeOne<{ locale: Locale }>(
    db,
    sql`select locale from identity_social_trips where state_hash = ${tokenHash(state)}`,
  );
  return row?.locale ?? null;
}
