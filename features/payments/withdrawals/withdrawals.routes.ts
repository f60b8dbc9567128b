import type { Gateways } from "#features/payments/gateway/provider.gateway.ts";
import { configuredGateways } from "#features/payments/payments.gateway.ts";
import { confirmWithdrawalDestination } from "#features/payments/withdrawals/payout-destination/payout-destination.writes.ts";
import { readWithdrawalOptions } from "#features/payments/withdrawals/terms.reads.ts";
import {
  cancelWithdrawal,
  requestWithdrawal,
} from "#features/payments/withdrawals/withdrawal-request.writes.ts";
import {
  cancelWithdrawalEndpoint,
  confirmWithdrawalDestinationEndpoint,
  getWithdrawalOptionsEndpoint,
  listWithdrawalsEndpoint,
  requestWithdrawalEndpoint,
  type WithdrawalView,
} from "#features/payments/withdrawals/withdrawals.contract.ts";
import { withdrawalErrors } from "#features/payments/withdrawals/withdrawals.errors.ts";
import { findWithdrawalView, listWithdrawalViews } from "#features/payments/withdrawals/withdrawals.reads.ts";
import { withdrawalLimits } from "#features/payments/withdrawals.rules.ts";
import { type Route, replayHeader, reply, route } from "#lib/api/route.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** The routes over a set of providers; tests hand in providers of their own. */
export function createWithdrawalRoutes(gateways: Gateways): Route[] {
  return [
    route(getWithdrawalOptionsEndpoint, ({ db, actor, query, locale }) =>
      readWithdrawalOptions(db, gateways, { userId: actor.userId, source: query.source, locale }),
    ),
    route(listWithdrawalsEndpoint, ({ db, actor, query, locale }) =>
      listWithdrawalViews(db, actor.userId, { ...query, limit: withdrawalLimits.pageSize }, locale),
    ),
    route(requestWithdrawalEndpoint, async ({ db, actor, body, idempotencyKey, locale }) => {
      const { id, replayed } = await requestWithdrawal(db, gateways, {
        userId: actor.userId,
        source: body.source,
        method: body.method,
        amountKopecks: body.amountKopecks,
        paymentId: body.paymentId ?? null,
        destination: body.requisites ?? null,
        comment: body.comment || null,
        idempotencyKey,
      });
      const view = await getView(db, actor.userId, id, locale);
      return reply(view, { headers: replayHeader(replayed) });
    }),
    route(confirmWithdrawalDestinationEndpoint, async ({ db, actor, params, body, locale }) => {
      await confirmWithdrawalDestination(db, actor.userId, params.id, body.code);
      return getView(db, actor.userId, params.id, locale);
    }),
    route(cancelWithdrawalEndpoint, async ({ db, actor, params, locale }) => {
      await cancelWithdrawal(db, actor.userId, params.id);
      return getView(db, actor.userId, params.id, locale);
    }),
  ];
}

async function getView(db: Queryable, userId: number, id: number, locale: Locale): Promise<WithdrawalView> {
  const view = await findWithdrawalView(db, userId, id, locale);
  if (!view) throw new AppError(withdrawalErrors.WITHDRAWAL_NOT_FOUND);
  return view;
}

export const withdrawalRoutes = createWithdrawalRoutes(configuredGateways());
