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

/** Files that the renderer reads from its disk (marks, flags): a page of countries has two hundred. */
export const siteFiles = { name: "files", perSecond: 100, burst: 2_000 } as const satisfies RatePolicy;

export type PageRates = { readonly network: RatePolicy; readonly user: RatePolicy };

/** Pages that one network may have rendered, or one signed-in user when the network has had its share. */
export function pageRates(perSecond: number, burst = perSecond * 20): PageRates {
  return {
    network: { name: "pages", perSecond, burst },
    user: { name: "pages", perSecond: perSecond / 2, burst: burst / 4 },
  };
}

/** However slow the machine is: browsers that wait for one page before they ask for the next do not get beyond this. */
const LEAST = { perSecond: 5, burst: 400 } as const;

/** One network's share where the renderer makes `rendered` pages a second: half of them. */
export function ratesForPace(rendered: number): PageRates {
  const perSecond = Math.max(LEAST.perSecond, Math.round((rendered / 2) * 10) / 10);
  return pageRates(perSecond, Math.max(LEAST.burst, perSecond * 20));
}
