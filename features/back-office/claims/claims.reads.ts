import { deskPageSize, type Page, pageFrom } from "#features/back-office/back-office.rules.ts";
import type { ClaimView } from "#features/back-office/claims/claims.contract.ts";
import { listNames } from "#features/back-office/names.reads.ts";
import { listClaims } from "#features/payments/claims/claims.reads.ts";
import type { ClaimState } from "#features/payments/claims/claims.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";

/** Claims about Tether transfers, oldest first: they wait. */
export async function listStaffClaims(
  db: Queryable,
  { state, after }: { state: ClaimState; after?: number | undefined },
): Promise<Page<ClaimView>> {
  const found = await listClaims(db, { states: [state], afterId: after ?? null, limit: deskPageSize + 1 });
  const { items, hasMore } = pageFrom(found);
  const nameOf = await listNames(
    db,
    items.flatMap(({ userId, decidedBy, signatures }) => [
      userId,
      decidedBy,
      ...signatures.map(({ actorId }) => actorId),
    ]),
  );
  const views = items.map(({ userId, decidedBy, decidedAt, createdAt, transfer, ...claim }) => ({
    ...claim,
    user: nameOf(userId),
    signatures: claim.signatures.map(({ actorId, withFee, signedAt }) => ({
      by: nameOf(actorId),
      withFee,
      signedAt: signedAt.toISOString(),
    })),
    transfer: transfer && { ...transfer, blockAt: transfer.blockAt.toISOString() },
    decidedBy: decidedBy === null ? null : nameOf(decidedBy),
    returnRestsUntil: claim.returnRestsUntil?.toISOString() ?? null,
    decidedAt: decidedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }));
  return { items: views, hasMore };
}
