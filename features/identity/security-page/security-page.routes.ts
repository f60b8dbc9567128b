import { forgetApiKeys } from "#features/identity/api-keys/api-keys.reads.ts";
import { listSecurityEvents } from "#features/identity/security-log/security-log.reads.ts";
import { disownEvent } from "#features/identity/security-page/disowning.writes.ts";
import {
  disownEventEndpoint,
  listSecurityEventsEndpoint,
} from "#features/identity/security-page/security-page.contract.ts";
import { sessionTokenOfRequest } from "#features/identity/sessions/sessions.reads.ts";
import { replayHeader, reply, route } from "#lib/api/route.ts";

export const securityLogRoutes = [
  route(listSecurityEventsEndpoint, async ({ db, actor, query }) => {
    const { events, isMore } = await listSecurityEvents(db, actor.userId, query.before ?? null);
    return {
      events: events.map((event) => ({ ...event, createdAt: event.createdAt.toISOString() })),
      isMore,
    };
  }),
  route(disownEventEndpoint, async ({ db, actor, body, request, idempotencyKey }) => {
    const keepToken = sessionTokenOfRequest(request);
    const { eventId } = body;
    const { replayed } = await disownEvent(db, { userId: actor.userId, eventId, keepToken, idempotencyKey });
    forgetApiKeys(actor.userId);
    return reply({ status: "secured" as const }, { headers: replayHeader(replayed) });
  }),
];
