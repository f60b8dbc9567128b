import type { Actor } from "#lib/api/actor.ts";
import type { RatePolicy } from "#lib/api/rate-limits.ts";

/**
 * How often one caller may make the site's calls, per process of the API. A page makes a handful of them; a network of
 * strangers may be an office or a whole mobile operator's.
 */
export const siteRates = {
  known: { name: "site", perSecond: 20, burst: 200 },
  strangers: { name: "site", perSecond: 20, burst: 400 },
  /** Calls of servers that have not shown whose they are; those that have are not counted. */
  servers: { name: "servers", perSecond: 20, burst: 400 },
} as const satisfies Record<string, RatePolicy>;

/** What holds for the site's calls of this caller. */
export function siteRatesOf(actor: Actor): readonly RatePolicy[] {
  return [actor.kind === "guest" ? siteRates.strangers : siteRates.known];
}

/** Pages that one network may have rendered, or one signed-in user when the network has had its share. */
export function pageRates(perSecond: number): { network: RatePolicy; user: RatePolicy } {
  return {
    network: { name: "pages", perSecond, burst: perSecond * 20 },
    user: { name: "pages", perSecond: perSecond / 2, burst: perSecond * 5 },
  };
}
