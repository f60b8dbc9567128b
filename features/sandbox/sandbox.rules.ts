import { activationErrors } from "#features/activations/activations.errors.ts";
import {
  type ActivationState,
  holdMinutesDefault,
  moneyOf,
} from "#features/activations/activations.rules.ts";
import type { WalletView } from "#features/ledger/ledger.contract.ts";
import { policyErrors } from "#features/policy/policy.errors.ts";
import { sandboxErrors } from "#features/sandbox/sandbox.errors.ts";
import type { KeyRights, UserActor } from "#lib/api/actor.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError, type ErrorRow } from "#lib/errors/app-error.ts";

/** Whose sandbox a caller is in: the gate lets nobody else in here. Throws SANDBOX_KEY_NEEDED. */
export function sandboxOwnerOf({ userId, key }: UserActor): {
  readonly userId: UserActor["userId"];
  readonly key: KeyRights;
} {
  if (!key?.isSandbox) throw new AppError(sandboxErrors.SANDBOX_KEY_NEEDED);
  return { userId, key };
}

/** One SMS of a script, counted from the purchase by the sandbox's clock. */
type ScriptedSms = {
  readonly afterSeconds: number;
  readonly code: string;
  readonly text: string;
};

/** Words of handler_api.php that buying may answer in the sandbox. */
type RefusalToken =
  | "BAD_COUNTRY"
  | "BAD_KEY"
  | "BAD_OPERATOR"
  | "BAD_SERVICE"
  | "BANNED"
  | "CHANNELS_LIMIT"
  | "ERROR_SQL"
  | "NOT_AVAILABLE"
  | "NO_BALANCE"
  | "NO_NUMBERS"
  | "ORDER_ALREADY_EXISTS"
  | "SERVICE_NOT_AVAILABLE"
  | "WRONG_MAX_PRICE";

/** What the sandbox does with an order of one service. */
export type SandboxScript = {
  /** Service code: the order's service chooses the script. */
  readonly service: string;
  /** One English sentence for people. */
  readonly about: string;
  /** Buying answers this and nothing is bought: the bots' word and the JSON API's error. */
  readonly refusal?: { readonly token: RefusalToken; readonly error: ErrorRow };
  readonly messages: readonly ScriptedSms[];
  /** Cancelling is refused for so long. */
  readonly lockSeconds: number;
  /** Its SIM is off line when the number is wanted again. */
  readonly isOfflineAgain?: true;
};

export const sandboxLimits = {
  /** What every sandbox begins with, and what a number costs in it, whatever the country. */
  startKopecks: 100_000,
  priceKopecks: 1_000,
  /** Orders kept per key: the oldest closed ones make room; as many open ones are all a key may have. */
  ordersKept: 200,
  /** How far one call moves the clock, and how far it goes at all. */
  advanceSecondsMax: 604_800,
  aheadSecondsMax: 31_622_400,
  holdSeconds: holdMinutesDefault * 60,
  banSeconds: 1_800,
  /** A sandbox that nobody has used for so long is forgotten. */
  unusedDays: 30,
} as const;

const sms = (afterSeconds: number, code: string): ScriptedSms => ({
  afterSeconds,
  code,
  text: `Your code is ${code}`,
});

type Behaviour = Partial<Pick<SandboxScript, "messages" | "lockSeconds" | "isOfflineAgain">>;
const gives = (service: string, about: string, behaviour: Behaviour = {}): SandboxScript => ({
  service,
  about,
  messages: behaviour.messages ?? [],
  lockSeconds: behaviour.lockSeconds ?? 0,
  ...(behaviour.isOfflineAgain ? { isOfflineAgain: true } : {}),
});
const refuses = (
  service: string,
  token: RefusalToken,
  error: ErrorRow,
  about: string = `Buying answers ${token}.`,
): SandboxScript => ({ service, about, refusal: { token, error }, messages: [], lockSeconds: 0 });

/**
 * The scripts by service code, one per branch that a bot has to know; every service that is not here goes like the first.
 * Read by the server, the documentation and the tests.
 */
export const sandboxScripts: readonly SandboxScript[] = [
  gives("tg", "A code after 2 seconds.", { messages: [sms(2, "12345")] }),
  gives("wa", "Two codes: after 2 seconds and after 30.", {
    messages: [sms(2, "111-222"), sms(30, "333-444")],
  }),
  gives("vi", "No code: the order expires after 20 minutes and the price comes back."),
  gives("mt", "A code of letters and digits after 2 seconds; had again, its number answers SIM_OFFLINE.", {
    messages: [sms(2, "G-5T7QK")],
    isOfflineAgain: true,
  }),
  gives("fu", "A code after 10 minutes.", { messages: [sms(600, "00042")] }),
  gives(
    "ub",
    "The code comes a minute after the order has expired: shown free of charge, the price is back.",
    {
      messages: [sms(sandboxLimits.holdSeconds + 60, "55555")],
    },
  ),
  gives("nf", "No code, and cancelling answers EARLY_CANCEL_DENIED for 2 minutes.", { lockSeconds: 120 }),
  refuses("ig", "NO_NUMBERS", activationErrors.NO_NUMBERS),
  refuses("fb", "NO_BALANCE", activationErrors.NO_BALANCE),
  refuses("go", "WRONG_MAX_PRICE", activationErrors.WRONG_MAX_PRICE, "Buying answers WRONG_MAX_PRICE:10.00."),
  refuses("tw", "BAD_SERVICE", activationErrors.SERVICE_NOT_FOUND),
  refuses("ds", "BAD_COUNTRY", activationErrors.COUNTRY_NOT_FOUND),
  refuses("mb", "BAD_OPERATOR", activationErrors.OPERATOR_NOT_FOUND),
  refuses("ts", "SERVICE_NOT_AVAILABLE", policyErrors.NOT_FOR_SALE),
  refuses("am", "ORDER_ALREADY_EXISTS", activationErrors.PURCHASE_IN_FLIGHT),
  refuses("wb", "CHANNELS_LIMIT", activationErrors.CHANNELS_LIMIT),
  refuses("me", "BANNED", activationErrors.BANNED, "Buying answers BANNED with a time half an hour ahead."),
  refuses("lf", "NOT_AVAILABLE", apiErrors.SCOPE_MISSING),
  refuses("dr", "BAD_KEY", apiErrors.ADDRESS_NOT_ALLOWED),
  refuses("mm", "ERROR_SQL", apiErrors.UNAVAILABLE),
];

const scriptOfService = new Map(sandboxScripts.map((script) => [script.service, script]));

/** The script that an order of this service goes by. */
export function scriptOf(serviceCode: string): SandboxScript {
  return scriptOfService.get(serviceCode) ?? (sandboxScripts[0] as SandboxScript);
}

/** An order of the sandbox as it is stored. Times are of the sandbox's clock. */
export type SandboxOrder = {
  readonly id: number;
  readonly serviceId: number;
  readonly serviceCode: string;
  readonly countryId: number;
  readonly operator: string;
  readonly number: string;
  readonly priceKopecks: number;
  readonly idempotencyKey: string;
  readonly inputHash: string;
  readonly issuedAt: Date;
  readonly moreAskedAt: Date | null;
  readonly closedAt: Date | null;
  readonly closedAs: "completed" | "cancelled" | "banned" | null;
};

export type SandboxMessage = ScriptedSms & { readonly receivedAt: Date; readonly late: boolean };

/** What has become of an order by `now`. */
export type SandboxMoment = {
  readonly state: ActivationState;
  readonly closedAt: Date | null;
  readonly expiresAt: Date;
  readonly wantsMore: boolean;
  /** Oldest first. */
  readonly messages: readonly SandboxMessage[];
  readonly lockedSeconds: number;
};

const later = (instant: Date, seconds: number) => new Date(instant.getTime() + seconds * 1_000);

/** Reckons an order's state, messages and deadlines out of its script. */
export function momentOf(order: SandboxOrder, now: Date): SandboxMoment {
  const script = scriptOf(order.serviceCode);
  const expiresAt = later(order.issuedAt, sandboxLimits.holdSeconds);
  const sent = script.messages.map((message) => ({
    ...message,
    receivedAt: later(order.issuedAt, message.afterSeconds),
  }));
  const endsAt = order.closedAt ?? expiresAt;
  const inTime = sent.filter(({ receivedAt }) => receivedAt <= now && receivedAt < endsAt);
  const isOver = now >= endsAt;
  const state = order.closedAs ?? stateByTime(isOver, inTime.length > 0);
  // Only a buyer who has waited the whole time sees what came after it.
  const late = state === "expired" ? sent.filter(({ receivedAt }) => receivedAt <= now) : [];
  const newest = inTime.at(-1)?.receivedAt;
  const lockedSeconds = (later(order.issuedAt, script.lockSeconds).getTime() - now.getTime()) / 1_000;
  return {
    state,
    closedAt: isOver ? endsAt : null,
    expiresAt,
    wantsMore: order.moreAskedAt !== null && newest !== undefined && newest <= order.moreAskedAt,
    messages: [
      ...inTime.map((message) => ({ ...message, late: false })),
      ...late.map((message) => ({ ...message, late: true })),
    ],
    lockedSeconds: Math.max(0, Math.ceil(lockedSeconds)),
  };
}

/** Milliseconds until the script changes an order next; infinite when it does not. */
export function nextChangeMs(order: SandboxOrder, now: Date): number {
  if (order.closedAt) return Number.POSITIVE_INFINITY;
  const sent = scriptOf(order.serviceCode).messages.map(({ afterSeconds }) => afterSeconds);
  const moments = [...sent, sandboxLimits.holdSeconds].map(
    (seconds) => later(order.issuedAt, seconds).getTime() - now.getTime(),
  );
  return Math.min(...moments.filter((ms) => ms > 0), Number.POSITIVE_INFINITY);
}

function stateByTime(isOver: boolean, hasCode: boolean): ActivationState {
  if (isOver) return hasCode ? "completed" : "expired";
  return hasCode ? "received" : "waiting";
}

/** What an order takes out of the purse at `now`: its price, or nothing once that came back. */
export function costOf(order: SandboxOrder, now: Date): number {
  return moneyOf[momentOf(order, now).state] === "given-back" ? 0 : order.priceKopecks;
}

/** A key's sandbox as it stands. */
export type Sandbox = {
  readonly now: Date;
  readonly aheadSeconds: number;
  readonly ordersMade: number;
  readonly spentKopecks: number;
  /** Newest first. */
  readonly orders: readonly SandboxOrder[];
  /** What its rentals hold or have cost by now; of that what is held, and what those rented on this day of its clock (UTC) do. */
  readonly rentKopecks: number;
  readonly rentHeldKopecks: number;
  readonly rentTodayKopecks: number;
  /** What its ready accounts have cost by now; of that what those bought on this day of its clock (UTC) have. */
  readonly accountKopecks: number;
  readonly accountTodayKopecks: number;
};

/** What the sandbox's purse holds: its start less what its orders, rentals and ready accounts hold or have cost. */
export function purseOf({ orders, rentKopecks, accountKopecks, spentKopecks, now }: Sandbox): number {
  const cost = orders.reduce((sum, order) => sum + costOf(order, now), 0);
  return sandboxLimits.startKopecks - spentKopecks - rentKopecks - accountKopecks - cost;
}

/** The sandbox's purse as a wallet is shown; every order it makes is a version. */
export function walletOf(sandbox: Sandbox): WalletView {
  const open = sandbox.orders.filter((order) => momentOf(order, sandbox.now).state === "waiting");
  const heldKopecks = open.reduce((sum, order) => sum + costOf(order, sandbox.now), sandbox.rentHeldKopecks);
  const availableKopecks = purseOf(sandbox);
  return {
    postedKopecks: availableKopecks + heldKopecks,
    heldKopecks,
    availableKopecks,
    debtKopecks: 0,
    version: sandbox.ordersMade,
  };
}

/** Are two moments of one day (UTC)? */
export function isSameDay(one: Date, other: Date): boolean {
  return one.toISOString().slice(0, 10) === other.toISOString().slice(0, 10);
}

/** Ids of a sandbox count from here, so that nobody takes them for real ones. */
const FIRST_ID = 900_000_001;

/** Id of the order that a sandbox makes as its `place`-th (from 1). */
export function sandboxOrderId(place: number): number {
  return FIRST_ID + place - 1;
}

/** Its number: the country's prefix and a counter, such as 62 900000001. A test can tell it beforehand. */
export function sandboxNumber(dialCode: string, place: number): string {
  return `${dialCode}9${String(place % 100_000_000).padStart(8, "0")}`;
}
