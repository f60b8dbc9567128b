import sql from "sql-template-tag";
import type { LicenceState } from "#features/licences/licences.rules.ts";
import { findPublicKey } from "#features/licences/signing/signing-keys.reads.ts";
import { readToken, type SigningKey, signToken } from "#features/licences/signing/token.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";
import { env } from "#lib/env.ts";

/** What has become of a licence `l`, by the database's clock. */
export const LICENCE_STATE = sql`case when l.revoked_at is not null then 'revoked'
  when l.valid_until <= app_now() then 'expired' else 'valid' end`;

/** What stands in the key of a licence. */
export type KeyFacts = {
  readonly uid: string;
  /** Of the product. */
  readonly code: string;
  readonly deviceLimit: number;
  /** When its present term was paid. */
  readonly paidAt: Date;
  /** Null = for ever. */
  readonly validUntil: Date | null;
};

/** Whole seconds of 1970, as tokens tell time. */
export const tokenSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1_000);

/** The claims that every token of ours begins with. */
export const issuer = (): { iss: string } => ({ iss: env.PUBLIC_URL });

/** The key of a licence: what the program is given, and checks without asking us. Under one signing key it stays the same for a term. */
export function licenceKeyOf(
  signingKey: SigningKey,
  { uid, code, deviceLimit, paidAt, validUntil }: KeyFacts,
): string {
  return signToken(signingKey, "licence+jwt", {
    ...{ ...issuer(), sub: code, jti: uid, iat: tokenSeconds(paidAt) },
    ...(validUntil === null ? {} : { exp: tokenSeconds(validUntil) }),
    devices: deviceLimit,
  });
}

export type KnownLicence = KeyFacts & { readonly id: number; readonly state: LicenceState };

/** The licence that a key is of, as it is now; null for what we have not signed, or with a key that proves nothing any more. */
export async function findLicenceByKey(db: Queryable, text: string): Promise<KnownLicence | null> {
  const token = readToken(text, "licence+jwt");
  const publicKey = token && (await findPublicKey(db, token.kid));
  if (!publicKey || !token.isSignedBy(publicKey)) return null;
  return maybeOne<KnownLicence>(
    db,
    sql`select l.id, l.uid, p.code, l.device_limit as "deviceLimit", s.sold_at as "paidAt", l.valid_until as "validUntil",
          ${LICENCE_STATE} as state
        from licences l join licences_products p on p.id = l.product_id
          join licences_sales s on s.licence_id = l.id and s.nth = l.sales_count
        where l.uid = ${String(token.claims.jti)}::uuid`,
  );
}
