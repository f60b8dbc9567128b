import sql from "sql-template-tag";
import { needsTwoSignatures } from "#features/payments/claims/claims.rules.ts";
import type { Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, rows } from "#lib/db/query.ts";
import { env } from "#lib/env.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";

/** One person's word that a claim is to be credited. */
type ClaimSignature = {
  readonly claimId: number;
  readonly staffId: number;
  /** Whether the fee is kept. */
  readonly withFee: boolean;
  readonly key: string;
  readonly hash: string;
};

/** The hash of what this person has signed under this key, or null. */
export async function findSignedHash(
  tx: Tx,
  { claimId, staffId, key }: { claimId: number; staffId: number; key: string },
): Promise<string | null> {
  const signed = await maybeOne<{ hash: string }>(
    tx,
    sql`select decision_hash as hash from payments_claim_signatures
        where claim_id = ${claimId} and actor_id = ${staffId} and decision_key = ${key}`,
  );
  return signed?.hash ?? null;
}

/**
 * Whether a claim may be credited by this word; the caller holds the claim. Where it takes two people the word is kept, in place of the
 * same person's earlier one, and counts once another person has said the same.
 */
export async function signCredit(
  tx: Tx,
  { claimId, staffId, withFee, key, hash }: ClaimSignature,
  amountKopecks: Kopecks,
): Promise<boolean> {
  const signed = await rows<{ actorId: number; withFee: boolean }>(
    tx,
    sql`select actor_id as "actorId", with_fee as "withFee" from payments_claim_signatures where claim_id = ${claimId}`,
  );
  // Whoever has begun with two goes on with two, also when the fee brings the amount below the limit.
  if (signed.length === 0 && !needsTwoSignatures(amountKopecks, env.CLAIM_TWO_PEOPLE_KOPECKS)) return true;
  await execute(
    tx,
    sql`insert into payments_claim_signatures (claim_id, actor_id, with_fee, decision_key, decision_hash)
        values (${claimId}, ${staffId}, ${withFee}, ${key}, ${hash})
        on conflict (claim_id, actor_id)
          do update set with_fee = excluded.with_fee, decision_key = excluded.decision_key,
            decision_hash = excluded.decision_hash, signed_at = app_now()`,
  );
  return signed.some((other) => other.actorId !== staffId && other.withFee === withFee);
}
