import { createPrivateKey } from "node:crypto";
import sql from "sql-template-tag";
import { jwkOf, publicKeyOf, type SigningKey } from "#features/licences/signing/token.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";
import { unseal } from "#lib/sealed-text.ts";

/** The key that signs now; null before the first licence. */
export async function findSigningKey(db: Queryable): Promise<SigningKey | null> {
  const row = await maybeOne<{ kid: string; sealed: string }>(
    db,
    sql`select kid, sealed_private_key as sealed from licences_signing_keys where retired_at is null`,
  );
  return row && { kid: row.kid, privateKey: openPrivateKey(row.sealed) };
}

function openPrivateKey(sealed: string) {
  return createPrivateKey({ key: Buffer.from(unseal(sealed), "base64"), format: "der", type: "pkcs8" });
}

/** The public keys that licence keys are checked with, newest first. */
export async function listPublishedKeys(db: Queryable): Promise<ReturnType<typeof jwkOf>[]> {
  const found = await rows<{ kid: string; x: string }>(
    db,
    sql`select kid, public_key as x from licences_signing_keys where withdrawn_at is null order by created_at desc, kid`,
  );
  return found.map(({ kid, x }) => jwkOf(kid, x));
}

/** The public key of this name; null where there is none, or what it signed proves nothing any more. */
export async function findPublicKey(db: Queryable, kid: string) {
  const row = await maybeOne<{ x: string }>(
    db,
    sql`select public_key as x from licences_signing_keys where kid = ${kid} and withdrawn_at is null`,
  );
  return row && publicKeyOf(row.x);
}

/** The keys as the staff see them, newest first; nothing of their private parts. */
export function listSigningKeys(
  db: Queryable,
): Promise<{ kid: string; createdAt: Date; retiredAt: Date | null; withdrawnAt: Date | null }[]> {
  return rows(
    db,
    sql`select kid, created_at as "createdAt", retired_at as "retiredAt", withdrawn_at as "withdrawnAt"
        from licences_signing_keys order by created_at desc, kid limit 50`,
  );
}
