import type { IncomingMessage } from "node:http";
import { resolveActor } from "#features/identity/sessions/sessions.routes.ts";
import { restSubjectOf } from "#features/rest-api/rest-api.routes.ts";
import { type PageRates, siteFiles } from "#features/site/limits.rules.ts";
import { type Actor, guest } from "#lib/api/actor.ts";
import { FULL_WAIT_SECONDS, type PageTurns } from "#lib/api/front-door/page-turns.ts";
import type { PagePlaceInLine } from "#lib/api/front-door/pages.ts";
import type { RateLimiter } from "#lib/api/rate-limits.ts";
import type { Db } from "#lib/db/pool.ts";

/**
 * Whose page a visit counts as, and when it may be rendered. The network is asked first; when it has had its share, or has as many
 * pages waiting as it may, who is signed in has a share and a lane of their own, so that nobody's neighbours shut them out.
 * Files count apart. `rates` is asked each time.
 */
export function pageLimits(db: Db, limiter: RateLimiter, rates: () => PageRates) {
  return async (
    { headers }: Pick<IncomingMessage, "headers">,
    ip: string,
    lanes: Pick<PageTurns, "isFull">,
    isFile = false,
  ): Promise<PagePlaceInLine> => {
    const lane = restSubjectOf(guest, ip);
    if (isFile) return { lane, waitSeconds: limiter.take(lane, [siteFiles]).waitSeconds };
    const { network, user } = rates();
    const waitSeconds = lanes.isFull(lane) ? FULL_WAIT_SECONDS : limiter.take(lane, [network]).waitSeconds;
    if (waitSeconds === 0) return { lane, waitSeconds };
    const actor = await whoIs(headers.cookie);
    if (actor.kind === "guest") return { lane, waitSeconds };
    const own = restSubjectOf(actor, ip);
    if (lanes.isFull(own)) return { lane: own, waitSeconds: FULL_WAIT_SECONDS };
    return { lane: own, waitSeconds: limiter.take(own, [user]).waitSeconds };
  };

  async function whoIs(cookie: string | undefined): Promise<Actor> {
    if (cookie === undefined) return guest;
    const request = new Request("http://localhost/", { headers: { cookie } });
    return resolveActor(request, db, "").catch(() => guest);
  }
}
