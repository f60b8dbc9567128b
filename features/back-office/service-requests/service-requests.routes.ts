import { staffOf } from "#features/back-office/back-office.rules.ts";
import {
  decideWantedSiteEndpoint,
  listWantedSitesEndpoint,
} from "#features/back-office/service-requests/service-requests.contract.ts";
import { listWantedSiteViews } from "#features/back-office/service-requests/service-requests.reads.ts";
import { decideWantedSite } from "#features/back-office/service-requests/service-requests.writes.ts";
import { replayHeader, reply, route } from "#lib/api/route.ts";

/** What buyers ask for that is not sold, at the desk. */
export const deskServiceRequestRoutes = [
  route(listWantedSitesEndpoint, ({ db, query, locale }) =>
    listWantedSiteViews(db, { after: query.after ?? 0, locale }),
  ),
  route(decideWantedSiteEndpoint, async ({ db, body, actor, ip, idempotencyKey }) => {
    const { answer, replayed } = await decideWantedSite(db, body, staffOf(actor, ip), idempotencyKey);
    return reply(answer, { headers: replayHeader(replayed) });
  }),
];
