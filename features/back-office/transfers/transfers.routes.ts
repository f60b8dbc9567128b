import {
  closeTransferEndpoint,
  confirmTransferEndpoint,
  listTransfersEndpoint,
} from "#features/back-office/transfers/transfers.contract.ts";
import { listTransferViews } from "#features/back-office/transfers/transfers.reads.ts";
import { closeTransfer, confirmTransfer } from "#features/payments/transfers/transfer-confirmation.writes.ts";
import { route } from "#lib/api/route.ts";
import { kopecks } from "#lib/money/kopecks.ts";

/** Top-ups through the support, at the desk. */
export const deskTransferRoutes = [
  route(listTransfersEndpoint, ({ db, query }) => listTransferViews(db, query)),
  route(confirmTransferEndpoint, ({ db, params, body, actor, ip }) => {
    const receivedKopecks = kopecks(body.receivedKopecks);
    return confirmTransfer(db, { paymentId: params.id, receivedKopecks, actorId: actor.userId, ip });
  }),
  route(closeTransferEndpoint, async ({ db, params, body, actor, ip }) => {
    await closeTransfer(db, { paymentId: params.id, reason: body.reason, actorId: actor.userId, ip });
    return { status: "closed" as const };
  }),
];
