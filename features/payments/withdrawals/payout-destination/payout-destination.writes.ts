import { randomInt, timingSafeEqual } from "node:crypto";
import sql from "sql-template-tag";
import { findMailReader } from "#features/identity/mail/mail.reads.ts";
import {
  type RequisitesMail,
  renderRequisitesMail,
} from "#features/payments/withdrawals/payout-destination/mails.rules.ts";
import {
  CODE_DIGITS,
  CODE_MINUTES,
  CODE_TRIES,
  maskRequisites,
  REST_HOURS,
} from "#features/payments/withdrawals/payout-destination/payout-destination.rules.ts";
import { withdrawalErrors } from "#features/payments/withdrawals/withdrawals.errors.ts";
import type { WithdrawalMethod, WithdrawalState } from "#features/payments/withdrawals/withdrawals.rules.ts";
import { lockWithdrawal, transition } from "#features/payments/withdrawals/withdrawals.writes.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { notifyListeners } from "#lib/jobs/events.ts";
import { keyedHash } from "#lib/keyed-hash.ts";
import { enqueueMail } from "#lib/mail/send.ts";

export type Requisites = { readonly id: number; readonly masked: string; readonly isConfirmed: boolean };

/** The row of a user's card or address, made when it is new. The caller has locked the user's wallet. */
export async function noteRequisites(
  tx: Tx,
  userId: number,
  method: WithdrawalMethod,
  requisites: string,
): Promise<Requisites> {
  const masked = maskRequisites(method, requisites);
  const mark = keyedHash("withdrawal-requisites", `${method}:${requisites}`);
  return one<Requisites>(
    tx,
    sql`insert into payments_payout_destinations as q (user_id, method, mark, masked) values (${userId}, ${method}, ${mark}, ${masked})
        on conflict (user_id, method, mark) do update set masked = excluded.masked
        returning id, masked, confirmed_at is not null as "isConfirmed"`,
  );
}

/** Mails a code that makes new requisites count; an earlier one ends. `withdrawalId` is what the code was asked for. */
export async function mailCode(
  tx: Tx,
  requisites: Requisites,
  asked: { readonly userId: number; readonly withdrawalId: number; readonly amountKopecks: number },
): Promise<void> {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
  await execute(
    tx,
    sql`update payments_payout_destinations set code_hash = ${codeHash(requisites.id, code)}, wrong_tries = 0,
          code_expires_at = app_now() + make_interval(mins => ${CODE_MINUTES})
        where id = ${requisites.id} and confirmed_at is null`,
  );
  const mail = { name: "code", code, amountKopecks: asked.amountKopecks } as const;
  await notifyOwner(tx, asked.userId, requisites.masked, mail, `withdrawal-code:${asked.withdrawalId}`);
}

/**
 * Takes the mailed code for a withdrawal to new requisites: they count from now on, money goes there when they have rested,
 * and every withdrawal that waited for them is requested. The try is counted before the code is compared.
 * Throws WITHDRAWAL_NOT_FOUND, WITHDRAWAL_MOVED_ON, REQUISITES_CODE_WRONG, REQUISITES_CODE_EXPIRED.
 */
export async function confirmRequisites(db: Db, userId: number, id: number, code: string): Promise<void> {
  const taken = await takeTry(db, userId, id);
  const given = codeHash(taken.destinationId, code);
  if (!timingSafeEqual(given, taken.codeHash)) {
    throw new AppError(withdrawalErrors.REQUISITES_CODE_WRONG, {
      details: { triesLeft: CODE_TRIES - taken.wrongTries },
    });
  }
  await withTransaction(db, (tx) => confirmIn(tx, userId, id, taken.destinationId, given));
  notifyListeners(db);
}

type Try = { readonly destinationId: number; readonly codeHash: Buffer; readonly wrongTries: number };

async function takeTry(db: Db, userId: number, id: number): Promise<Try> {
  const taken = await maybeOne<Try>(
    db,
    sql`update payments_payout_destinations q set wrong_tries = q.wrong_tries + 1
        from payments_withdrawals w
        where w.id = ${id} and w.user_id = ${userId} and w.state = 'unconfirmed' and q.id = w.destination_id
          and q.wrong_tries < ${CODE_TRIES} and q.code_expires_at > app_now()
        returning q.id as "destinationId", q.code_hash as "codeHash", q.wrong_tries as "wrongTries"`,
  );
  if (taken) return taken;
  const known = await maybeOne<{ state: WithdrawalState }>(
    db,
    sql`select state from payments_withdrawals where id = ${id} and user_id = ${userId}`,
  );
  if (!known) throw new AppError(withdrawalErrors.WITHDRAWAL_NOT_FOUND);
  if (known.state !== "unconfirmed") throw new AppError(withdrawalErrors.WITHDRAWAL_MOVED_ON);
  throw new AppError(withdrawalErrors.REQUISITES_CODE_EXPIRED);
}

async function confirmIn(
  tx: Tx,
  userId: number,
  id: number,
  destinationId: number,
  code: Buffer,
): Promise<void> {
  await lockWithdrawal(tx, id, userId);
  const confirmed = await maybeOne<{ masked: string; restsUntil: Date }>(
    tx,
    sql`update payments_payout_destinations set confirmed_at = app_now(), code_hash = null, code_expires_at = null,
          rests_until = app_now() + make_interval(hours => ${REST_HOURS})
        where id = ${destinationId} and code_hash = ${code} and code_expires_at > app_now()
        returning masked, rests_until as "restsUntil"`,
  );
  if (!confirmed) throw new AppError(withdrawalErrors.WITHDRAWAL_MOVED_ON);
  const waiting = await rows<{ id: number }>(
    tx,
    sql`select id from payments_withdrawals where destination_id = ${destinationId} and state = 'unconfirmed'
        order by id for update`,
  );
  for (const one of waiting) await transition(tx, one.id, { event: "confirm_requisites", to: "requested" });
  if (!waiting.some((one) => one.id === id)) throw new AppError(withdrawalErrors.WITHDRAWAL_MOVED_ON);
  const mail = { name: "confirmed", restsUntil: confirmed.restsUntil } as const;
  await notifyOwner(tx, userId, confirmed.masked, mail, `requisites-confirmed:${destinationId}`);
}

function codeHash(destinationId: number, code: string): Buffer {
  return keyedHash("withdrawal-code", `${destinationId}:${code}`);
}

async function notifyOwner(
  tx: Tx,
  userId: number,
  masked: string,
  mail: RequisitesMail,
  key: string,
): Promise<void> {
  const reader = await findMailReader(tx, userId);
  if (!reader) return;
  const house = { brand: env.BRAND_NAME, publicUrl: env.PUBLIC_URL };
  const rendered = renderRequisitesMail({ ...mail, personName: reader.name, masked }, reader.locale, house);
  await enqueueMail(tx, { ...rendered, to: reader.email, key });
}
