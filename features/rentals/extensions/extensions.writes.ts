import { keyDayOf } from "#features/identity/api-keys/key-day.rules.ts";
import { readPolicy } from "#features/policy/policy.reads.ts";
import type { SaleChannel } from "#features/policy/policy.rules.ts";
import { openPrice } from "#features/pricing/listed/listed-price.reads.ts";
import {
  findExtendable,
  findKnownExtension,
  type KnownExtension,
} from "#features/rentals/extensions/extensions.reads.ts";
import { judgeRent } from "#features/rentals/purchase.writes.ts";
import { rentalErrors } from "#features/rentals/rentals.errors.ts";
import { rentHours, statesBefore } from "#features/rentals/rentals.rules.ts";
import type { KeyRights } from "#lib/api/actor.ts";
import { inputHash } from "#lib/api/input-hash.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { notifyListeners } from "#lib/jobs/events.ts";
import { type Kopecks, lowerLimit } from "#lib/money/kopecks.ts";

export type ExtensionInput = {
  readonly userId: number;
  readonly rentalId: number;
  readonly hours: number;
  readonly maxPriceKopecks: Kopecks | null;
  readonly channel: SaleChannel;
  readonly key?: KeyRights | null;
  /** Made by the client; a second call with it answers the first extension. */
  readonly idempotencyKey: string;
};

export type Extended = {
  readonly id: number;
  readonly priceKopecks: number;
  /** When the rental ends now. */
  readonly expiresAt: Date;
  readonly replayed: boolean;
};

type Outcome = {
  outcome:
    | "extended"
    | "replayed"
    | "mismatch"
    | "not_found"
    | "over"
    | "too_long"
    | "risen"
    | "price"
    | "key_spent"
    | "no_balance";
  extension_id: number | null;
  price_kopecks: number | null;
  max_hours: number | null;
  expires_at: Date | null;
  key_left_kopecks: number | null;
};

/**
 * Extends a running rental, at once and for money at once; a price that is still held is taken with it. Throws INVALID_TIME,
 * RENTAL_NOT_FOUND, RENTAL_OVER, MAX_HOURS_EXCEEDED, NO_BALANCE, WRONG_MAX_PRICE, KEY_NOT_FOR_THIS, KEY_SPENT,
 * IDEMPOTENCY_MISMATCH and policy's refusals; whatever it throws, nothing is paid.
 */
export async function extendRental(db: Db, input: ExtensionInput): Promise<Extended> {
  const { userId, rentalId, hours, channel, key } = input;
  if (!Number.isInteger(hours) || hours < rentHours.min || hours > rentHours.max)
    throw new AppError(rentalErrors.INVALID_TIME, { details: rentHours });
  const rental = await findExtendable(db, userId, rentalId);
  if (!rental) throw new AppError(rentalErrors.RENTAL_NOT_FOUND);
  const refusal = judgeRent(await readPolicy(db), { ...rental, channel, key: key ?? null });
  // What was bought before stays bought: its renter may only have lost the answer.
  const answer = refusal
    ? await findKnownExtension(db, { ...input, inputHash: hashOfExtension(input) })
    : await withTransaction(db, (tx) => extendInTx(tx, input));
  if (answer === null) throw refusal;
  const extended = extendedOf(answer);
  if (!extended.replayed) notifyListeners(db);
  return extended;
}

/** What the key of an extension stands for. */
function hashOfExtension({ rentalId, hours, maxPriceKopecks }: ExtensionInput): string {
  return inputHash("extend", rentalId, hours, maxPriceKopecks);
}

function extendInTx(tx: Tx, input: ExtensionInput): Promise<Outcome> {
  const { key, rentalId } = input;
  return one<Outcome>(tx, {
    name: "rentals-extend",
    text: `select outcome, extension_id, price_kopecks, max_hours, expires_at, key_left_kopecks
      from rentals_extend($1::bigint, $2::bigint, $3::text, $4::text, $5::int, $6::bigint, $7::int, $8::text[],
        $9::int, $10::bigint, $11::bigint)`,
    values: [
      input.userId,
      rentalId,
      input.idempotencyKey,
      hashOfExtension(input),
      input.hours,
      lowerLimit(input.maxPriceKopecks, key?.priceCapKopecks ?? null),
      rentHours.max,
      statesBefore("extend"),
      input.maxPriceKopecks === null ? openPrice.tolerancePercent * 100 : null,
      ...keyDayOf(key),
    ],
  });
}

function extendedOf(outcome: Outcome | KnownExtension): Extended {
  switch (outcome.outcome) {
    case "not_found":
      throw new AppError(rentalErrors.RENTAL_NOT_FOUND);
    case "over":
      throw new AppError(rentalErrors.RENTAL_OVER);
    case "too_long":
      throw new AppError(rentalErrors.MAX_HOURS_EXCEEDED, { details: { maxHours: outcome.max_hours } });
    // Who names what it costs now gets it.
    case "risen":
    case "price":
      throw new AppError(rentalErrors.WRONG_MAX_PRICE, {
        details: { minPriceKopecks: outcome.price_kopecks },
      });
    case "key_spent":
      throw new AppError(rentalErrors.KEY_SPENT, { details: { leftKopecks: outcome.key_left_kopecks } });
    case "no_balance":
      throw new AppError(rentalErrors.NO_BALANCE, { details: { priceKopecks: outcome.price_kopecks } });
    case "mismatch":
      throw new AppError(apiErrors.IDEMPOTENCY_MISMATCH);
    default:
      return {
        id: outcome.extension_id as number,
        priceKopecks: outcome.price_kopecks as number,
        expiresAt: outcome.expires_at as Date,
        replayed: outcome.outcome === "replayed",
      };
  }
}
