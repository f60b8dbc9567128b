import sql from "sql-template-tag";
import {
  type Newcomer,
  requireEmail,
  type StartedRegistration,
  startRegistration,
} from "#features/identity/registration/registration.writes.ts";
import type { Gateways } from "#features/payments/gateway/provider.gateway.ts";
import { guestLimits, guestMethods, guestPaths } from "#features/payments/guests.rules.ts";
import { paymentErrors } from "#features/payments/payments.errors.ts";
import {
  agreeTerms,
  goOn,
  insertPayment,
  type NotedPayment,
  type PaymentWish,
  STORED,
  type StartedPayment,
  type StoredPayment,
  type Terms,
} from "#features/payments/payments.writes.ts";
import { inputHash } from "#lib/api/input-hash.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";

export type GuestStart = PaymentWish & { readonly email: string };

/** `registration`: what the mail to the address began; null where the same key has begun the payment before. */
export type StartedGuestPayment = StartedPayment & { readonly registration: StartedRegistration | null };

/**
 * Begins a payment of somebody without an account, and the registration of the address: what its mail opens takes the money. The
 * same work for an address that has an account, whose owner is mailed a code to sign in with. The same key answers the same payment.
 * Throws METHOD_NOT_FOUND, AMOUNT_*, IDEMPOTENCY_MISMATCH, PROVIDER_UNAVAILABLE, PAYMENT_OVER, and what `startRegistration` throws.
 */
export async function startGuestPayment(
  db: Db,
  gateways: Gateways,
  start: GuestStart,
  caller: Newcomer,
): Promise<StartedGuestPayment> {
  const { emailKey } = requireEmail(start.email);
  const hash = hashOf(start, emailKey);
  const begun = await findBegun(db, start.idempotencyKey);
  if (begun && begun.inputHash !== hash) throw new AppError(apiErrors.IDEMPOTENCY_MISMATCH);
  if (begun?.redirectUrl) {
    return { id: begun.id, redirectUrl: begun.redirectUrl, replayed: true, registration: null };
  }
  // First, since what a stranger costs is limited there.
  const { email } = start;
  const newcomer = { email, name: undefined, password: undefined, returnPath: guestPaths.claim };
  const registration = await startRegistration(db, newcomer, caller);
  const terms = await agreeTerms(db, gateways, start);
  if (!guestMethods([terms.method]).length) throw new AppError(paymentErrors.METHOD_NOT_FOUND);
  const noted = await recordGuestPayment(db, start, { terms, emailKey, inputHash: hash });
  const started = await goOn(db, noted, {
    gateway: terms.gateway,
    inputHash: hash,
    locale: start.locale,
    returnPath: `${guestPaths.pay}?sent=1`,
  });
  return { ...started, registration };
}

function hashOf({ method, amountKopecks, context }: GuestStart, emailKey: string): string {
  const { service, country } = context;
  return inputHash("guest-top-up", emailKey, method, amountKopecks, service, country);
}

function findBegun(db: Queryable, idempotencyKey: string): Promise<StoredPayment | null> {
  return maybeOne<StoredPayment>(db, {
    text: `select ${STORED} from payments
      where id = (select payment_id from payments_guests where idempotency_key = $1)`,
    values: [idempotencyKey],
  });
}

type Noting = { terms: Terms; emailKey: string; inputHash: string };

/** Calls with one key follow each other, so that the second finds what the first has noted. */
function recordGuestPayment(db: Db, start: GuestStart, noting: Noting): Promise<NotedPayment> {
  const { idempotencyKey } = start;
  return withTransaction(db, async (tx) => {
    await execute(
      tx,
      sql`select pg_advisory_xact_lock(hashtext('payments_guests'), hashtext(${idempotencyKey}))`,
    );
    const earlier = await findBegun(tx, idempotencyKey);
    if (earlier) return { payment: earlier, replayed: true };
    const guest = { ...start, userId: null, idempotencyKey: `guest:${idempotencyKey}` };
    const payment = await insertPayment(tx, guest, noting.terms, noting.inputHash);
    if (!payment) throw new AppError(apiErrors.TOO_MANY_REQUESTS);
    await execute(
      tx,
      sql`insert into payments_guests (payment_id, email_key, idempotency_key, return_due_at)
          values (${payment.id}, ${noting.emailKey}, ${idempotencyKey}, app_now() + make_interval(days => ${guestLimits.keptDays}))`,
    );
    return { payment, replayed: false };
  });
}
