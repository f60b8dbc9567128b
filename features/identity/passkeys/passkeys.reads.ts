import sql from "sql-template-tag";
import type { PasskeyView } from "#features/identity/passkeys/passkeys.contract.ts";
import type { KnownPasskey } from "#features/identity/passkeys/passkeys.gateway.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";

type ViewRow = Omit<PasskeyView, "createdAt" | "lastUsedAt"> & { createdAt: Date; lastUsedAt: Date | null };

/** A passkey's row as its owner sees it. */
export function toPasskeyView(row: ViewRow): PasskeyView {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}

/** The passkeys of a person, newest first. */
export async function listPasskeys(db: Queryable, userId: UserId): Promise<PasskeyView[]> {
  const found = await rows<ViewRow>(
    db,
    sql`select id, name, is_backed_up as "isBackedUp", created_at as "createdAt", last_used_at as "lastUsedAt"
        from identity_passkeys where user_id = ${userId} order by id desc`,
  );
  return found.map(toPasskeyView);
}

/** Whether a person has a passkey to show in place of a code. */
export async function hasPasskey(db: Queryable, userId: UserId): Promise<boolean> {
  return (
    (await maybeOne(db, sql`select 1 from identity_passkeys where user_id = ${userId} limit 1`)) !== null
  );
}

/** The passkeys of a person as browsers and answers are matched with them. */
export function listKnownPasskeys(db: Queryable, userId: UserId): Promise<KnownPasskey[]> {
  return rows<KnownPasskey>(
    db,
    sql`select credential_id as "credentialId", public_key as "publicKey", counter, transports
        from identity_passkeys where user_id = ${userId} order by id`,
  );
}

export type OwnedPasskey = KnownPasskey & {
  readonly id: number;
  readonly userId: UserId;
  /** As the passkey itself names its owner. */
  readonly ownerHandle: Buffer;
};

/** The passkey with this credential id, whosever it is, or null. */
export function findPasskey(db: Queryable, credentialId: Buffer): Promise<OwnedPasskey | null> {
  return maybeOne<OwnedPasskey>(
    db,
    sql`select p.id, p.user_id as "userId", p.credential_id as "credentialId", p.public_key as "publicKey", p.counter,
          p.transports, uuid_send(u.external_id) as "ownerHandle"
        from identity_passkeys p join identity_users u on u.id = p.user_id
        where p.credential_id = ${credentialId}`,
  );
}
