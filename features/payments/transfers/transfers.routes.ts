import { transferProvider } from "#features/payments/methods.rules.ts";
import { paymentErrors } from "#features/payments/payments.errors.ts";
import { paymentMethods } from "#features/payments/payments.gateway.ts";
import { refuseAmount } from "#features/payments/payments.writes.ts";
import {
  addReceiptEndpoint,
  startTransferEndpoint,
} from "#features/payments/transfers/transfers.contract.ts";
import { transferPath } from "#features/payments/transfers/transfers.rules.ts";
import { addReceipt, startTransfer } from "#features/payments/transfers/transfers.writes.ts";
import { type Route, replayHeader, reply, route } from "#lib/api/route.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { localizedPath } from "#lib/i18n/paths.ts";
import { kopecks } from "#lib/money/kopecks.ts";

const method = paymentMethods.find(({ provider }) => provider === transferProvider);

/** Routes of transfers through the support, where `providers` has it. */
export function createTransferRoutes(providers: { has(provider: string): boolean }): Route[] {
  return [
    route(startTransferEndpoint, async ({ db, actor, body, idempotencyKey, locale }) => {
      if (!method || !providers.has(transferProvider)) throw new AppError(paymentErrors.METHOD_NOT_FOUND);
      const { amountKopecks, note = "", receipt = "", ...context } = body;
      refuseAmount(amountKopecks, method);
      const { id, reference, replayed } = await startTransfer(db, {
        userId: actor.userId,
        amountKopecks: kopecks(amountKopecks),
        note,
        receipt,
        context,
        idempotencyKey,
        locale,
      });
      return reply(
        { id, reference, redirectUrl: localizedPath(locale, transferPath(id)) },
        { headers: replayHeader(replayed) },
      );
    }),
    route(addReceiptEndpoint, async ({ db, actor, params, body }) => ({
      receipt: await addReceipt(db, { userId: actor.userId, paymentId: params.id, receipt: body.receipt }),
    })),
  ];
}
