import { staffOf } from "#features/back-office/back-office.rules.ts";
import {
  addPartnerApplicationNoteEndpoint,
  decidePartnerApplicationEndpoint,
  listPartnerApplicationsEndpoint,
} from "#features/back-office/partner-applications/partner-applications.contract.ts";
import { listPartnerApplicationViews } from "#features/back-office/partner-applications/partner-applications.reads.ts";
import {
  decidePartnerApplication,
  notePartnerApplication,
} from "#features/back-office/partner-applications/partner-applications.writes.ts";
import { replayHeader, reply, route } from "#lib/api/route.ts";

/** Applications of partners, at the desk. */
export const deskPartnerApplicationRoutes = [
  route(listPartnerApplicationsEndpoint, ({ db, query }) => listPartnerApplicationViews(db, query)),
  route(decidePartnerApplicationEndpoint, async ({ db, params, body, actor, ip, idempotencyKey }) => {
    const staff = staffOf(actor, ip);
    const { answer, replayed } = await decidePartnerApplication(db, params.id, body, staff, idempotencyKey);
    return reply(answer, { headers: replayHeader(replayed) });
  }),
  route(addPartnerApplicationNoteEndpoint, async ({ db, params, body, actor, ip, idempotencyKey }) => {
    const staff = staffOf(actor, ip);
    const { answer, replayed } = await notePartnerApplication(
      db,
      params.id,
      body.text,
      staff,
      idempotencyKey,
    );
    return reply(answer, { headers: replayHeader(replayed) });
  }),
];
