import type { IncomingMessage } from "node:http";
import { resolveActor } from "#features/identity/sessions/sessions.routes.ts";
import { restSubjectOf } from "#features/rest-api/rest-api.routes.ts";
import { pageRates } from "#features/site/limits.rules.ts";
import { type Actor, guest } from "#lib/api/actor.ts";
import type { RateLimiter } from "#lib/api/rate-limits.ts";
import type { Db } from "#lib/db/pool.ts";

/**
 * Seconds until a visitor may have another page rendered, 0 = now. The network is asked first; when it has had its share,
 * who is signed in has a share of their own, so that nobody's neighbours shut them out.
 */
export function pageLimits(db: Db, limiter: RateLimiter, perSecond: number) {
  const rates = pageRates(perSecond);
  return async ({ headers }: Pick<IncomingMessage, "headers">, ip: string): Promise<number> => {
    const { waitSeconds } = limiter.take(restSubjectOf(guest, ip), [rates.network]);
    if (waitSeconds === 0) return 0;
    const actor = await whoIs(headers.cookie);
    if (actor.kind === "guest") return waitSeconds;
    return limiter.take(restSubjectOf(actor, ip), [rates.user]).waitSeconds;
  };

  async function whoIs(cookie: string | undefined): Promise<Actor> {
    if (cookie === undefined) return guest;
    const request = new Request("http://localhost/", { headers: { cookie } });
    return resolveActor(request, db, "").catch(() => guest);
  }
}
