import { LRUCache } from "lru-cache";
import type { Actor } from "#lib/api/actor.ts";
import { strangersBytesOf } from "#lib/api/received-body.ts";
import { monotonicMs } from "#lib/clock.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { networkOf } from "#lib/net/network-of.ts";

/** Networks remembered at a time; the longest idle one is forgotten first. */
const NETWORKS_MAX = 100_000;
/** So many seconds' worth may come at once. */
const BURST_SECONDS = 32;
/** However much a network has sent, after this time all of it is given back. */
const DEBT_SECONDS_MAX = 60;
/** A login, a notice, an SMS: never refused for what came before it, since it costs next to nothing. */
const SMALL_BYTES = 2_048;
/**
 * Counts, by network, the bytes of bodies that were read and led to nothing: from nobody known, and refused for what they are.
 * Whoever has sent too many of them is refused before the next one is read, for less than a minute. What was announced and never
 * came counts for nothing, and so does what was refused by a limit or for a fault of ours. Counted in this process's memory.
 */
export class StrangerBodies {
  readonly #restoredAtMs = new LRUCache<string, number>({ max: NETWORKS_MAX });
  readonly #bytesPerSecond: number;
  readonly #nowMs: () => number;

  /** `bytesPerSecond`: what is given back to a network; 0 = no limit. */
  constructor(bytesPerSecond: number, nowMs: () => number = monotonicMs) {
    this.#bytesPerSecond = bytesPerSecond;
    this.#nowMs = nowMs;
  }

  /** Seconds until a body of `request` would be read; 0 = it is. */
  waitSeconds(request: Request, ip: string): number {
    if (isSmall(request)) return 0;
    const aheadMs = (this.#restoredAtMs.get(networkOf(ip)) ?? 0) - this.#nowMs();
    return Math.max(0, Math.ceil(aheadMs / 1_000) - BURST_SECONDS);
  }

  /** Throws TOO_MANY_REQUESTS when a guest's body is not to be read now. */
  refuseSpent(request: Request, actor: Actor, ip: string): void {
    const waitSeconds = actor.kind === "guest" ? this.waitSeconds(request, ip) : 0;
    if (waitSeconds === 0) return;
    throw new AppError(apiErrors.TOO_MANY_REQUESTS, { headers: { "retry-after": String(waitSeconds) } });
  }

  /** Counts what was read of a body that led to nothing; never one that was refused by a limit or for a fault of ours. */
  count(request: Request, ip: string): void {
    const bytes = strangersBytesOf(request);
    if (bytes === 0 || this.#bytesPerSecond === 0) return;
    const network = networkOf(ip);
    const nowMs = this.#nowMs();
    const fromMs = Math.max(nowMs, this.#restoredAtMs.get(network) ?? 0);
    const untilMs = fromMs + (bytes / this.#bytesPerSecond) * 1_000;
    this.#restoredAtMs.set(network, Math.min(untilMs, nowMs + DEBT_SECONDS_MAX * 1_000));
  }
}

/** Whether a body says that it is short; node reads no more of it than that. */
function isSmall({ method, headers }: Request): boolean {
  if (method === "GET" || method === "HEAD") return true;
  const announced = headers.get("content-length");
  return announced === null ? !headers.has("transfer-encoding") : Number(announced) <= SMALL_BYTES;
}
