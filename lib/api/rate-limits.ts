import { LRUCache } from "lru-cache";
import { monotonicMs } from "#lib/clock.ts";

/** How often one caller may do something: `burst` at once, then as fast as `perSecond` gives back. */
export type RatePolicy = { readonly name: string; readonly perSecond: number; readonly burst: number };

export type RateState = {
  readonly policy: RatePolicy;
  /** Calls that would be let through now. */
  readonly remaining: number;
  /** Seconds until all of `burst` is there again. */
  readonly fullInSeconds: number;
};

export type RateVerdict = {
  /** Seconds until the call would be let through; 0 = it is. */
  readonly waitSeconds: number;
  readonly states: readonly RateState[];
};

/** Callers remembered at a time; the longest idle one is forgotten first, which gives it its full burst. */
const SUBJECTS_MAX = 100_000;

/**
 * Counts calls in this process's memory: one number per caller and policy (the generic cell rate algorithm: the moment by
 * which what was taken is given back), no timers. Several processes count apart.
 */
export class RateLimiter {
  readonly #restoredAtMs = new LRUCache<string, number>({ max: SUBJECTS_MAX });
  readonly #nowMs: () => number;
  readonly #isEnforced: boolean;

  /** Without `isEnforced` it counts and lets everything through. */
  constructor(options: { nowMs?: () => number; isEnforced?: boolean } = {}) {
    this.#nowMs = options.nowMs ?? monotonicMs;
    this.#isEnforced = options.isEnforced ?? true;
  }

  /** Takes one call out of every policy, or out of none when one of them has nothing left. */
  take(subject: string, policies: readonly RatePolicy[]): RateVerdict {
    const nowMs = this.#nowMs();
    const owed = policies.map((policy) => ({
      policy,
      name: `${policy.name} ${subject}`,
      ms: Math.max(0, (this.#restoredAtMs.get(`${policy.name} ${subject}`) ?? 0) - nowMs),
    }));
    const waitMs = Math.max(0, ...owed.map(({ policy, ms }) => ms - (policy.burst - 1) * spacingMs(policy)));
    // A millisecond's fraction is no wait.
    const isTaken = waitMs < 1 || !this.#isEnforced;
    const states = owed.map(({ policy, name, ms }) => {
      const owedMs = isTaken ? ms + spacingMs(policy) : ms;
      if (isTaken) this.#restoredAtMs.set(name, nowMs + owedMs);
      return stateOf(policy, owedMs);
    });
    return { waitSeconds: isTaken ? 0 : Math.ceil(waitMs / 1_000), states };
  }

  /** Seconds until a call would be let through, without taking one; 0 = it would be now. */
  waitSeconds(subject: string, policy: RatePolicy): number {
    const owedMs = (this.#restoredAtMs.get(`${policy.name} ${subject}`) ?? 0) - this.#nowMs();
    const waitMs = owedMs - (policy.burst - 1) * spacingMs(policy);
    return waitMs < 1 || !this.#isEnforced ? 0 : Math.ceil(waitMs / 1_000);
  }
}

const spacingMs = ({ perSecond }: RatePolicy) => 1_000 / perSecond;

function stateOf(policy: RatePolicy, owedMs: number): RateState {
  const remaining = Math.max(0, Math.floor(policy.burst - owedMs / spacingMs(policy) + 0.001));
  return { policy, remaining, fullInSeconds: Math.ceil(owedMs / 1_000) };
}

/** Seconds in which an emptied burst is there again. */
export function windowSeconds({ burst, perSecond }: RatePolicy): number {
  return Math.ceil(burst / perSecond);
}

/** The fields of draft-ietf-httpapi-ratelimit-headers-11: the policies, and what is left of them. */
export function rateHeaders(states: readonly RateState[]): Record<string, string> {
  const policies = states.map(
    ({ policy }) => `"${policy.name}";q=${policy.burst};w=${windowSeconds(policy)}`,
  );
  const left = states.map(
    ({ policy, remaining, fullInSeconds }) => `"${policy.name}";r=${remaining};t=${fullInSeconds}`,
  );
  return { "ratelimit-policy": policies.join(", "), ratelimit: left.join(", ") };
}
