import sql, { raw, type Sql } from "sql-template-tag";
import { findCompleteId } from "#features/ledger/complete-transfers.reads.ts";
import { getPartnerBalance } from "#features/ledger/ledger.reads.ts";
import { lockBalance, moveFunds, reverseSupplierShare } from "#features/ledger/ledger.writes.ts";
import {
  hasTransfersAfter,
  listShareMovements,
  type ShareMovement,
} from "#features/ledger/supplier-shares.reads.ts";
import {
  activationOfRefund,
  type EarningOrder,
  type EarningState,
  nextState,
  orderOfShare,
  shareReference,
  statesBefore,
} from "#features/partners/earnings/earnings.rules.ts";
import { reserveForFines } from "#features/partners/earnings/fine-money.writes.ts";
import { openStates as openFines } from "#features/partners/fines.rules.ts";
import { listSupplierOwners } from "#features/supply/supplier-owners.reads.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one, rows } from "#lib/db/query.ts";
import { stateList } from "#lib/db/state-list.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { kopecks } from "#lib/money/kopecks.ts";

/** Ids of transfers that one step reads. */
const STEP = 5_000;

type Earning = EarningOrder & {
  id: number;
  userId: number;
  supplierId: number;
  amountKopecks: number;
  takenKopecks: number;
  state: EarningState;
};

const EARNING = sql`id, user_id as "userId", supplier_id as "supplierId", order_kind as "orderKind", order_id as "orderId",
  extension_id as "extensionId", amount_kopecks as "amountKopecks", taken_kopecks as "takenKopecks", state`;

/**
 * Reads on in the ledger: a share of a partner's supplier becomes an earning that waits, a refunded order's is reversed. Captures do no work for it.
 * Returns whether there is more to read; any number of workers may call it, one reads.
 */
export async function followLedger(db: Db): Promise<boolean> {
  const seen = await one<{ id: number }>(
    db,
    sql`select last_transfer_id as id from partners_ledger_progress`,
  );
  if (!(await hasTransfersAfter(db, seen.id))) return false;
  const completeId = await findCompleteId(db);
  if (completeId === null) return false;
  return withTransaction(db, (tx) => readStep(tx, completeId));
}

async function readStep(tx: Tx, completeId: number): Promise<boolean> {
  const progress = await maybeOne<{ id: number }>(
    tx,
    sql`select last_transfer_id as id from partners_ledger_progress for update skip locked`,
  );
  if (!progress || progress.id >= completeId) return false;
  const upTo = Math.min(completeId, progress.id + STEP);
  const movements = await listShareMovements(tx, { after: progress.id, upTo });
  await recordEarnings(tx, movements);
  for (const { kind, reference } of movements)
    if (kind === "activation_refund") await recordRefund(tx, activationOfRefund(reference));
  await execute(tx, sql`update partners_ledger_progress set last_transfer_id = ${upTo}`);
  return upTo < completeId;
}

async function recordEarnings(tx: Tx, movements: readonly ShareMovement[]): Promise<void> {
  const owners = await listSupplierOwners(tx, [
    ...new Set(movements.flatMap(({ supplierId }) => supplierId ?? [])),
  ]);
  const earned = movements.flatMap(({ transferId, supplierId, amountKopecks, reference, movedAt }) => {
    const userId = supplierId === null ? undefined : owners.get(supplierId);
    if (userId === undefined) return [];
    return [{ transferId, supplierId, userId, amountKopecks, movedAt, ...orderOfShare(reference) }];
  });
  if (earned.length === 0) return;
  await execute(
    tx,
    sql`insert into partners_earnings (source_transfer_id, user_id, supplier_id, order_kind, order_id, extension_id, amount_kopecks,
          earned_at, available_at, number)
        select e."transferId", e."userId", e."supplierId", e."orderKind", e."orderId", e."extensionId", e."amountKopecks",
          e."movedAt", app_now() + ${env.PARTNER_EARNING_WAITING_DAYS} * interval '1 day', ${numberOf(sql`e."orderKind"`, sql`e."orderId"`)}
        from jsonb_to_recordset(${JSON.stringify(earned)}::jsonb) as e("transferId" bigint, "userId" bigint, "supplierId" integer,
          "orderKind" text, "orderId" bigint, "extensionId" bigint, "amountKopecks" bigint, "movedAt" timestamptz)
        order by e."transferId"
        on conflict (source_transfer_id) do nothing`,
  );
}

/** The number that an order was on, 0 where the order is no longer kept. */
function numberOf(orderKind: Sql, orderId: Sql): Sql {
  return sql`coalesce(case when ${orderKind} = 'activation'
      then (select number from statistics_supplied_activations where order_id = ${orderId})
      else (select number from statistics_supplied_rentals where order_id = ${orderId}) end, 0)`;
}

/** Earnings that were noted without their number learn it. Returns how many there were, at most so many as one step takes. */
export function nameNumbers(db: Queryable): Promise<number> {
  return execute(
    db,
    sql`update partners_earnings e set number = ${numberOf(sql`e.order_kind`, sql`e.order_id`)}
        where id = any (array(select id from partners_earnings where number is null order by id limit ${STEP}))`,
  );
}

/**
 * A refunded order earns nothing. What the balance does not have yet goes back to the house here; what it has is owed from now on and
 * taken by `takeOwed`. No balance is locked here, so that this never waits for one while somebody who has it waits for the earning.
 */
async function recordRefund(tx: Tx, activationId: number): Promise<void> {
  const found = await maybeOne<Earning>(
    tx,
    sql`select ${EARNING} from partners_earnings where order_kind = 'activation' and order_id = ${activationId} for update`,
  );
  const state = found && nextState(found.state, "refund");
  if (!found || !state) return;
  await execute(tx, sql`update partners_earnings set state = ${state} where id = ${found.id}`);
  if (state !== "reversed") return;
  await reverseSupplierShare(tx, {
    supplierId: found.supplierId,
    amountKopecks: kopecks(found.amountKopecks),
    reference: `${shareReference(found)}:reversed`,
  });
}

/** Earnings whose time has come, longest waiting first. */
export async function listDueEarnings(db: Queryable, limit: number): Promise<number[]> {
  const found = await rows<{ id: number }>(
    db,
    sql`select id from partners_earnings
        where state in (${raw(stateList(statesBefore("pay")))}) and available_at <= app_now() order by available_at limit ${limit}`,
  );
  return found.map(({ id }) => id);
}

/** Moves a share whose time has come into its partner's balance, and takes what the partner owes out of it. Once. */
export async function payEarning(db: Db, id: number): Promise<void> {
  await withTransaction(db, async (tx) => {
    const earning = await maybeOne<Earning>(
      tx,
      sql`select ${EARNING} from partners_earnings
          where id = ${id} and state in (${raw(stateList(statesBefore("pay")))}) and available_at <= app_now() for update skip locked`,
    );
    if (!earning) return;
    await execute(
      tx,
      sql`update partners_earnings set state = ${nextState(earning.state, "pay")} where id = ${id}`,
    );
    await moveFunds(tx, {
      kind: "partner_accrual",
      userId: earning.userId,
      amountKopecks: kopecks(earning.amountKopecks),
      houseCode: `supplier:${earning.supplierId}`,
      reference: `earning:${id}`,
      reason: "earned",
    });
    await takeOwed(tx, earning.userId);
  });
}

/** Partners who owe something of refunded orders or have fines that are not covered, those after `afterUserId`. */
export async function listOwingPartners(
  db: Queryable,
  afterUserId: number,
  limit: number,
): Promise<number[]> {
  const found = await rows<{ userId: number }>(
    db,
    sql`select distinct user_id as "userId" from partners_earnings
        where state = 'taken_back' and taken_kopecks < amount_kopecks and user_id > ${afterUserId}
        union
        select user_id from partners_fines
        where state in (${raw(stateList(openFines))}) and reserved_kopecks < amount_kopecks and user_id > ${afterUserId}
        order by 1 limit ${limit}`,
  );
  return found.map(({ userId }) => userId);
}

/** Takes what a partner owes, as far as the balance reaches. Returns whether anything was taken. */
export async function collectOwed(db: Db, userId: number): Promise<boolean> {
  const { availableKopecks } = await getPartnerBalance(db, userId);
  if (availableKopecks <= 0) return false;
  return (await withTransaction(db, (tx) => takeOwed(tx, userId))) > 0;
}

/**
 * Takes refunded orders' shares out of a partner's balance, the oldest first, and then what fines want: never below zero and nothing that is
 * reserved. What it does not hold stays owed. The balance's lock makes every kopeck go once, whoever calls it. Returns what was taken, in kopecks.
 */
export async function takeOwed(tx: Tx, userId: number): Promise<number> {
  const available = await lockBalance(tx, "partner", userId);
  const owed = await rows<Earning>(
    tx,
    sql`select ${EARNING} from partners_earnings
        where user_id = ${userId} and state = 'taken_back' and taken_kopecks < amount_kopecks order by id for update`,
  );
  let left: number = available;
  for (const earning of owed) {
    const part = Math.min(left, earning.amountKopecks - earning.takenKopecks);
    if (part === 0) break;
    left -= part;
    await takePart(tx, earning, part);
  }
  left -= await reserveForFines(tx, userId, left);
  return available - left;
}

async function takePart(tx: Tx, earning: Earning, part: number): Promise<void> {
  const taken = earning.takenKopecks + part;
  await moveFunds(tx, {
    kind: "partner_reversal",
    userId: earning.userId,
    amountKopecks: kopecks(part),
    houseCode: "main",
    reference: `${shareReference(earning)}:back:${taken}`,
    reason: "given_back",
  });
  await execute(tx, sql`update partners_earnings set taken_kopecks = ${taken} where id = ${earning.id}`);
}
