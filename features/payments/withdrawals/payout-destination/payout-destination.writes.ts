import { randomInt, timingSafeEqual } from "node:crypto";
import sql from "sql-template-tag";
import { findMailReader } from "#features/identity/mail/mail.reads.ts";
import { recordSecurityEvent } from "#features/identity/security-log/recording.writes.ts";
import { takeAttempts } from "#features/identity/throttle/throttle.writes.ts";
import {
  type DestinationMail,
  type Occasion,
  renderDestinationMail,
} from "#features/payments/withdrawals/payout-destination/mails.rules.ts";
import { findMoneyRest } from "#features/payments/withdrawals/payout-destination/payout-destination.reads.ts";
import {
  CODE_DIGITS,
  CODE_MINUTES,
  CODE_TRIES,
  maskDestination,
  REST_HOURS,
} from "#features/payments/withdrawals/payout-destination/payout-destination.rules.ts";
import { withdrawalErrors } from "#features/payments/withdrawals/withdrawals.errors.ts";
import { transition } from "#features/payments/withdrawals/withdrawals.writes.ts";
import type {
  WithdrawalMethod,
  WithdrawalSource,
  WithdrawalState,
} from "#features/payments/withdrawals.rules.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { AppError, type ErrorRow } from "#lib/errors/app-error.ts";
import { notifyListeners } from "#lib/jobs/events.ts";
import { keyedHash } from "#lib/keyed-hash.ts";
import { enqueueMail } from "#lib/mail/send.ts";

export type PayoutDestination = {
  readonly id: number;
  readonly masked: string;
  readonly isConfirmed: boolean;
  /** A code that was mailed before still works. */
  readonly hasCode: boolean;
};

/** The row of a user's card or address, made when it is new. The caller has locked the user's wallet. */
export async function recordDestination(
  tx: Tx,
  userId: number,
  method: WithdrawalMethod,
  destination: string,
): Promise<PayoutDestination> {
  const masked = maskDestination(method, destination);
  const mark = keyedHash("withdrawal-requisites", `${method}:${destination}`);
  return one<PayoutDestination>(
    tx,
    sql`insert into payments_payout_destinations as q (user_id, method, mark, masked) values (${userId}, ${method}, ${mark}, ${masked})
        on conflict (user_id, method, mark) do update set masked = excluded.masked
        returning id, masked, confirmed_at is not null as "isConfirmed",
          coalesce(code_expires_at > app_now() and wrong_tries < ${CODE_TRIES}, false) as "hasCode"`,
  );
}

/** Whose code it is, and what it was asked for. */
type Asked = { readonly userId: number } & (
  | {
      readonly kind: "withdrawal";
      readonly id: number;
      readonly source: WithdrawalSource;
      readonly amountKopecks: number;
    }
  | { readonly kind: "claim"; readonly id: number; readonly paymentId: number }
);

/**
 * Mails a code that makes a new destination count; an earlier one ends. An account gets so many of them an hour.
 * Throws TOO_MANY_ATTEMPTS.
 */
export async function mailCode(tx: Tx, destination: PayoutDestination, asked: Asked): Promise<void> {
  await takeAttempts(tx, [{ name: "mail-destination-code", subject: String(asked.userId) }]);
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
  const hash = codeHash(destination.id, code);
  await execute(
    tx,
    sql`update payments_payout_destinations set code_hash = ${hash}, wrong_tries = 0,
          code_expires_at = app_now() + make_interval(mins => ${CODE_MINUTES})
        where id = ${destination.id} and confirmed_at is null`,
  );
  const restsUntil = await findMoneyRest(tx, asked.userId, REST_HOURS);
  const mail =
    asked.kind === "withdrawal"
      ? ({ name: "code", code, restsUntil, amountKopecks: asked.amountKopecks } as const)
      : ({ name: "returnCode", code, restsUntil } as const);
  const about = { ...mail, masked: destination.masked, occasion: asked };
  await notifyOwner(tx, asked.userId, about, `${asked.kind}-code:${asked.id}:${hash.toString("hex")}`);
}

/**
 * Takes the mailed code for a withdrawal to a new destination: it counts from now on, money goes there when it has rested,
 * and every withdrawal that waited for it is requested.
 * Throws WITHDRAWAL_NOT_FOUND, WITHDRAWAL_MOVED_ON, REQUISITES_CODE_WRONG, REQUISITES_CODE_EXPIRED.
 */
export async function confirmWithdrawalDestination(
  db: Db,
  userId: number,
  id: number,
  code: string,
): Promise<void> {
  const known = await maybeOne<{
    state: WithdrawalState;
    source: WithdrawalSource;
    destinationId: number | null;
  }>(
    db,
    sql`select state, source, destination_id as "destinationId" from payments_withdrawals
        where id = ${id} and user_id = ${userId}`,
  );
  if (!known) throw new AppError(withdrawalErrors.WITHDRAWAL_NOT_FOUND);
  const { state, source, destinationId } = known;
  if (state !== "unconfirmed" || destinationId === null) {
    throw new AppError(withdrawalErrors.WITHDRAWAL_MOVED_ON);
  }
  const proven = await proveCode(db, destinationId, code, {
    wrong: withdrawalErrors.REQUISITES_CODE_WRONG,
    expired: withdrawalErrors.REQUISITES_CODE_EXPIRED,
  });
  await withTransaction(db, async (tx) => {
    const freed = await confirmDestination(tx, userId, proven, { kind: "withdrawal", id, source });
    if (!freed?.includes(id)) throw new AppError(withdrawalErrors.WITHDRAWAL_MOVED_ON);
  });
  notifyListeners(db);
}

/** A destination with the hash of the code that was proven for it. */
type ProvenCode = { readonly destinationId: number; readonly codeHash: Buffer };

/**
 * Compares a code with the one that was mailed last. The try is counted before, at once and for good, so that parallel guesses
 * cannot slip through. Throws `wrong` with `triesLeft`, and `expired` when no code works any more.
 */
export async function proveCode(
  db: Db,
  destinationId: number,
  code: string,
  errors: { readonly wrong: ErrorRow; readonly expired: ErrorRow },
): Promise<ProvenCode> {
  const taken = await maybeOne<{ codeHash: Buffer; wrongTries: number }>(
    db,
    sql`update payments_payout_destinations set wrong_tries = wrong_tries + 1
        where id = ${destinationId} and wrong_tries < ${CODE_TRIES} and code_expires_at > app_now()
        returning code_hash as "codeHash", wrong_tries as "wrongTries"`,
  );
  if (!taken) throw new AppError(errors.expired);
  const given = codeHash(destinationId, code);
  if (!timingSafeEqual(given, taken.codeHash)) {
    throw new AppError(errors.wrong, { details: { triesLeft: CODE_TRIES - taken.wrongTries } });
  }
  return { destinationId, codeHash: given };
}

/**
 * Makes a destination count whose code was proven, tells its owner, and requests the withdrawals that waited for it; answers their
 * ids. Null when the code was used or replaced meanwhile. The withdrawals are locked before the destination, in the order of
 * their ids, so that two codes that come at once do not wait for each other.
 */
export async function confirmDestination(
  tx: Tx,
  userId: number,
  { destinationId, codeHash: proven }: ProvenCode,
  occasion: Occasion,
): Promise<number[] | null> {
  const waiting = await rows<{ id: number }>(
    tx,
    sql`select id from payments_withdrawals where destination_id = ${destinationId} and state = 'unconfirmed'
        order by id for update`,
  );
  const confirmed = await maybeOne<{ masked: string; restsUntil: Date }>(
    tx,
    sql`update payments_payout_destinations set confirmed_at = app_now(), code_hash = null, code_expires_at = null,
          rests_until = app_now() + make_interval(hours => ${REST_HOURS})
        where id = ${destinationId} and code_hash = ${proven} and code_expires_at > app_now()
        returning masked, greatest(rests_until, identity_money_rests_until(user_id)) as "restsUntil"`,
  );
  if (!confirmed) return null;
  for (const { id } of waiting) await transition(tx, id, { event: "confirm_destination", to: "requested" });
  const what = confirmed.masked;
  await recordSecurityEvent(tx, userId, { kind: "payoutDestinationConfirmed", what });
  const name = occasion.kind === "claim" ? "returnConfirmed" : "confirmed";
  await notifyOwner(tx, userId, { ...confirmed, name, occasion }, `destination-confirmed:${destinationId}`);
  return waiting.map(({ id }) => id);
}

function codeHash(destinationId: number, code: string): Buffer {
  return keyedHash("withdrawal-code", `${destinationId}:${code}`);
}

async function notifyOwner(
  tx: Tx,
  userId: number,
  about: DestinationMail & { readonly masked: string; readonly occasion: Occasion },
  key: string,
): Promise<void> {
  const reader = await findMailReader(tx, userId);
  if (!reader) return;
  const house = { brand: env.BRAND_NAME, publicUrl: env.PUBLIC_URL };
  const rendered = renderDestinationMail({ ...about, personName: reader.name }, reader.locale, house);
  await enqueueMail(tx, { ...rendered, to: reader.email, key });
}
