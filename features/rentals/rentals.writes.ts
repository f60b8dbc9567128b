import { rentalErrors } from "#features/rentals/rentals.errors.ts";
import { messagesKeptDays, type RentalState, statesBefore } from "#features/rentals/rentals.rules.ts";
import { extractCode } from "#features/supply/codes.rules.ts";
import type { SmsSink } from "#features/supply/intake/intake.writes.ts";
import { type OpenOnNumber, recipientsOf } from "#features/supply/matching/matching.rules.ts";
import type { CallSink } from "#features/supply/rent/rent.writes.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, rows } from "#lib/db/query.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { notifyListeners } from "#lib/jobs/events.ts";
import { seal } from "#lib/sealed-text.ts";

type Moved = { id: number };

/**
 * Cancels a rental that got nothing in its first 20 minutes: state, refund, lease and event in one statement. Cancelling
 * twice answers the same and refunds once. Throws RENTAL_NOT_FOUND, CANNOT_CANCEL, RENTAL_OVER.
 */
export async function cancelRental(db: Db, userId: number, id: number): Promise<void> {
  await cancelRentalInTx(db, userId, id);
  notifyListeners(db);
}

/** The same in the caller's transaction; the caller commits and then calls `notifyListeners`. */
export async function cancelRentalInTx(tx: Queryable, userId: number, id: number): Promise<void> {
  const moved = await maybeOne<Moved>(tx, {
    name: "rentals-cancel",
    text: "select id from rentals_cancel($1, $2, $3)",
    values: [id, userId, statesBefore("cancel")],
  });
  if (!moved) await explainRefusal(tx, userId, id, "canceled");
}

/** Ends a rental early, without money back. Finishing twice answers the same. Throws RENTAL_NOT_FOUND, RENTAL_OVER. */
export async function finishRental(db: Db, userId: number, id: number): Promise<void> {
  await finishRentalInTx(db, userId, id);
  notifyListeners(db);
}

/** The same in the caller's transaction; the caller commits and then calls `notifyListeners`. */
export async function finishRentalInTx(tx: Queryable, userId: number, id: number): Promise<void> {
  const moved = await maybeOne<Moved>(tx, {
    text: "select id from rentals_finish($1, $2, $3)",
    values: [id, userId, statesBefore("finish")],
  });
  if (!moved) await explainRefusal(tx, userId, id, "expired");
}

async function explainRefusal(db: Queryable, userId: number, id: number, wanted: RentalState): Promise<void> {
  const row = await maybeOne<{ state: RentalState }>(db, {
    text: "select state from rentals where id = $1 and user_id = $2",
    values: [id, userId],
  });
  if (!row) throw new AppError(rentalErrors.RENTAL_NOT_FOUND);
  if (row.state === wanted) return;
  const isOver = row.state === "expired" || row.state === "canceled";
  throw new AppError(isOver ? rentalErrors.RENTAL_OVER : rentalErrors.CANNOT_CANCEL, {
    details: { state: row.state },
  });
}

/** Rentals that time has something to do with: the money of those past cancelling is taken, those past their end expire. */
export async function listDueRentals(db: Queryable, limit: number): Promise<number[]> {
  const due = await rows<Moved>(db, {
    text: `select id from rentals where closed_at is null and due_at <= app_now() order by due_at limit $1`,
    values: [limit],
  });
  return due.map(({ id }) => id);
}

/** Does to a rental what its time alone does. Harmless when another worker, a cancel, an SMS or an extension was first. */
export async function passTime(db: Queryable, id: number): Promise<void> {
  await maybeOne(db, {
    name: "rentals-pass-time",
    text: "select id from rentals_pass_time($1)",
    values: [id],
  });
}

/** Open rentals on a number, locked. */
function lockOnNumber(tx: Tx, supplierId: number, phone: number): Promise<OpenOnNumber[]> {
  return rows<OpenOnNumber>(tx, {
    name: "rentals-on-number",
    text: `select id, service_id from rentals
      where supplier_id = $1 and number = $2 and closed_at is null order by id for update`,
    values: [supplierId, phone],
  });
}

/**
 * Gives an SMS to the open rentals on its number that it is for: all of it to whole numbers, to the others what their service
 * signs. The first one takes the money. Answers how many got it; the caller commits and then calls `notifyListeners`.
 */
export const deliverSmsToRentals: SmsSink = async (tx, { catalogue, withholds }, sms) => {
  const open = await lockOnNumber(tx, sms.supplierId, sms.phone);
  if (open.length === 0) return 0;
  const recipients = recipientsOf(sms, open, catalogue, withholds);
  const code = extractCode(sms.text);
  let received = 0;
  for (const id of recipients) {
    const moved = await maybeOne<Moved>(tx, {
      name: "rentals-receive-sms",
      text: "select id from rentals_receive_sms($1, $2, $3, $4, $5, $6)",
      values: [
        id,
        statesBefore("receive_sms"),
        sms.id,
        seal(sms.sender),
        seal(sms.text),
        code === null ? null : seal(code),
      ],
    });
    if (moved) received += 1;
  }
  return received;
};

/**
 * Gives a call to the rental it can be for: the whole number's, or the only one on the number. Who calls tells nothing about
 * the service, so with several rentals on a number nobody gets it.
 */
export const deliverCallToRentals: CallSink = async (tx, _db, call) => {
  const open = await lockOnNumber(tx, call.supplierId, call.phone);
  const [only] = open;
  if (!only || open.length > 1) return 0;
  const moved = await maybeOne<Moved>(tx, {
    text: "select id from rentals_receive_call($1, $2, $3, $4, $5)",
    values: [only.id, statesBefore("receive_call"), call.id, seal(call.caller), call.calledAt],
  });
  return moved ? 1 : 0;
};

/** Removes messages and calls of rentals that ended more than a week ago; their counts stay. Answers how many rentals. */
export async function forgetOldRentals(db: Queryable, limit: number): Promise<number> {
  return execute(db, {
    text: `with over as (
        select id from rentals where closed_at < app_now() - make_interval(days => $1) and forgotten_at is null
        order by closed_at limit $2 for update skip locked
      ), messages as (
        delete from rentals_messages m using over where m.rental_id = over.id
      ), calls as (
        delete from rentals_calls c using over where c.rental_id = over.id
      )
      update rentals r set forgotten_at = app_now() from over where r.id = over.id`,
    values: [messagesKeptDays, limit],
  });
}
