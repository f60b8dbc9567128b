import { activationErrors } from "#features/activations/activations.errors.ts";
import { cancelMinutes, type RentalState, rentHours } from "#features/rentals/rentals.rules.ts";
import { type SandboxScript, sandboxScripts } from "#features/sandbox/sandbox.rules.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import type { ErrorRow } from "#lib/errors/app-error.ts";

/** Something that comes in on a rented number, counted from renting by the sandbox's clock. */
type ScriptedArrival = {
  readonly afterSeconds: number;
  /** An SMS with its text, or a call. */
  readonly kind: "sms" | "call";
  readonly from: string;
  readonly text: string;
  readonly code: string | null;
};

/** What the sandbox does with a rental of one service. */
export type SandboxRentScript = {
  /** Service code: the rental's service chooses the script. */
  readonly service: string;
  /** One English sentence for people. */
  readonly about: string;
  /** Renting answers this and nothing is rented. */
  readonly refusal?: { readonly error: ErrorRow };
  readonly arrivals: readonly ScriptedArrival[];
};

export const sandboxRentLimits = {
  /** What an hour costs in every sandbox, whatever the country and the service. */
  hourKopecks: 100,
  /** Rentals kept per key: the oldest ended ones make room; as many running ones are all a key may have. */
  rentalsKept: 50,
} as const;

const sms = (afterSeconds: number, code: string, from = "Sandbox"): ScriptedArrival => ({
  afterSeconds,
  kind: "sms",
  from,
  text: `Your code is ${code}`,
  code,
});
const call = (afterSeconds: number): ScriptedArrival => ({
  afterSeconds,
  kind: "call",
  from: "+12025550123",
  text: "",
  code: null,
});
const gives = (service: string, about: string, ...arrivals: ScriptedArrival[]): SandboxRentScript => ({
  service,
  about,
  arrivals,
});

/** A refusal that means nothing to renting is told in one that does. */
function rentErrorOf(error: ErrorRow): ErrorRow {
  return error === activationErrors.PURCHASE_IN_FLIGHT ? apiErrors.IDEMPOTENCY_MISMATCH : error;
}

const refusesAsBuying = ({ service, refusal }: SandboxScript): SandboxRentScript[] =>
  refusal
    ? [
        {
          service,
          about: "Refused as buying is.",
          refusal: { error: rentErrorOf(refusal.error) },
          arrivals: [],
        },
      ]
    : [];

/**
 * The scripts of renting by service code; every service that is not here goes like the first. What refuses to be bought refuses to
 * be rented. Cancelling is refused once something has come, or after 20 minutes; extending reaches four weeks from now.
 */
export const sandboxRentScripts: readonly SandboxRentScript[] = [
  gives("tg", "An SMS after 2 seconds.", sms(2, "12345")),
  gives("wa", "Two SMS: after 2 seconds and after 30.", sms(2, "111-222"), sms(30, "333-444")),
  gives("vi", "Nothing comes: it can be cancelled for 20 minutes, and ends when its time is over."),
  gives("mt", "An SMS with letters and digits after 2 seconds.", sms(2, "G-5T7QK")),
  gives("fu", "An SMS after 10 minutes.", sms(600, "00042")),
  gives(
    "ub",
    "An SMS after 21 minutes, when it cannot be cancelled any more.",
    sms(cancelMinutes * 60 + 60, "55555"),
  ),
  gives("nf", "A call after 2 seconds and no SMS: cancelling is refused all the same.", call(2)),
  gives(
    "full",
    "The whole number: SMS of two services after 2 seconds, a call after 5.",
    sms(2, "12345", "Telegram"),
    sms(2, "111-222", "WhatsApp"),
    call(5),
  ),
  ...sandboxScripts.flatMap(refusesAsBuying),
];

const scriptOfService = new Map(sandboxRentScripts.map((script) => [script.service, script]));

/** The script that a rental of this service goes by. */
export function rentScriptOf(serviceCode: string): SandboxRentScript {
  return scriptOfService.get(serviceCode) ?? (sandboxRentScripts[0] as SandboxRentScript);
}

export type SandboxExtension = {
  readonly idempotencyKey: string;
  readonly inputHash: string;
  readonly hours: number;
  readonly priceKopecks: number;
  readonly extendedAt: Date;
};

/** A rental of the sandbox as it is stored. Times are of the sandbox's clock. */
export type SandboxRental = {
  readonly id: number;
  readonly serviceId: number;
  readonly serviceCode: string;
  readonly countryId: number;
  readonly operator: string;
  readonly number: string;
  /** Of the first time; extensions beside it. */
  readonly hours: number;
  readonly priceKopecks: number;
  readonly idempotencyKey: string;
  readonly inputHash: string;
  readonly rentedAt: Date;
  readonly closedAt: Date | null;
  readonly closedAs: "canceled" | "expired" | null;
  /** Newest first. */
  readonly extensions: readonly SandboxExtension[];
};

export type SandboxArrival = ScriptedArrival & { readonly id: number; readonly at: Date };

/** What has become of a rental by `now`. */
export type SandboxRentalMoment = {
  readonly state: RentalState;
  readonly expiresAt: Date;
  readonly closedAt: Date | null;
  readonly money: "held" | "captured" | "given-back";
  /** Oldest first. */
  readonly arrivals: readonly SandboxArrival[];
  /** Seconds in which it can be cancelled; null when it cannot. */
  readonly cancellableSeconds: number | null;
  /** Hours that an extension can have at most; 0 once it is over. */
  readonly extendableHours: number;
};

const later = (instant: Date, seconds: number) => new Date(instant.getTime() + seconds * 1_000);

/** Reckons a rental's state, arrivals and deadlines out of its script. */
export function rentalMomentOf(rental: SandboxRental, now: Date): SandboxRentalMoment {
  const hours = hoursOf(rental);
  const expiresAt = later(rental.rentedAt, hours * 3_600);
  const endsAt = rental.closedAt ?? expiresAt;
  const isOver = now >= endsAt;
  const arrivals = rentScriptOf(rental.serviceCode)
    .arrivals.map((arrival, at) => ({
      ...arrival,
      id: at + 1,
      at: later(rental.rentedAt, arrival.afterSeconds),
    }))
    .filter(({ at }) => at <= now && at < endsAt);
  const cancelUntil = later(rental.rentedAt, cancelMinutes * 60);
  const isTaken = arrivals.length > 0 || rental.extensions.length > 0 || now >= cancelUntil || isOver;
  const state = rental.closedAs ?? (isOver ? "expired" : arrivals.length > 0 ? "received" : "active");
  return {
    state,
    expiresAt,
    closedAt: isOver ? endsAt : null,
    money: state === "canceled" ? "given-back" : isTaken ? "captured" : "held",
    arrivals,
    cancellableSeconds: isTaken ? null : Math.ceil((cancelUntil.getTime() - now.getTime()) / 1_000),
    extendableHours: isOver
      ? 0
      : Math.max(
          0,
          Math.floor((later(now, rentHours.max * 3_600).getTime() - expiresAt.getTime()) / 3_600_000),
        ),
  };
}

/** Milliseconds until time alone changes a rental; infinite once it is over. */
export function nextRentalChangeMs(rental: SandboxRental, now: Date): number {
  const { closedAt, expiresAt } = rentalMomentOf(rental, now);
  if (closedAt) return Number.POSITIVE_INFINITY;
  const moments = rentScriptOf(rental.serviceCode).arrivals.map(({ afterSeconds }) =>
    later(rental.rentedAt, afterSeconds),
  );
  const waits = [...moments, expiresAt].map((at) => at.getTime() - now.getTime());
  return Math.min(...waits.filter((ms) => ms > 0));
}

/** All hours that were bought, with extensions. */
export function hoursOf({ hours, extensions }: SandboxRental): number {
  return extensions.reduce((sum, extension) => sum + extension.hours, hours);
}

/** What a rental takes out of the purse at `now`. */
export function rentalCostOf(rental: SandboxRental, now: Date): number {
  if (rentalMomentOf(rental, now).state === "canceled") return 0;
  return rental.extensions.reduce((sum, { priceKopecks }) => sum + priceKopecks, rental.priceKopecks);
}

/** Ids of a sandbox's rentals count from here: neither real ones nor its orders. */
const FIRST_RENTAL_ID = 950_000_001;

/** Id of the rental that a sandbox makes as its `place`-th (from 1). */
export function sandboxRentalId(place: number): number {
  return FIRST_RENTAL_ID + place - 1;
}

/** Its number: the country's prefix and a counter, such as 62 950000001. */
export function sandboxRentalNumber(dialCode: string, place: number): string {
  return `${dialCode}95${String(place % 10_000_000).padStart(7, "0")}`;
}
