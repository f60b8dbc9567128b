import { applyAsPartnerEndpoint } from "#features/partners/partner-applications/partner-applications.contract.ts";
import { applyAsPartner } from "#features/partners/partner-applications/partner-applications.writes.ts";
import { replayHeader, reply, route } from "#lib/api/route.ts";

export const partnerApplicationRoutes = [
  route(applyAsPartnerEndpoint, async ({ db, actor, body, ip, locale, idempotencyKey }) => {
    const { captcha, email, ...application } = body;
    const userId = actor.kind === "user" ? actor.userId : null;
    const { replayed } = await applyAsPartner(
      db,
      { ...application, email, userId, idempotencyKey },
      { ip, locale, captcha },
    );
    return reply({ status: "accepted" as const }, { headers: replayHeader(replayed) });
  }),
];
