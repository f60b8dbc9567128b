import { deskPageSize, pageFrom } from "#features/back-office/back-office.rules.ts";
import { listNames } from "#features/back-office/people/names.reads.ts";
import type { BatchView, ClaimView, TransferView } from "#features/back-office/receipts/receipts.contract.ts";
import { listClaims } from "#features/payments/claims/claims.reads.ts";
import type { ClaimState } from "#features/payments/claims/claims.rules.ts";
import { listCouponBatches } from "#features/payments/coupons/batches/batches.reads.ts";
import { type PaymentState, paymentStates } from "#features/payments/payments.rules.ts";
import { listTransfers } from "#features/payments/transfers/transfers.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";

type Page<Item> = { items: Item[]; hasMore: boolean };

/** Transfers that still want somebody's word; what comes late can be confirmed too. */
const openStates: readonly PaymentState[] = ["created", "pending", "underpaid"];

/** Top-ups through the support, newest first. */
export async function listTransferViews(
  db: Queryable,
  { only, before }: { only: "open" | "all"; before?: number | undefined },
): Promise<Page<TransferView>> {
  const states = only === "open" ? openStates : paymentStates;
  const found = await listTransfers(db, { states, beforeId: before ?? null, limit: deskPageSize + 1 });
  const { items, hasMore } = pageFrom(found);
  const ids = items.flatMap((line) => [line.userId, ...line.words.map(({ actorId }) => actorId)]);
  const nameOf = await listNames(db, ids);
  const views = items.map((line) => ({
    id: line.paymentId,
    reference: line.reference,
    user: nameOf(line.userId),
    amountKopecks: line.amountKopecks,
    state: line.state,
    note: line.note,
    receipt: line.receipt,
    words: line.words.map(({ actorId, receivedKopecks, saidAt }) => ({
      by: nameOf(actorId),
      receivedKopecks,
      saidAt: saidAt.toISOString(),
    })),
    createdAt: line.createdAt.toISOString(),
    expiresAt: line.expiresAt.toISOString(),
  }));
  return { items: views, hasMore };
}

/** Batches of coupons, newest first. */
export async function listBatchViews(db: Queryable, before: number | undefined): Promise<Page<BatchView>> {
  const found = await listCouponBatches(db, { beforeId: before ?? null, limit: deskPageSize + 1 });
  const { items, hasMore } = pageFrom(found);
  const nameOf = await listNames(
    db,
    items.map(({ createdBy }) => createdBy),
  );
  const views = items.map(({ isExpired, voidedAt, createdBy, createdAt, expiresAt, ...batch }) => ({
    ...batch,
    createdBy: nameOf(createdBy),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    state: voidedAt ? ("void" as const) : isExpired ? ("expired" as const) : ("open" as const),
  }));
  return { items: views, hasMore };
}

/** Claims about Tether transfers, oldest first: they wait. */
export async function listStaffClaims(
  db: Queryable,
  { state, after }: { state: ClaimState; after?: number | undefined },
): Promise<Page<ClaimView>> {
  const found = await listClaims(db, { states: [state], afterId: after ?? null, limit: deskPageSize + 1 });
  const { items, hasMore } = pageFrom(found);
  const nameOf = await listNames(
    db,
    items.flatMap(({ userId, decidedBy }) => [userId, decidedBy]),
  );
  const views = items.map(({ userId, decidedBy, decidedAt, createdAt, transfer, ...claim }) => ({
    ...claim,
    user: nameOf(userId),
    transfer: transfer && { ...transfer, blockAt: transfer.blockAt.toISOString() },
    decidedBy: decidedBy === null ? null : nameOf(decidedBy),
    decidedAt: decidedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }));
  return { items: views, hasMore };
}
