import { deskPageSize, pageFrom, staffOf } from "#features/back-office/back-office.rules.ts";
import { decideFineEndpoint, listDeskFinesEndpoint } from "#features/back-office/fines/fines.contract.ts";
import { listNames } from "#features/back-office/names.reads.ts";
import { once } from "#features/back-office/requests.writes.ts";
import { toView } from "#features/partners/fines/fine-page.reads.ts";
import { listAllFines } from "#features/partners/fines/fines.reads.ts";
import { decideFine } from "#features/partners/fines/fines.writes.ts";
import { replayHeader, reply, route } from "#lib/api/route.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { notifyListeners } from "#lib/jobs/events.ts";

/** Fines of partners, at the desk. They are proposed as corrections. */
export const deskFineRoutes = [
  route(listDeskFinesEndpoint, async ({ db, query }) => {
    const filter = { state: query.state ?? null, before: query.before ?? null };
    const { items, hasMore } = pageFrom(await listAllFines(db, filter, deskPageSize + 1));
    const nameOf = await listNames(
      db,
      items.flatMap(({ userId, proposerId, decidedBy }) => [userId, proposerId, decidedBy]),
    );
    const views = items.map((fine) => ({
      ...toView(fine),
      partner: nameOf(fine.userId),
      proposer: nameOf(fine.proposerId),
      decidedBy: fine.decidedBy === null ? null : nameOf(fine.decidedBy),
    }));
    return { items: views, hasMore };
  }),
  route(decideFineEndpoint, async ({ db, params, body, actor, ip, idempotencyKey }) => {
    const { staffId } = staffOf(actor, ip);
    const { decision, reason } = body;
    const input = ["decide fine", params.id, decision, reason];
    const { answer, replayed } = await withTransaction(db, (tx) =>
      once(tx, { actorId: staffId, key: idempotencyKey, input }, async () => ({
        state: await decideFine(tx, { fineId: params.id, decision, reason, staffId, ip }),
      })),
    );
    notifyListeners(db);
    return reply(answer, { headers: replayHeader(replayed) });
  }),
];
