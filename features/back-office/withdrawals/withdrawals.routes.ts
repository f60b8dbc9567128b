import { type Staff, staffOf } from "#features/back-office/back-office.rules.ts";
import {
  type DeskWithdrawalView,
  getDeskWithdrawalEndpoint,
  listDeskWithdrawalsEndpoint,
  refundPaymentEndpoint,
  revealDestinationEndpoint,
  stepDeskWithdrawalEndpoint,
} from "#features/back-office/withdrawals/withdrawals.contract.ts";
import {
  findDeskWithdrawal,
  listDeskWithdrawals,
} from "#features/back-office/withdrawals/withdrawals.reads.ts";
import { refundPayment, stepWithdrawal } from "#features/back-office/withdrawals/withdrawals.writes.ts";
import type { Gateways } from "#features/payments/gateway/provider.gateway.ts";
import { configuredGateways } from "#features/payments/payments.gateway.ts";
import { revealDestination } from "#features/payments/withdrawals/approval.writes.ts";
import { withdrawalErrors } from "#features/payments/withdrawals/withdrawals.errors.ts";
import { type Route, replayHeader, reply, route } from "#lib/api/route.ts";
import type { Db } from "#lib/db/pool.ts";
import { AppError } from "#lib/errors/app-error.ts";

async function getDeskWithdrawal(db: Db, id: number, staff: Staff): Promise<DeskWithdrawalView> {
  const found = await findDeskWithdrawal(db, id, staff);
  if (!found) throw new AppError(withdrawalErrors.WITHDRAWAL_NOT_FOUND);
  return found;
}

/** The desk's calls about money on its way out; tests hand in providers of their own. */
export function createDeskWithdrawalRoutes(gateways: Gateways): Route[] {
  return [
    route(listDeskWithdrawalsEndpoint, ({ db, query, actor, ip }) =>
      listDeskWithdrawals(db, query, staffOf(actor, ip)),
    ),
    route(getDeskWithdrawalEndpoint, ({ db, params, actor, ip }) =>
      getDeskWithdrawal(db, params.id, staffOf(actor, ip)),
    ),
    route(stepDeskWithdrawalEndpoint, async ({ db, params, body, actor, ip }) => {
      const staff = staffOf(actor, ip);
      const { replayed } = await stepWithdrawal(db, { id: params.id, ...body }, staff);
      return reply(await getDeskWithdrawal(db, params.id, staff), { headers: replayHeader(replayed) });
    }),
    route(revealDestinationEndpoint, async ({ db, params, body, actor, ip }) => ({
      requisites: await revealDestination(db, {
        withdrawalId: params.id,
        staffId: actor.userId,
        reason: body.reason,
        ip,
      }),
    })),
    route(refundPaymentEndpoint, async ({ db, body, actor, ip, idempotencyKey }) => {
      const staff = staffOf(actor, ip);
      const { id, replayed } = await refundPayment(db, gateways, body, staff, idempotencyKey);
      return reply(await getDeskWithdrawal(db, id, staff), { headers: replayHeader(replayed) });
    }),
  ];
}

export const deskWithdrawalRoutes = createDeskWithdrawalRoutes(configuredGateways());
