import sql from "sql-template-tag";
import { issuer } from "#features/licences/signing/licence-keys.reads.ts";
import { findSigningKey } from "#features/licences/signing/signing-keys.reads.ts";
import { signToken } from "#features/licences/signing/token.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { one, rows } from "#lib/db/query.ts";

/** So many fit into the list; the newest are told. */
const LISTED_MOST = 10_000;

/**
 * The licences that were revoked and would else be good, for programs that check keys by themselves: as a list, and signed, so that a copy
 * of it proves itself. Signed anew every minute.
 */
export async function readRevocations(db: Queryable): Promise<{ revoked: string[]; token: string | null }> {
  const signingKey = await findSigningKey(db);
  const found = await rows<{ uid: string }>(
    db,
    sql`select l.uid from licences l where l.revoked_at is not null and (l.valid_until is null or l.valid_until > app_now())
        order by l.revoked_at desc, l.id desc limit ${LISTED_MOST}`,
  );
  const revoked = found.map(({ uid }) => uid);
  const { iat } = await one<{ iat: number }>(
    db,
    sql`select extract(epoch from date_trunc('minute', app_now()))::bigint as iat`,
  );
  return {
    revoked,
    token: signingKey && signToken(signingKey, "revoked+jwt", { ...issuer(), iat, revoked }),
  };
}
