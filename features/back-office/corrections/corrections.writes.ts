import sql from "sql-template-tag";
import type { z } from "zod";
import { reportRefund } from "#features/activations/refund-report.writes.ts";
import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import type { Staff } from "#features/back-office/back-office.rules.ts";
import type { proposeCorrectionEndpoint } from "#features/back-office/corrections/corrections.contract.ts";
import { configuredLimits } from "#features/back-office/corrections/corrections.reads.ts";
import {
  type CorrectionKind,
  type CorrectionState,
  correctionReference,
  findSignerProblem,
  needsSecond,
} from "#features/back-office/corrections/corrections.rules.ts";
import { findDeskOrder, lockDeskOrder } from "#features/back-office/orders.reads.ts";
import { once } from "#features/back-office/requests.writes.ts";
import { hasAccount } from "#features/identity/account-facts.reads.ts";
import { recordAction } from "#features/identity/audit.writes.ts";
import { getDebt } from "#features/ledger/debts/debts.reads.ts";
import { repayDebt } from "#features/ledger/debts/debts.writes.ts";
import { lockBalance, moveFunds } from "#features/ledger/ledger.writes.ts";
import { announceFine, isPartnersOrder } from "#features/partners/fines/fines.writes.ts";
import type { FineCause } from "#features/partners/fines.rules.ts";
import { findPartnerSupplier } from "#features/supply/partner-suppliers.reads.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { emitEvent, notifyListeners } from "#lib/jobs/events.ts";
import { decimalRoubles, type Kopecks, kopecks } from "#lib/money/kopecks.ts";

export type Proposal = z.output<NonNullable<typeof proposeCorrectionEndpoint.body>>;

/** Whose money, how much of it, and for which order. */
type Subject = {
  userId: number;
  amountKopecks: Kopecks;
  activationId: number | null;
  fineCause: FineCause | null;
  fineOrderId: number | null;
};
const NO_FINE = { fineCause: null, fineOrderId: null } as const;

export type Corrected = { readonly id: number; readonly replayed: boolean };

/**
 * Records a proposal. Nothing moves before another person signs it, but for a small refund of an order or a small fine,
 * which are carried out at once. Once per key. Throws DESK_NOTHING_THERE, OWN_ACCOUNT, DEBT_TOO_SMALL, ORDER_NOT_CAPTURED, ORDER_REFUND_EXISTS.
 */
export async function proposeCorrection(
  db: Db,
  proposal: Proposal,
  staff: Staff,
  key: string,
): Promise<Corrected> {
  const call = { actorId: staff.staffId, key, input: ["propose", proposal] };
  const { answer, replayed } = await withTransaction(db, (tx) =>
    once(tx, call, async () => {
      const subject = await readSubject(tx, proposal);
      if (subject.userId === staff.staffId) throw new AppError(backOfficeErrors.OWN_ACCOUNT);
      return { id: await propose(tx, proposal, subject, staff) };
    }),
  );
  notifyListeners(db);
  return { id: answer.id, replayed };
}

async function readSubject(tx: Tx, proposal: Proposal): Promise<Subject> {
  if (proposal.kind === "activation_refund") return readOrder(tx, proposal.activationId);
  const { userId } = proposal;
  if (!(await hasAccount(tx, userId))) throw new AppError(backOfficeErrors.DESK_NOTHING_THERE);
  const amountKopecks = kopecks(proposal.amountKopecks);
  if (proposal.kind === "partner_fine") return readFine(tx, proposal);
  if (proposal.kind === "debt_write_off") refuseAboveDebt(amountKopecks, await getDebt(tx, userId));
  return { userId, amountKopecks, activationId: null, ...NO_FINE };
}

async function readFine(
  tx: Tx,
  { userId, amountKopecks, cause, orderId }: Extract<Proposal, { kind: "partner_fine" }>,
): Promise<Subject> {
  const isAbout =
    (await findPartnerSupplier(tx, userId as UserId)) !== null &&
    (orderId === undefined || (await isPartnersOrder(tx, userId, orderId)));
  if (!isAbout) throw new AppError(backOfficeErrors.DESK_NOTHING_THERE);
  const amount = kopecks(amountKopecks);
  return {
    userId,
    amountKopecks: amount,
    activationId: null,
    fineCause: cause,
    fineOrderId: orderId ?? null,
  };
}

async function readOrder(tx: Tx, activationId: number): Promise<Subject> {
  const order = await findDeskOrder(tx, activationId);
  if (!order) throw new AppError(backOfficeErrors.DESK_NOTHING_THERE);
  if (!order.isCaptured) throw new AppError(backOfficeErrors.ORDER_NOT_CAPTURED);
  if (order.refundId !== null) throw new AppError(backOfficeErrors.ORDER_REFUND_EXISTS);
  return { userId: order.userId, amountKopecks: kopecks(order.priceKopecks), activationId, ...NO_FINE };
}

async function propose(tx: Tx, { kind, reason }: Proposal, subject: Subject, staff: Staff): Promise<number> {
  const isForTwo = needsSecond(kind, subject.amountKopecks, configuredLimits);
  const made = await maybeOne<{ id: number }>(
    tx,
    sql`insert into back_office_corrections (kind, user_id, activation_id, amount_kopecks, fine_cause, fine_order_id, reason, needs_second,
          proposer_id)
        values (${kind}, ${subject.userId}, ${subject.activationId}, ${subject.amountKopecks}, ${subject.fineCause}, ${subject.fineOrderId},
          ${reason}, ${isForTwo}, ${staff.staffId})
        on conflict (activation_id) where activation_id is not null and state in ('proposed', 'carried_out') do nothing
        returning id`,
  );
  if (!made) throw new AppError(backOfficeErrors.ORDER_REFUND_EXISTS);
  await note(tx, staff, "correction.propose", made.id, { kind, ...subject, reason, isForTwo });
  if (!isForTwo)
    await move(tx, { id: made.id, kind, reason, proposerId: staff.staffId, ...subject }, staff, null);
  return made.id;
}

/**
 * Signs a proposal as the second person and carries it out in the same transaction: the row is locked, so of several
 * signatures one moves the money. Once per key. Throws DESK_NOTHING_THERE, CORRECTION_DECIDED, CORRECTION_EXPIRED,
 * SAME_PERSON, OWN_ACCOUNT, LEAD_NEEDED, WALLET_TOO_SMALL, DEBT_TOO_SMALL, ORDER_NOT_CAPTURED.
 */
export async function carryOutCorrection(
  db: Db,
  { id, note: words }: { id: number; note: string },
  staff: Staff,
  key: string,
): Promise<Corrected> {
  const call = { actorId: staff.staffId, key, input: ["carry-out", id, words] };
  const { replayed } = await withTransaction(db, (tx) =>
    once(tx, call, async () => {
      const correction = await lockProposal(tx, id);
      refuseSigner(correction, staff);
      if (correction.isExpired) throw new AppError(backOfficeErrors.CORRECTION_EXPIRED);
      await move(tx, correction, staff, words);
      return { id };
    }),
  );
  notifyListeners(db);
  return { id, replayed };
}

/** Refuses a proposal; its own proposer takes it back instead. Throws DESK_NOTHING_THERE, CORRECTION_DECIDED, OWN_ACCOUNT. */
export async function rejectCorrection(
  db: Db,
  { id, reason }: { id: number; reason: string },
  staff: Staff,
): Promise<void> {
  await withTransaction(db, async (tx) => {
    const correction = await lockProposal(tx, id);
    const isOwn = correction.proposerId === staff.staffId;
    if (correction.userId === staff.staffId) throw new AppError(backOfficeErrors.OWN_ACCOUNT);
    await execute(
      tx,
      sql`update back_office_corrections set state = ${isOwn ? "withdrawn" : "rejected"}, decider_id = ${staff.staffId},
            decision_note = ${reason}, decided_at = app_now() where id = ${id}`,
    );
    await note(tx, staff, isOwn ? "correction.withdraw" : "correction.reject", id, { reason });
  });
}

type LockedProposal = Movable & { isExpired: boolean };

async function lockProposal(tx: Tx, id: number): Promise<LockedProposal> {
  const found = await maybeOne<LockedProposal & { state: CorrectionState }>(
    tx,
    sql`select id, kind, user_id as "userId", amount_kopecks as "amountKopecks", activation_id as "activationId",
          fine_cause as "fineCause", fine_order_id as "fineOrderId", reason, proposer_id as "proposerId", expires_at <= app_now() as "isExpired", state
        from back_office_corrections where id = ${id} for update`,
  );
  if (!found) throw new AppError(backOfficeErrors.DESK_NOTHING_THERE);
  if (found.state !== "proposed") {
    throw new AppError(backOfficeErrors.CORRECTION_DECIDED, { details: { state: found.state } });
  }
  return found;
}

function refuseSigner(correction: LockedProposal, staff: Staff): void {
  const problem = findSignerProblem(correction, staff, configuredLimits);
  if (problem === "same-person") throw new AppError(backOfficeErrors.SAME_PERSON);
  if (problem === "own-account") throw new AppError(backOfficeErrors.OWN_ACCOUNT);
  if (problem === "lead-needed") {
    const limit = decimalRoubles(kopecks(configuredLimits.leadKopecks));
    throw new AppError(backOfficeErrors.LEAD_NEEDED, { details: { limit } });
  }
}

type Movable = Subject & { id: number; kind: CorrectionKind; reason: string; proposerId: number };

/** Moves the money and closes the proposal; `words` is null when one person does it alone. Orders are locked before wallets. */
async function move(tx: Tx, correction: Movable, staff: Staff, words: string | null): Promise<void> {
  const { id, kind, userId, amountKopecks, activationId } = correction;
  if (kind === "partner_fine") return fine(tx, correction, staff, words);
  if (activationId !== null) {
    const order = await lockDeskOrder(tx, activationId);
    if (!order?.isCaptured) throw new AppError(backOfficeErrors.ORDER_NOT_CAPTURED);
  }
  const available = await lockBalance(tx, "user", userId);
  if (kind === "adjustment_debit" && available < amountKopecks) {
    throw new AppError(backOfficeErrors.WALLET_TOO_SMALL, {
      details: { available: decimalRoubles(available) },
    });
  }
  // What is owed changes only under the wallet's lock.
  if (kind === "debt_write_off") refuseAboveDebt(amountKopecks, await getDebt(tx, userId));
  const { transferId } = await moveFunds(tx, {
    kind,
    userId,
    amountKopecks,
    houseCode: "main",
    reference: correctionReference(correction),
    reason: kind,
  });
  if (activationId !== null) await reportRefund(tx, activationId);
  await close(tx, { id, transferId }, staff, words);
  await note(tx, staff, "correction.carry-out", id, {
    kind,
    userId,
    amountKopecks,
    activationId,
    transferId,
  });
  await emitEvent(tx, { userId, kind: "balance", data: {} });
  if (kind !== "adjustment_debit" && kind !== "debt_write_off") await repayDebt(tx, userId);
}

/** Announces a fine: its money is reserved, and taken when it stands. */
async function fine(tx: Tx, correction: Movable, staff: Staff, words: string | null): Promise<void> {
  const { id, kind, userId, amountKopecks, fineCause, fineOrderId, reason, proposerId } = correction;
  if (fineCause === null) throw new Error(`the fine of correction ${id} has no cause`);
  await close(tx, { id, transferId: null }, staff, words);
  const fineId = await announceFine(tx, {
    ...{ correctionId: id, userId, amountKopecks, cause: fineCause, words: reason, orderId: fineOrderId },
    proposerId,
  });
  await note(tx, staff, "correction.carry-out", id, { kind, userId, amountKopecks, fineId });
}

function close(
  tx: Tx,
  { id, transferId }: { id: number; transferId: number | null },
  staff: Staff,
  words: string | null,
): Promise<number> {
  return execute(
    tx,
    sql`update back_office_corrections set state = 'carried_out', transfer_id = ${transferId}, decided_at = app_now(),
          decider_id = ${words === null ? null : staff.staffId}, decision_note = ${words || null}
        where id = ${id}`,
  );
}

function refuseAboveDebt(amountKopecks: Kopecks, debt: Kopecks): void {
  if (amountKopecks <= debt) return;
  throw new AppError(backOfficeErrors.DEBT_TOO_SMALL, { details: { debt: decimalRoubles(debt) } });
}

function note(
  tx: Tx,
  staff: Staff,
  action: string,
  id: number,
  details: Record<string, string | number | boolean | null>,
): Promise<void> {
  const subject = `correction:${id}`;
  return recordAction(tx, { actorId: staff.staffId, action, subject, details, ip: staff.ip });
}
