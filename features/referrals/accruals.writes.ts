import sql, { raw } from "sql-template-tag";
import { holdAccount } from "#features/identity/account-lock.writes.ts";
import { isClosed } from "#features/identity/closing/closing.reads.ts";
import { getDebt } from "#features/ledger/debts/debts.reads.ts";
import { lockBalance, moveFunds } from "#features/ledger/ledger.writes.ts";
import type { WalletStep } from "#features/ledger/wallet-history.reads.ts";
import {
  type AccrualState,
  nextState,
  shareGoing,
  shareOfPurchase,
  statesBefore,
} from "#features/referrals/referrals.rules.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one, rows } from "#lib/db/query.ts";
import { stateList } from "#lib/db/state-list.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

export type Earner = { readonly userId: number; readonly referrerId: number };

/** Records the share of a captured purchase, once for ever; it waits before it is paid. */
export async function accrueShare(tx: Tx, { userId, referrerId }: Earner, step: WalletStep): Promise<void> {
  const { basisPoints } = await one<{ basisPoints: number }>(
    tx,
    sql`select coalesce((select basis_points from referrals_members where user_id = ${referrerId}),
          ${env.REFERRAL_BASIS_POINTS})::int as "basisPoints"`,
  );
  const amount = shareOfPurchase(step.amountKopecks, basisPoints);
  const noted = await execute(
    tx,
    sql`insert into referrals_accruals (source_transfer_id, cause, user_id, referrer_id, turnover_kopecks, basis_points,
          amount_kopecks, state, due_at)
        values (${step.transferId}, ${step.cause}, ${userId}, ${referrerId}, ${step.amountKopecks}, ${basisPoints}, ${amount},
          'waiting', app_now() + ${env.REFERRAL_WAITING_DAYS} * interval '1 day')
        on conflict (source_transfer_id) do nothing`,
  );
  if (noted === 0) return;
  await addToSums(tx, userId, step.amountKopecks, amount);
}

async function addToSums(tx: Tx, userId: number, turnover: number, earned: number): Promise<void> {
  await execute(
    tx,
    sql`update referrals_people set turnover_kopecks = turnover_kopecks + ${turnover},
          earned_kopecks = earned_kopecks + ${earned}
        where user_id = ${userId}`,
  );
}

type Accrual = {
  id: number;
  userId: number;
  referrerId: number;
  turnoverKopecks: number;
  amountKopecks: number;
  returnedKopecks: number;
  reversedKopecks: number;
  state: AccrualState;
};

const ACCRUAL = sql`id, user_id as "userId", referrer_id as "referrerId", turnover_kopecks as "turnoverKopecks",
  amount_kopecks as "amountKopecks", returned_kopecks as "returnedKopecks", reversed_kopecks as "reversedKopecks", state`;

/** A captured purchase, or a part of it, was refunded: the same part of its share is reversed. */
export async function returnPurchase(tx: Tx, cause: string, amountKopecks: Kopecks): Promise<void> {
  const found = await rows<Accrual>(
    tx,
    sql`select ${ACCRUAL} from referrals_accruals where cause = ${cause} and returned_kopecks < turnover_kopecks
        order by id desc for update`,
  );
  await returnFrom(tx, found, amountKopecks);
}

/**
 * A provider took money back that had been spent: the newest purchases of so much earn nothing. Answers how much of it
 * purchases could be found for.
 */
export async function returnNewest(tx: Tx, userId: number, amountKopecks: Kopecks): Promise<Kopecks> {
  const found = await rows<Accrual>(
    tx,
    sql`select ${ACCRUAL} from referrals_accruals
        where user_id = ${userId} and state <> 'refused' and returned_kopecks < turnover_kopecks
        order by id desc limit 1000 for update`,
  );
  return returnFrom(tx, found, amountKopecks);
}

async function returnFrom(tx: Tx, accruals: readonly Accrual[], amount: Kopecks): Promise<Kopecks> {
  let left: number = amount;
  for (const accrual of accruals) {
    if (left === 0) break;
    const part = Math.min(left, accrual.turnoverKopecks - accrual.returnedKopecks);
    left -= part;
    await returnPart(tx, accrual, kopecks(part));
  }
  return kopecks(amount - left);
}

async function returnPart(tx: Tx, accrual: Accrual, part: Kopecks): Promise<void> {
  const returned = kopecks(accrual.returnedKopecks + part);
  const reversed = shareGoing(kopecks(accrual.amountKopecks), kopecks(accrual.turnoverKopecks), returned);
  const more = kopecks(reversed - accrual.reversedKopecks);
  await execute(
    tx,
    sql`update referrals_accruals set returned_kopecks = ${returned}, reversed_kopecks = ${reversed} where id = ${accrual.id}`,
  );
  if (accrual.state === "refused") return;
  await addToSums(tx, accrual.userId, -part, -more);
  if (accrual.state === "paid" && more > 0) await takeShareBack(tx, accrual, more, `back:${reversed}`);
}

/** Takes a paid share back; what the account does not hold any more is owed, and taken from the next shares. */
async function takeShareBack(
  tx: Tx,
  { id, referrerId }: Accrual,
  amount: Kopecks,
  step: string,
): Promise<void> {
  const owed = await lockMember(tx, referrerId);
  const available = await lockBalance(tx, "referral", referrerId);
  const taken = kopecks(Math.min(available, amount));
  if (taken > 0) await reverse(tx, referrerId, taken, `referral:${id}:${step}`);
  await storeOwed(tx, referrerId, kopecks(owed + amount - taken), owed);
}

function reverse(tx: Tx, userId: number, amountKopecks: Kopecks, reference: string): Promise<unknown> {
  return moveFunds(tx, {
    kind: "referral_reversal",
    userId,
    amountKopecks,
    houseCode: "main",
    reference,
    reason: "given_back",
  });
}

async function lockMember(tx: Tx, userId: number): Promise<Kopecks> {
  await execute(tx, sql`insert into referrals_members (user_id) values (${userId}) on conflict do nothing`);
  const row = await one<{ owed: number }>(
    tx,
    sql`select owed_kopecks as owed from referrals_members where user_id = ${userId} for update`,
  );
  return kopecks(row.owed);
}

async function storeOwed(tx: Tx, userId: number, owed: Kopecks, before: Kopecks): Promise<void> {
  if (owed === before) return;
  await execute(tx, sql`update referrals_members set owed_kopecks = ${owed} where user_id = ${userId}`);
}

/** Ends the shares of somebody who earns nothing: what waits is refused, what was paid is reversed. */
export async function refuseShares(tx: Tx, userId: number): Promise<void> {
  const found = await rows<Accrual>(
    tx,
    sql`select ${ACCRUAL} from referrals_accruals where user_id = ${userId} and state <> 'refused' order by id for update`,
  );
  for (const accrual of found) await refuse(tx, accrual);
}

async function refuse(tx: Tx, accrual: Accrual): Promise<void> {
  const left = kopecks(accrual.turnoverKopecks - accrual.returnedKopecks);
  if (left > 0) await returnPart(tx, accrual, left);
  const refused = nextState(accrual.state, "refuse");
  if (refused)
    await execute(tx, sql`update referrals_accruals set state = ${refused} where id = ${accrual.id}`);
}

/** Shares whose time has come, longest waiting first. */
export async function listDueAccruals(db: Db, limit: number): Promise<number[]> {
  const found = await rows<{ id: number }>(
    db,
    sql`select id from referrals_accruals where state in (${raw(stateList(statesBefore("pay")))}) and due_at <= app_now() order by due_at limit ${limit}`,
  );
  return found.map(({ id }) => id);
}

/**
 * Pays a share whose time has come, less what was refunded meanwhile, and less what its receiver owes of earlier ones.
 * While the one who spent owes a provider's money it waits another day. Where the receiver's account is closed it is refused.
 */
export async function payShare(db: Db, id: number): Promise<void> {
  const hasReceiver = await withTransaction(db, async (tx) => {
    const accrual = await maybeOne<Accrual>(
      tx,
      sql`select ${ACCRUAL} from referrals_accruals
          where id = ${id} and state in (${raw(stateList(statesBefore("pay")))}) and due_at <= app_now() for update skip locked`,
    );
    if (!accrual) return true;
    // Held: the account does not close while its money is on the way.
    await holdAccount(tx, accrual.referrerId as UserId);
    if (await isClosed(tx, accrual.referrerId)) return false;
    if ((await getDebt(tx, accrual.userId)) > 0) {
      await execute(
        tx,
        sql`update referrals_accruals set due_at = app_now() + interval '1 day' where id = ${id}`,
      );
      return true;
    }
    const amount = kopecks(accrual.amountKopecks - accrual.reversedKopecks);
    await execute(
      tx,
      sql`update referrals_accruals set state = ${nextState(accrual.state, "pay")}, paid_kopecks = ${amount} where id = ${id}`,
    );
    if (amount > 0) await payInto(tx, accrual, amount);
    return true;
  });
  if (!hasReceiver) await refuseShare(db, id);
}

/** Ends one share that waits. Who spent is locked before it, as everywhere. */
async function refuseShare(db: Db, id: number): Promise<void> {
  await withTransaction(db, async (tx) => {
    const spender = sql`select user_id from referrals_accruals where id = ${id}`;
    await execute(tx, sql`select 1 from referrals_people where user_id = (${spender}) for update`);
    const accrual = await maybeOne<Accrual>(
      tx,
      sql`select ${ACCRUAL} from referrals_accruals
          where id = ${id} and state in (${raw(stateList(statesBefore("refuse")))}) for update`,
    );
    if (accrual) await refuse(tx, accrual);
  });
}

async function payInto(tx: Tx, { id, referrerId }: Accrual, amount: Kopecks): Promise<void> {
  const owed = await lockMember(tx, referrerId);
  await moveFunds(tx, {
    kind: "referral_accrual",
    userId: referrerId,
    amountKopecks: amount,
    houseCode: "main",
    reference: `referral:${id}`,
    reason: "referral",
  });
  const available = await lockBalance(tx, "referral", referrerId);
  const taken = kopecks(Math.min(owed, available));
  if (taken > 0) await reverse(tx, referrerId, taken, `referral:${id}:owed`);
  await storeOwed(tx, referrerId, kopecks(owed - taken), owed);
}
