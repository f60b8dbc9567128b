import { answerKeyed } from "#features/idempotency/idempotency.routes.ts";
import { requirePartnerSupplier } from "#features/partners/cabinet/partner.gate.ts";
import { readFinePage } from "#features/partners/fines/fine-page.reads.ts";
import { appealFineEndpoint, listFinesEndpoint } from "#features/partners/fines/fines.contract.ts";
import { appealFine } from "#features/partners/fines/fines.writes.ts";
import { route } from "#lib/api/route.ts";

/** The partner's fines; each call reaches the partner's own alone. */
export const fineRoutes = [
  route(listFinesEndpoint, async ({ db, actor, query }) => {
    await requirePartnerSupplier(db, actor);
    return readFinePage(db, actor.userId, query.before);
  }),
  route(appealFineEndpoint, async (context) => {
    const { db, actor, params, body, ip } = context;
    await requirePartnerSupplier(db, actor);
    return answerKeyed(appealFineEndpoint, context, async (tx) => ({
      state: await appealFine(tx, { userId: actor.userId, fineId: params.id, text: body.text, ip }),
    }));
  }),
];
