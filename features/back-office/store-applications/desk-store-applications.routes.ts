import { staffOf } from "#features/back-office/back-office.rules.ts";
import {
  decideStoreApplicationEndpoint,
  listStoreApplicationsEndpoint,
} from "#features/back-office/store-applications/desk-store-applications.contract.ts";
import { listStoreApplicationViews } from "#features/back-office/store-applications/desk-store-applications.reads.ts";
import { decideDeskStoreApplication } from "#features/back-office/store-applications/desk-store-applications.writes.ts";
import { replayHeader, reply, route } from "#lib/api/route.ts";

/** Applications for stores, at the desk. */
export const deskStoreApplicationRoutes = [
  route(listStoreApplicationsEndpoint, ({ db, query }) => listStoreApplicationViews(db, query)),
  route(decideStoreApplicationEndpoint, async ({ db, params, body, actor, ip, idempotencyKey }) => {
    const staff = staffOf(actor, ip);
    const { answer, replayed } = await decideDeskStoreApplication(db, params.id, body, staff, idempotencyKey);
    return reply(answer, { headers: replayHeader(replayed) });
  }),
];
