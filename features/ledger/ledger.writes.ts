import type { BalanceKind, MoveKind, ReserveKind } from "#features/ledger/ledger.rules.ts";
import type { Queryable, Tx } from "#lib/db/pool.ts";
import { execute, one } from "#lib/db/query.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

type Movement<Kind> = {
  kind: Kind;
  userId: number;
  amountKopecks: Kopecks;
  /** Which account of the house: the provider's code for clearing accounts, 'main' otherwise. */
  houseCode: string;
  /** Cause and idempotency in one, e.g. `payment:17`. The same reference never moves money twice. */
  reference: string;
};

/** `reason` is shown in the statement: a short code such as `test-gateway`. */
export type FundsMove = Movement<MoveKind> & { reason: string };

/**
 * Moves money between a user and the house at once, once per reference. Who debits a balance locks it first
 * (`lockBalance`) and looks whether it holds enough; what it does not hold breaks its CHECK.
 * @returns the transfer's id and whether it had been made before. Throws (unique_violation) when the reference
 * belongs to another amount, user or kind.
 */
export async function moveFunds(
  tx: Queryable,
  { kind, userId, houseCode, amountKopecks, reference, reason }: FundsMove,
): Promise<{ transferId: number; replayed: boolean }> {
  const row = await one<{ transfer_id: number; replayed: boolean }>(tx, {
    text: "select * from ledger_move($1, $2, $3, $4, $5, $6)",
    values: [kind, userId, houseCode, amountKopecks, reference, reason],
  });
  return { transferId: row.transfer_id, replayed: row.replayed };
}

/**
 * Reserves money of a user for a withdrawal, once per reference; the caller has locked the balance and looked.
 * @returns the hold, for `resolveHold`.
 */
export async function reserveFunds(
  tx: Tx,
  { kind, userId, houseCode, amountKopecks, reference }: Movement<ReserveKind>,
): Promise<{ holdId: number; replayed: boolean }> {
  const row = await one<{ hold_id: number; replayed: boolean }>(tx, {
    text: "select * from ledger_reserve($1, $2, $3, $4, $5)",
    values: [kind, userId, houseCode, amountKopecks, reference],
  });
  return { holdId: row.hold_id, replayed: row.replayed };
}

/**
 * Captures (`post`) or gives back (`void`) a hold. Exactly one resolution ever succeeds: a second one throws
 * (unique_violation). The caller holds the lock of the row that the hold belongs to.
 */
export async function resolveHold(
  tx: Tx,
  holdId: number,
  phase: "post" | "void",
  reason: string,
): Promise<void> {
  await one(tx, { text: "select ledger_resolve_hold($1, $2, $3)", values: [holdId, phase, reason] });
}

/** Takes a supplier's share back that was booked for an order which is refunded. A second one of the reference throws. */
export async function reverseSupplierShare(
  tx: Tx,
  share: { supplierId: number; amountKopecks: Kopecks; reference: string },
): Promise<void> {
  await one(tx, {
    text: `select ledger_house_transfer('supplier_share_reversal', 'supplier', 'supplier:' || $1::integer, 'revenue', 'main', $2, $3,
      'given_back')`,
    values: [share.supplierId, share.amountKopecks, share.reference],
  });
}

/** Takes back what a store would have got for an account whose price came back. A second one of the reference throws. */
export async function reverseStoreShare(
  tx: Tx,
  share: { sellerId: number; amountKopecks: Kopecks; reference: string },
): Promise<void> {
  await one(tx, {
    text: `select ledger_house_transfer('store_share_reversal', 'store_pending', 'user:' || $1::bigint, 'revenue', 'main', $2, $3,
      'warranty')`,
    values: [share.sellerId, share.amountKopecks, share.reference],
  });
}

/** Locks the wallets of users until the transaction ends, in the order in which everybody locks many. */
export async function lockWallets(tx: Tx, userIds: readonly number[]): Promise<void> {
  await execute(tx, {
    name: "ledger-lock-wallets",
    text: "select from ledger_lock_wallets($1::bigint[])",
    values: [userIds],
  });
}

/** Locks a user's balance until the transaction ends and answers what it can spend. */
export async function lockBalance(tx: Tx, kind: BalanceKind, userId: number): Promise<Kopecks> {
  const row = await one<{ available: number }>(tx, {
    text: "select ledger_lock_account($1, $2) as available",
    values: [kind, userId],
  });
  return kopecks(row.available);
}
