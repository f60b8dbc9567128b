import { LRUCache } from "lru-cache";
import type { RateLimiter, RatePolicy } from "#lib/api/rate-limits.ts";
import { isKnown } from "#lib/api/received-body.ts";
import { monotonicMs } from "#lib/clock.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { networkOf } from "#lib/net/network-of.ts";

/** So long a network is heard out in which somebody has shown who they are. */
const TRUSTED_MS = 3_600_000;
const NETWORKS_MAX = 10_000;

/**
 * Counts, by network, the calls of servers (partners, payment providers) that nobody known has made: who they are only their
 * bodies tell. From a network with too many of them no further one is read for now, unless a right one came from there within the
 * hour: a partner is never shut out by who shares its network.
 */
export class StrangerCalls {
  readonly #trustedUntilMs = new LRUCache<string, number>({ max: NETWORKS_MAX });
  readonly #limiter: RateLimiter;
  readonly #rate: RatePolicy;
  readonly #nowMs: () => number;

  constructor(limiter: RateLimiter, rate: RatePolicy, nowMs: () => number = monotonicMs) {
    this.#limiter = limiter;
    this.#rate = rate;
    this.#nowMs = nowMs;
  }

  /** Throws TOO_MANY_REQUESTS when a call from this address is not to be read now. */
  refuseSpent(ip: string): void {
    const network = networkOf(ip);
    const waitSeconds = this.#limiter.waitSeconds(network, this.#rate);
    if (waitSeconds === 0 || (this.#trustedUntilMs.get(network) ?? 0) > this.#nowMs()) return;
    throw new AppError(apiErrors.TOO_MANY_REQUESTS, { headers: { "retry-after": String(waitSeconds) } });
  }

  /** Records who made a call that has been answered. */
  note(request: Request, ip: string): void {
    const network = networkOf(ip);
    if (isKnown(request)) this.#trustedUntilMs.set(network, this.#nowMs() + TRUSTED_MS);
    else this.#limiter.take(network, [this.#rate]);
  }
}
