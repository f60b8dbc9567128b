import { resolveActor } from "#features/identity/sessions/sessions.routes.ts";
import { streamEndpoint } from "#features/notifications/notifications.contract.ts";
import { encodeChanges } from "#features/notifications/notifications.reads.ts";
import {
  type LiveView,
  proveAgainEveryMs,
  streamsPerUser,
  viewOf,
} from "#features/notifications/notifications.rules.ts";
import type { UserActor, UserId } from "#lib/api/actor.ts";
import { route } from "#lib/api/route.ts";
import type { Db } from "#lib/db/pool.ts";
import { isAppError } from "#lib/errors/app-error.ts";
import { LiveHub } from "#lib/jobs/live-hub.ts";
import type { Prove } from "#lib/jobs/stream-proofs.ts";

const hubs = new WeakMap<Db, LiveHub<LiveView>>();

/** The open streams of this process. Whoever listens on `job_events` pokes it; it also looks by itself every second. */
export function liveHub(db: Db): LiveHub<LiveView> {
  let hub = hubs.get(db);
  if (!hub) {
    hub = new LiveHub({
      db,
      encode: (userId, events, view) => encodeChanges(db, userId, events, view),
      streamsPerUser,
      proveAgainEveryMs,
    });
    hubs.set(db, hub);
  }
  return hub;
}

/** The last event that a reader has, by header or, for those who cannot send one, by parameter. */
export function lastEventIdOf(
  request: Request,
  query: { "Last-Event-ID"?: number | undefined },
): number | null {
  const header = request.headers.get("last-event-id");
  if (header !== null && /^\d{1,15}$/.test(header)) return Number(header);
  return query["Last-Event-ID"] ?? null;
}

/**
 * Asks whether who opened a stream would be let in today, and as the same: same user, same key with the same rights; and
 * until when. Rejects when the database cannot tell. Keeps what proves the caller and nothing else of the request, which may stay open for days.
 */
export function proofOf(request: Request, db: Db, ip: string, { userId, key }: UserActor): Prove {
  return prover({ headers: credentialsOf(request), ip, userId, rights: JSON.stringify(key) }, db);
}

function credentialsOf({ headers }: Request): [string, string][] {
  const names = ["authorization", "cookie"];
  return names.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as [string, string]];
  });
}

type Proof = {
  readonly headers: [string, string][];
  readonly ip: string;
  readonly userId: UserId;
  readonly rights: string | undefined;
};

/** A function of its own, so that what it keeps can be seen: not the request. */
function prover({ headers, ip, userId, rights }: Proof, db: Db): Prove {
  return async () => {
    try {
      const actor = await resolveActor(new Request("http://proof.invalid/", { headers }), db, ip);
      const isSame = actor.kind === "user" && actor.userId === userId && JSON.stringify(actor.key) === rights;
      return isSame ? { endsInMs: actor.endsInMs ?? null } : null;
    } catch (error) {
      if (isAppError(error)) return null;
      throw error;
    }
  };
}

export const notificationRoutes = [
  route(streamEndpoint, ({ db, actor, query, locale, request, ip, outgoing }) =>
    liveHub(db).open({
      userId: actor.userId,
      view: viewOf({
        locale: query.locale ?? locale,
        types: query.types,
        activationIds: query.activation,
        key: actor.key,
      }),
      lastEventId: lastEventIdOf(request, query),
      prove: proofOf(request, db, ip, actor),
      outgoing,
    }),
  ),
];
