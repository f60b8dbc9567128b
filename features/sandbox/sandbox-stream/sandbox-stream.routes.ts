import { streamEndpoint } from "#features/notifications/notifications.contract.ts";
import { lastEventIdOf, proofOf } from "#features/notifications/notifications.routes.ts";
import { viewOf } from "#features/notifications/notifications.rules.ts";
import { sandboxOwnerOf } from "#features/sandbox/sandbox.rules.ts";
import { SandboxHub } from "#features/sandbox/sandbox-stream/sandbox-stream.reads.ts";
import { route } from "#lib/api/route.ts";
import type { Db } from "#lib/db/pool.ts";

const hubs = new WeakMap<Db, SandboxHub>();

/** The open streams of sandbox keys in this process. */
export function sandboxHub(db: Db): SandboxHub {
  let hub = hubs.get(db);
  if (!hub) {
    hub = new SandboxHub(db);
    hubs.set(db, hub);
  }
  return hub;
}

/** A sandbox key's stream tells of its sandbox. For the gate of keys. */
export const sandboxStreamAnswers = [
  route(streamEndpoint, ({ db, actor, query, locale, request, ip, outgoing }) => {
    const { key } = sandboxOwnerOf(actor);
    return sandboxHub(db).open(key.keyId, {
      view: viewOf({
        locale: query.locale ?? locale,
        types: query.types,
        activationIds: query.activation,
        key,
      }),
      lastEventId: lastEventIdOf(request, query),
      prove: proofOf(request, db, ip, actor),
      outgoing,
    });
  }),
];
