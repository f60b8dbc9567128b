import sql from "sql-template-tag";
import { providerName } from "#features/identity/social/gateway/social.gateway.ts";
import type { SocialProvider } from "#features/identity/social/social.rules.ts";
import type { WaysIn } from "#features/identity/ways-in.rules.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

/** What opens a person's account beside the password, oldest first. */
export async function listWaysIn(db: Queryable, userId: UserId): Promise<WaysIn> {
  const passkeys = await rows<{ name: string }>(
    db,
    sql`select name from identity_passkeys where user_id = ${userId} order by id`,
  );
  const links = await rows<{ provider: SocialProvider }>(
    db,
    sql`select provider from identity_social_accounts where user_id = ${userId} order by id`,
  );
  return {
    passkeys: passkeys.map(({ name }) => name),
    accounts: links.map(({ provider }) => providerName(provider)),
  };
}
