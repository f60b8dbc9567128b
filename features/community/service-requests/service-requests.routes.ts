import { requestServiceEndpoint } from "#features/community/service-requests/service-requests.contract.ts";
import { sendServiceRequest } from "#features/community/service-requests/service-requests.writes.ts";
import { replayHeader, reply, route } from "#lib/api/route.ts";

export const serviceRequestRoutes = [
  route(requestServiceEndpoint, async ({ db, actor, body, ip, locale, idempotencyKey }) => {
    const { captcha, email, ...wanted } = body;
    const userId = actor.kind === "user" ? actor.userId : null;
    const { replayed } = await sendServiceRequest(
      db,
      { ...wanted, email, userId, idempotencyKey },
      { ip, locale, captcha },
    );
    return reply({ status: "accepted" as const }, { headers: replayHeader(replayed) });
  }),
];
