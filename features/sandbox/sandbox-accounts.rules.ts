import { activationErrors } from "#features/activations/activations.errors.ts";
import { policyErrors } from "#features/policy/policy.errors.ts";
import { readyAccountErrors } from "#features/ready-accounts/ready-accounts.errors.ts";
import { type AccountClaimState, warrantyLimits } from "#features/ready-accounts/warranty/warranty.rules.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import type { ErrorRow } from "#lib/errors/app-error.ts";

/** What becomes of a claim, counted from it by the sandbox's clock. */
type ScriptedDecision = {
  readonly afterSeconds: number;
  readonly state: Exclude<AccountClaimState, "open">;
  readonly reason: string | null;
  /** What the store says against it; where it stands, it is the reason too. */
  readonly objection?: { readonly afterSeconds: number; readonly text: string };
};

/** What the sandbox does with the accounts of one service. */
export type SandboxAccountScript = {
  /** Service code: the offer's service chooses the script. */
  readonly service: string;
  /** One English sentence for people. */
  readonly about: string;
  /** Buying answers this and nothing is bought. */
  readonly refusal?: { readonly error: ErrorRow };
  readonly claim: ScriptedDecision;
  readonly warrantyHours: number;
  readonly minCount: number;
  /** As many can be bought at once, however many were before. */
  readonly count: number;
  /** Who sells it; null = the house, which objects to no claim. */
  readonly storeName: string | null;
};

export const sandboxAccountLimits = {
  /** What an account costs in every sandbox. */
  priceKopecks: 1_000,
  /** All of its accounts are of this country. */
  countryId: 6,
  /** Orders kept per key: the oldest ones without an open claim make room. */
  ordersKept: 50,
} as const;

const HOUR = 3_600;
const usual: Omit<SandboxAccountScript, "service" | "about"> = {
  claim: { afterSeconds: 60, state: "replaced", reason: "Replaced by the sandbox." },
  warrantyHours: 24,
  minCount: 1,
  count: 100,
  storeName: null,
};
const sells = (
  service: string,
  about: string,
  part: Partial<SandboxAccountScript> = {},
): SandboxAccountScript => ({ ...usual, service, about, ...part });
const decides = (state: ScriptedDecision["state"], reason: string | null, afterSeconds = 60) => ({
  claim: { state, reason, afterSeconds },
});
const refuses = (service: string, error: ErrorRow): SandboxAccountScript =>
  sells(service, `Buying answers ${error.code}.`, { refusal: { error } });

const objectionText = "It works, says the store of the sandbox.";

/** The scripts of ready accounts by service code, each with one offer; of other services nothing is on sale. */
export const sandboxAccountScripts: readonly SandboxAccountScript[] = [
  sells("tg", "A claim is accepted after a minute: another account takes the place."),
  sells("wa", "A claim is accepted after a minute: the price of the account comes back.", {
    ...decides("refunded", "No other one is left in the sandbox."),
  }),
  sells("vi", "A claim is refused after a minute, with a reason.", {
    ...decides("refused", "It works in the sandbox."),
  }),
  sells("mt", "Nobody answers a claim: after 24 hours it is accepted, and another account takes the place.", {
    ...decides("replaced", null, warrantyLimits.answerHours * HOUR),
  }),
  sells("fu", "No warranty: a claim answers WARRANTY_ENDED.", { warrantyHours: 0 }),
  sells("ub", "5 at least and 8 at most at once: else TOO_FEW_ACCOUNTS and NO_ACCOUNTS.", {
    ...{ minCount: 5, count: 8 },
  }),
  refuses("nf", readyAccountErrors.NOT_DELIVERED),
  refuses("ig", readyAccountErrors.NO_ACCOUNTS),
  refuses("fb", activationErrors.NO_BALANCE),
  refuses("go", activationErrors.WRONG_MAX_PRICE),
  refuses("ts", policyErrors.NOT_FOR_SALE),
  refuses("mm", apiErrors.UNAVAILABLE),
  // Behind the others: an offer's id counts from its place.
  sells("ds", "The store objects to a claim after a minute, and 72 hours later the objection stands.", {
    storeName: "Sandbox store",
    claim: {
      ...{ state: "refused", reason: objectionText, objection: { afterSeconds: 60, text: objectionText } },
      afterSeconds: 60 + warrantyLimits.overruleHours * HOUR,
    },
  }),
  sells("me", "The store objects to a claim after a minute; a minute later the team accepts it.", {
    storeName: "Sandbox store",
    claim: {
      ...{ state: "replaced", reason: "The team has looked at it.", afterSeconds: 120 },
      objection: { afterSeconds: 60, text: objectionText },
    },
  }),
];

/** Ids of a sandbox's offers, orders and claims count from here: neither real ones nor its numbers. */
const FIRST_OFFER_ID = 970_000_001;
const FIRST_ORDER_ID = 980_000_001;

/** Id of a script's offer: always the same. */
export function sandboxOfferId(script: SandboxAccountScript): number {
  return FIRST_OFFER_ID + sandboxAccountScripts.indexOf(script);
}

/** The script behind an offer; null: a sandbox has no such offer. */
export function scriptOfOffer(offerId: number): SandboxAccountScript | null {
  return sandboxAccountScripts[offerId - FIRST_OFFER_ID] ?? null;
}

/** Id of the order that a sandbox makes as its `place`-th (from 1). */
export function sandboxAccountOrderId(place: number): number {
  return FIRST_ORDER_ID + place - 1;
}

export type SandboxAccountClaim = {
  readonly id: number;
  /** Of the account in its order, from 1. */
  readonly place: number;
  readonly text: string;
  readonly idempotencyKey: string;
  readonly inputHash: string;
  readonly claimedAt: Date;
};

/** An order of a sandbox as it is stored. Times are of the sandbox's clock. */
export type SandboxAccountOrder = {
  readonly id: number;
  readonly offerId: number;
  readonly count: number;
  readonly priceKopecks: number;
  readonly idempotencyKey: string;
  readonly inputHash: string;
  readonly boughtAt: Date;
  /** Oldest first. */
  readonly claims: readonly SandboxAccountClaim[];
};

/** What has become of a claim by `now`. */
type ClaimMoment = SandboxAccountClaim & {
  readonly state: AccountClaimState;
  readonly dueAt: Date;
  readonly decidedAt: Date | null;
  readonly reason: string | null;
  readonly objection: string | null;
};

/** What stands in a place of an order by `now`. */
export type SandboxPlace = {
  readonly place: number;
  readonly text: string;
  readonly isRefunded: boolean;
  /** Null: it cannot be claimed, or has been. */
  readonly claimableUntil: Date | null;
  /** Oldest first. */
  readonly claims: readonly ClaimMoment[];
};

const later = (instant: Date, seconds: number) => new Date(instant.getTime() + seconds * 1_000);

/** Reckons what has become of a claim out of the script of its order's offer. */
function claimMomentOf(order: SandboxAccountOrder, claim: SandboxAccountClaim, now: Date): ClaimMoment {
  const script = (scriptOfOffer(order.offerId) ?? usual).claim;
  const { afterSeconds, state, reason } = script;
  const decidedAt = later(claim.claimedAt, afterSeconds);
  const answered = { ...claim, ...answerOf(script.objection, claim, now) };
  return decidedAt <= now
    ? { ...answered, state, decidedAt, reason }
    : { ...answered, state: "open", decidedAt: null, reason: null };
}

/** What the store has said against a claim by `now`, and when it is decided. */
function answerOf(
  objection: ScriptedDecision["objection"],
  { claimedAt }: SandboxAccountClaim,
  now: Date,
): Pick<ClaimMoment, "objection" | "dueAt"> {
  const { answerHours, overruleHours } = warrantyLimits;
  const objectedAt = objection && later(claimedAt, objection.afterSeconds);
  return objection && objectedAt && objectedAt <= now
    ? { objection: objection.text, dueAt: later(objectedAt, overruleHours * HOUR) }
    : { objection: null, dueAt: later(claimedAt, answerHours * HOUR) };
}

/** Until when what an order delivered first can be claimed; null where there is no warranty. */
export function warrantyOf({ offerId, boughtAt }: SandboxAccountOrder): Date | null {
  const { warrantyHours } = scriptOfOffer(offerId) ?? usual;
  return warrantyHours === 0 ? null : later(boughtAt, warrantyHours * HOUR);
}

/** Reckons the places of an order: replacements, refunds, and what can still be claimed. */
export function sandboxPlacesOf(order: SandboxAccountOrder, now: Date): SandboxPlace[] {
  const { warrantyHours } = scriptOfOffer(order.offerId) ?? usual;
  const claimsOf = Map.groupBy(order.claims, ({ place }) => place);
  return Array.from({ length: order.count }, (_, at) => {
    const place = at + 1;
    const claims = (claimsOf.get(place) ?? []).map((claim) => claimMomentOf(order, claim, now));
    const newest = claims.at(-1);
    const replacements = claims.filter(({ state }) => state === "replaced").length;
    const since = newest?.state === "replaced" ? newest.decidedAt : order.boughtAt;
    const until = warrantyHours === 0 || !since ? null : later(since, warrantyHours * HOUR);
    const isFree = newest === undefined || newest.state === "replaced";
    return {
      place,
      text: `sandbox-${order.id}-${place}:secret-${replacements + 1}`,
      isRefunded: newest?.state === "refunded",
      claimableUntil: isFree && until && now < until ? until : null,
      claims,
    };
  });
}

/** What an order takes out of the purse at `now`. */
export function accountCostOf(order: SandboxAccountOrder, now: Date): number {
  const refunded = sandboxPlacesOf(order, now).filter(({ isRefunded }) => isRefunded);
  return order.priceKopecks * (order.count - refunded.length);
}

/** Claims of an order that wait for their decision at `now`. */
export function openClaimsOf(order: SandboxAccountOrder, now: Date): number {
  return order.claims.filter((claim) => claimMomentOf(order, claim, now).state === "open").length;
}
