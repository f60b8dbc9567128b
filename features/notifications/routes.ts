import { resolveActor } from "#features/identity/sessions/routes.ts";
import { streamEndpoint } from "#features/notifications/contract.ts";
import { encodeChanges } from "#features/notifications/reads.ts";
import { proveAgainEveryMs, streamsPerUser } from "#features/notifications/rules.ts";
import type { UserId } from "#lib/api/actor.ts";
import { route } from "#lib/api/route.ts";
import type { Db } from "#lib/db/pool.ts";
import { isAppError } from "#lib/errors/app-error.ts";
import { LiveHub } from "#lib/jobs/live-hub.ts";

const hubs = new WeakMap<Db, LiveHub>();

/** The open streams of this process. Whoever listens on `job_events` pokes it; it also looks by itself every second. */
export function liveHub(db: Db): LiveHub {
  let hub = hubs.get(db);
  if (!hub) {
    hub = new LiveHub({
      db,
      encode: (userId, events, locale) => encodeChanges(db, userId, events, locale),
      streamsPerUser,
      proveAgainEveryMs,
    });
    hubs.set(db, hub);
  }
  return hub;
}

function headerEventId(request: Request): number | null {
  const header = request.headers.get("last-event-id");
  return header !== null && /^\d{1,15}$/.test(header) ? Number(header) : null;
}

/** Would the request that opened a stream be let in today? Rejects when the database cannot tell. */
async function isSameUser(request: Request, db: Db, ip: string, userId: UserId): Promise<boolean> {
  try {
    const actor = await resolveActor(request, db, ip);
    return actor.kind === "user" && actor.userId === userId;
  } catch (error) {
    if (isAppError(error)) return false;
    throw error;
  }
}

export const notificationRoutes = [
  route(streamEndpoint, async ({ db, actor, query, locale, request, ip }) => {
    const body = await liveHub(db).open({
      userId: actor.userId,
      locale: query.locale ?? locale,
      lastEventId: headerEventId(request) ?? query["Last-Event-ID"] ?? null,
      isStillProven: () => isSameUser(request, db, ip, actor.userId),
    });
    return new Response(body, {
      headers: {
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store, no-transform",
        // A proxy such as nginx must not gather events before passing them on.
        "x-accel-buffering": "no",
      },
    });
  }),
];
