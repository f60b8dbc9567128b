import { moveFunds } from "#features/ledger/ledger.writes.ts";
import { returnBonus } from "#features/loyalty/bonus-clawback.writes.ts";
import { largeTopUp, type Programme, readProgramme } from "#features/loyalty/programme.reads.ts";
import {
  findRefusal,
  findWelcome,
  type Person,
  readPerson,
} from "#features/loyalty/welcome/welcome.reads.ts";
import { type GrantedWelcome, welcomeGoingBack, welcomeOf } from "#features/loyalty/welcome/welcome.rules.ts";
import { findFirstTopUp } from "#features/payments/turnover/turnover.reads.ts";
import { type CreditedPayment, lockCreditedPayment } from "#features/payments/turnover/turnover.writes.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { emitEvent, notifyListeners } from "#lib/jobs/events.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

/**
 * Decides about the welcome bonus when a top-up has come in: the first one that is large enough decides once for ever, for
 * its user and for the person behind the account (spec, section 9; G1). However often and beside whatever it runs, one person gets
 * one bonus.
 */
export async function decideWelcome(db: Db, paymentId: number): Promise<"granted" | "refused" | null> {
  const decided = await withTransaction(db, async (tx) => {
    const payment = await lockCreditedPayment(tx, paymentId);
    if (!payment) return null;
    const programme = await readProgramme(tx);
    const bonus = welcomeOf(programme, payment.leftKopecks);
    if (bonus === 0 || programme.uncountedMethods.includes(payment.method)) return null;
    await takeTurn(tx);
    if (await findWelcome(tx, payment.userId)) return null;
    if ((await findFirstTopUp(tx, payment.userId, largeTopUp(programme))) !== payment.id) return null;
    return decide(tx, payment, bonus, programme);
  });
  if (decided === "granted") notifyListeners(db);
  return decided;
}

/** Decisions follow one another, so that two accounts of one person cannot be decided about at the same moment. */
async function takeTurn(tx: Tx): Promise<void> {
  await execute(tx, { text: "select from loyalty_settings for no key update", values: [] });
}

async function decide(
  tx: Tx,
  payment: CreditedPayment,
  bonus: Kopecks,
  programme: Programme,
): Promise<"granted" | "refused"> {
  const person = await readPerson(tx, payment.userId, payment.payerFingerprint);
  const reason = await findRefusal(tx, person, payment.payerFingerprint, programme);
  if (reason) {
    await recordDecision(tx, payment, person, { bonus: kopecks(0), programme, reason, transferId: null });
    return "refused";
  }
  const { transferId } = await moveFunds(tx, {
    kind: "welcome_bonus",
    userId: payment.userId,
    amountKopecks: bonus,
    houseCode: "main",
    reference: `welcome:${payment.userId}`,
    reason: "welcome",
  });
  await recordDecision(tx, payment, person, { bonus, programme, reason: null, transferId });
  if (programme.welcomeDeviceDays > 0) await recordDevices(tx, person);
  await emitEvent(tx, { userId: payment.userId, kind: "balance", data: { welcomeBonus: true } });
  return "granted";
}

type Decision = { bonus: Kopecks; programme: Programme; reason: string | null; transferId: number | null };

async function recordDecision(
  tx: Tx,
  payment: CreditedPayment,
  person: Person,
  { bonus, programme, reason, transferId }: Decision,
): Promise<void> {
  await execute(tx, {
    text: `insert into loyalty_welcomes (user_id, payment_id, state, reason, base_kopecks, from_kopecks, bonus_kopecks,
        payer_fingerprint, person_mark, transfer_id)
      values ($1, $2, case when $3::text is null then 'granted' else 'refused' end, $3, $4, $5, $6, $7, $8, $9)`,
    values: [
      payment.userId,
      payment.id,
      reason,
      payment.leftKopecks,
      programme.welcomeFromKopecks,
      bonus,
      person.fingerprint,
      person.mark,
      transferId,
    ],
  });
}

async function recordDevices(tx: Tx, person: Person): Promise<void> {
  await execute(tx, {
    text: `insert into loyalty_devices (mark, user_id) select distinct unnest($1::bytea[]), $2::bigint on conflict do nothing`,
    values: [person.devices, person.userId],
  });
}

/**
 * Brings the bonus in line with what is left of its top-up: its part goes back with what was reversed, and comes again when
 * the provider gives that back. Answers what moved, below zero when it came again.
 */
export async function returnWelcome(tx: Tx, payment: CreditedPayment): Promise<Kopecks> {
  const welcome = await maybeOne<GrantedWelcome & { returned: Kopecks; version: number }>(tx, {
    text: `select base_kopecks as "baseKopecks", from_kopecks as "fromKopecks", bonus_kopecks as "bonusKopecks",
        returned_kopecks as returned, return_version + 1 as version
      from loyalty_welcomes where payment_id = $1 and state = 'granted' for update`,
    values: [payment.id],
  });
  if (!welcome) return kopecks(0);
  const after = welcomeGoingBack(welcome, payment.leftKopecks);
  const moved = await returnBonus(tx, {
    userId: payment.userId,
    given: `welcome:${payment.userId}`,
    reason: "welcome",
    before: welcome.returned,
    after,
    version: welcome.version,
  });
  if (moved !== 0) {
    await execute(tx, {
      text: "update loyalty_welcomes set returned_kopecks = $2, return_version = $3 where payment_id = $1",
      values: [payment.id, after, welcome.version],
    });
  }
  return moved;
}

/** Forgets devices that are no longer asked about. Answers how many. */
export function forgetOldDevices(db: Queryable, limit: number): Promise<number> {
  return execute(db, {
    text: `delete from loyalty_devices where (mark, user_id) in (
        select mark, user_id from loyalty_devices
        where noted_at < app_now() - make_interval(days => (select welcome_device_days from loyalty_settings))
        order by noted_at limit $1)`,
    values: [limit],
  });
}
