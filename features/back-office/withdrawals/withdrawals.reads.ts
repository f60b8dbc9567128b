import sql from "sql-template-tag";
import type { z } from "zod";
import { deskPageSize, pageFrom, type Staff } from "#features/back-office/back-office.rules.ts";
import { listNames } from "#features/back-office/names.reads.ts";
import type {
  DeskWithdrawalView,
  listDeskWithdrawalsEndpoint,
} from "#features/back-office/withdrawals/withdrawals.contract.ts";
import { stepsOf } from "#features/back-office/withdrawals/withdrawals.rules.ts";
import {
  findWithdrawalForStaff,
  listWithdrawalsForStaff,
  type StaffWithdrawal,
} from "#features/payments/withdrawals/withdrawals.reads.ts";
import { waitingStates } from "#features/payments/withdrawals.rules.ts";
import { mapSuppliersByOwner } from "#features/supply/partner-suppliers.reads.ts";
import { isPermitted } from "#lib/api/actor.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

type Viewer = Pick<Staff, "staffId" | "permission">;

export type DeskWithdrawalFilter = z.output<NonNullable<typeof listDeskWithdrawalsEndpoint.query>>;

/** Withdrawals, newest first, with what the one who looks may do about them. */
export async function listDeskWithdrawals(
  db: Queryable,
  { state, source, userId, before }: DeskWithdrawalFilter,
  viewer: Viewer,
): Promise<{ items: DeskWithdrawalView[]; hasMore: boolean }> {
  const states = state === undefined ? null : state === "waiting" ? waitingStates : [state];
  const found = await listWithdrawalsForStaff(db, {
    ...(states ? { states } : {}),
    ...(source ? { source } : {}),
    ...(userId ? { userId } : {}),
    ...(before ? { before } : {}),
    limit: deskPageSize + 1,
  });
  const { items, hasMore } = pageFrom(found);
  return { items: await toViews(db, items, viewer), hasMore };
}

/** One withdrawal, or null. */
export async function findDeskWithdrawal(
  db: Queryable,
  id: number,
  viewer: Viewer,
): Promise<DeskWithdrawalView | null> {
  const found = await findWithdrawalForStaff(db, id);
  return found && ((await toViews(db, [found], viewer))[0] ?? null);
}

type Refund = { withdrawalId: number; proposerId: number; reason: string };

/** Who of the staff asked for these in the users' names. */
export async function listRefundsOf(
  db: Queryable,
  withdrawalIds: readonly number[],
): Promise<ReadonlyMap<number, Refund>> {
  const found = await rows<Refund>(
    db,
    sql`select withdrawal_id as "withdrawalId", proposer_id as "proposerId", reason from back_office_refunds
        where withdrawal_id = any (${withdrawalIds}::bigint[])`,
  );
  return new Map(found.map((refund) => [refund.withdrawalId, refund]));
}

async function toViews(
  db: Queryable,
  found: readonly StaffWithdrawal[],
  viewer: Viewer,
): Promise<DeskWithdrawalView[]> {
  const refunds = await listRefundsOf(
    db,
    found.map(({ id }) => id),
  );
  const ids = found.flatMap((row) => [
    row.userId,
    row.firstApprovedBy,
    row.approvedBy,
    row.closedBy,
    refunds.get(row.id)?.proposerId ?? null,
  ]);
  const nameOf = await listNames(db, ids);
  const supplierOf = await mapSuppliersByOwner(
    db,
    found.filter(({ source }) => source === "partner").map(({ userId }) => userId),
  );
  return found.map((row) => {
    const refund = refunds.get(row.id);
    return {
      id: row.id,
      user: nameOf(row.userId),
      source: row.source,
      supplier: row.source === "partner" ? (supplierOf.get(row.userId) ?? null) : null,
      method: row.method,
      state: row.state,
      paymentId: row.paymentId,
      amountKopecks: row.amountKopecks,
      feeKopecks: row.feeKopecks,
      bonusKopecks: row.bonusKopecks,
      payout: { amount: row.receiverAmount, currency: row.receiverCurrency },
      requisites: row.maskedDestination,
      comment: row.comment,
      needsSecond: row.needsSecond,
      firstApprovedBy: row.firstApprovedBy === null ? null : nameOf(row.firstApprovedBy),
      approvedBy: row.approvedBy === null ? null : nameOf(row.approvedBy),
      closedBy: row.closedBy === null ? null : nameOf(row.closedBy),
      proposer: refund ? nameOf(refund.proposerId) : null,
      proposalReason: refund?.reason ?? null,
      reason: row.reason,
      transactionId: row.externalId,
      createdAt: row.createdAt.toISOString(),
      closedAt: row.closedAt?.toISOString() ?? null,
      restsUntil: row.restsUntil?.toISOString() ?? null,
      steps: isPermitted(viewer.permission, "money")
        ? stepsOf({ ...row, proposerId: refund?.proposerId ?? null }, viewer.staffId)
        : [],
    };
  });
}
