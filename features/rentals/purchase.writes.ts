import {
  isLimitOutcome,
  type LimitOutcome,
  limitRefusal,
} from "#features/activations/limits/limits.reads.ts";
import { underOpenLimit } from "#features/activations/limits/limits.writes.ts";
import { findCountry, findServiceByCode } from "#features/catalogue/catalogue.reads.ts";
import { isOperatorOf } from "#features/catalogue/catalogue.rules.ts";
import { keyDayOf } from "#features/identity/api-keys/key-day.rules.ts";
import { coversGoods } from "#features/identity/api-keys/key-goods.rules.ts";
import { saleRefusal } from "#features/policy/policy.errors.ts";
import { readPolicy } from "#features/policy/policy.reads.ts";
import { decideSale, type SaleChannel } from "#features/policy/policy.rules.ts";
import { openPrice } from "#features/pricing/listed/listed-price.reads.ts";
import { risenPrice } from "#features/pricing/listed/listed-price.rules.ts";
import { deniedRentSuppliers } from "#features/pricing/rent/rent.reads.ts";
import { rentalErrors } from "#features/rentals/rentals.errors.ts";
import { findKnownRental, type KnownRental } from "#features/rentals/rentals.reads.ts";
import { cancelMinutes, fullRentCode, rentHours } from "#features/rentals/rentals.rules.ts";
import type { KeyRights } from "#lib/api/actor.ts";
import { inputHash } from "#lib/api/input-hash.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { notifyListeners } from "#lib/jobs/events.ts";
import { type Kopecks, lowerLimit } from "#lib/money/kopecks.ts";

export type RentInput = {
  readonly userId: number;
  /** The protocol's code; `full` is the whole number. */
  readonly serviceCode: string;
  readonly countryId: number;
  /** An operator's token, several with commas between them, or `any`. Never silently another one. */
  readonly operator: string;
  readonly hours: number;
  readonly maxPriceKopecks: Kopecks | null;
  readonly channel: SaleChannel;
  /** The API key that rents, with its limits; none for everybody else. */
  readonly key?: KeyRights | null;
  /** Made by the client; a second call with it answers the first rental. */
  readonly idempotencyKey: string;
};

export type Rented = {
  readonly id: number;
  /** International digits without a plus sign. */
  readonly number: string;
  readonly expiresAt: Date;
  /** It was rented by an earlier call with the same key. */
  readonly replayed: boolean;
};

type Outcome = {
  outcome:
    | "active"
    | "replayed"
    | "mismatch"
    | "no_numbers"
    /** What is free is dearer than what was listed, and the renter named no limit. */
    | "risen"
    | "no_balance"
    | "price"
    | "key_spent"
    | LimitOutcome;
  rental_id: number | null;
  min_price_kopecks: number | null;
  number: string | null;
  expires_at: Date | null;
  key_left_kopecks: number | null;
};

/**
 * Rents a number: policy, then price, hold, lease and event in one SQL call. The only way to rent: the site, the JSON API and
 * handler_api.php all come here. Throws INVALID_TIME, NO_NUMBERS, NO_BALANCE, WRONG_MAX_PRICE, KEY_NOT_FOR_THIS, KEY_SPENT,
 * CHANNELS_LIMIT, BANNED (both of activations: an account has one limit for both),
 * IDEMPOTENCY_MISMATCH, *_NOT_FOUND and policy's refusals; whatever it throws, nothing is held.
 */
export async function rentNumber(db: Db, input: RentInput): Promise<Rented> {
  const { hours } = input;
  if (!Number.isInteger(hours) || hours < rentHours.min || hours > rentHours.max)
    throw new AppError(rentalErrors.INVALID_TIME, { details: rentHours });
  const sale = await judgeRentable(db, input);
  // What was rented before stays rented: its renter may only have lost the answer.
  const answer = sale.refusal
    ? await findKnownRental(db, { ...input, inputHash: hashOfRent(input) })
    : await underOpenLimit(db, input.userId, () => withTransaction(db, (tx) => rentInTx(tx, input, sale)));
  if (answer === null) throw sale.refusal;
  if (isLimitOutcome(answer.outcome)) throw await limitRefusal(db, input.userId, answer.outcome);
  const rented = rentedOf(answer);
  if (!rented.replayed) notifyListeners(db);
  return rented;
}

/** What the key of a rental stands for. */
function hashOfRent({ serviceCode, countryId, operator, hours, maxPriceKopecks }: RentInput): string {
  return inputHash("rent", serviceCode, countryId, operator, hours, maxPriceKopecks);
}

function rentInTx(tx: Tx, input: RentInput, sale: Sale): Promise<Outcome> {
  const { userId, idempotencyKey, countryId, operator, hours, channel, key } = input;
  return one<Outcome>(tx, {
    name: "rentals-buy",
    text: `select outcome, rental_id, min_price_kopecks, number::text, expires_at, key_left_kopecks
      from rentals_buy($1::bigint, $2::text, $3::text, $4::int, $5::int, $6::text, $7::int, $8::bigint, $9::text, $10::int, $11::int[],
        $12::int, $13::int, $14::bigint, $15::bigint)`,
    values: [
      userId,
      idempotencyKey,
      hashOfRent(input),
      sale.serviceId,
      countryId,
      operator,
      hours,
      lowerLimit(input.maxPriceKopecks, key?.priceCapKopecks ?? null),
      channel,
      cancelMinutes,
      sale.excludedSuppliers,
      input.maxPriceKopecks === null ? openPrice.tolerancePercent * 100 : null,
      openPrice.toldSeconds,
      ...keyDayOf(key),
    ],
  });
}

type Sale = {
  readonly refusal: null;
  /** Null: the whole number. */
  readonly serviceId: number | null;
  readonly excludedSuppliers: readonly number[];
};

/** Asks the key's rights, policy and the catalogue; answers policy's refusal, or what is rented and the suppliers that may not lend. */
async function judgeRentable(db: Db, input: RentInput): Promise<Sale | { readonly refusal: AppError }> {
  const { countryId, channel } = input;
  const [policy, service, country] = await Promise.all([
    readPolicy(db),
    findServiceByCode(db, input.serviceCode),
    findCountry(db, countryId),
  ]);
  const asked = { serviceId: service?.id ?? null, countryId, channel, key: input.key ?? null };
  const refusal = judgeRent(policy, asked);
  if (refusal) return { refusal };
  if (!service) throw new AppError(rentalErrors.SERVICE_NOT_FOUND);
  if (!country) throw new AppError(rentalErrors.COUNTRY_NOT_FOUND);
  if (!input.operator.split(",").every((token) => isOperatorOf(country, token)))
    throw new AppError(rentalErrors.OPERATOR_NOT_FOUND);
  return {
    refusal: null,
    serviceId: service.code === fullRentCode ? null : service.id,
    excludedSuppliers: deniedRentSuppliers(policy, channel),
  };
}

/** Policy's refusal to rent this out, or null. `serviceId` is the catalogue's, also of the whole number. Throws KEY_NOT_FOR_THIS. */
export function judgeRent(
  policy: Awaited<ReturnType<typeof readPolicy>>,
  sale: {
    readonly serviceId: number | null;
    readonly countryId: number;
    /** Of a rental that is to go on. */
    readonly supplierId?: number;
    readonly channel: SaleChannel;
    readonly key: KeyRights | null;
  },
): AppError | null {
  const { countryId, channel, key } = sale;
  if (key && !coversGoods(key, sale.serviceId, countryId)) throw new AppError(rentalErrors.KEY_NOT_FOR_THIS);
  const known = {
    ...(sale.serviceId === null ? {} : { serviceId: sale.serviceId }),
    ...(sale.supplierId === undefined ? {} : { supplierId: sale.supplierId }),
  };
  const decision = decideSale(policy, { ...known, countryId, mode: "rent", channel });
  return decision.allowed ? null : saleRefusal(decision);
}

/** Turns what the purchase function answers into a rental or a refusal. */
function rentedOf(answer: Outcome | KnownRental): Rented {
  switch (answer.outcome) {
    case "no_numbers":
      throw new AppError(rentalErrors.NO_NUMBERS);
    case "risen":
      throw new AppError(rentalErrors.NO_NUMBERS, risenPrice(answer.min_price_kopecks));
    case "no_balance":
      throw new AppError(rentalErrors.NO_BALANCE, { details: { priceKopecks: answer.min_price_kopecks } });
    case "price":
      throw new AppError(rentalErrors.WRONG_MAX_PRICE, {
        details: { minPriceKopecks: answer.min_price_kopecks },
      });
    case "key_spent":
      throw new AppError(rentalErrors.KEY_SPENT, { details: { leftKopecks: answer.key_left_kopecks } });
    case "mismatch":
      throw new AppError(apiErrors.IDEMPOTENCY_MISMATCH);
    default:
      return {
        id: answer.rental_id as number,
        number: answer.number as string,
        expiresAt: answer.expires_at as Date,
        replayed: answer.outcome === "replayed",
      };
  }
}
