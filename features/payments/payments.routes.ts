import { readRates } from "#features/payments/charge-currency/charge-currency.reads.ts";
import { claimRoutes } from "#features/payments/claims/claims.routes.ts";
import { commerceRoutes } from "#features/payments/commerce/commerce.routes.ts";
import { createCouponRoutes } from "#features/payments/coupons/coupons.routes.ts";
import type { Gateways } from "#features/payments/gateway/provider.gateway.ts";
import { createGuestRoutes } from "#features/payments/guests/guests.routes.ts";
import { tetherRoutes } from "#features/payments/invoice/invoice.routes.ts";
import { listingRoutes } from "#features/payments/listing/listing.routes.ts";
import { quickAmountsKopecks } from "#features/payments/methods.rules.ts";
import {
  getPaymentEndpoint,
  listMethodsEndpoint,
  receiveNoticeEndpoint,
  startPaymentEndpoint,
} from "#features/payments/payments.contract.ts";
import { paymentErrors } from "#features/payments/payments.errors.ts";
import { configuredGateways, configuredProviders } from "#features/payments/payments.gateway.ts";
import { findPaymentView, listMethods, onThisSite } from "#features/payments/payments.reads.ts";
import { limits } from "#features/payments/payments.rules.ts";
import { startPayment } from "#features/payments/payments.writes.ts";
import { acceptNotice } from "#features/payments/provider-webhooks.writes.ts";
import { createTransferRoutes } from "#features/payments/transfers/transfers.routes.ts";
import { readLimitedText } from "#lib/api/parse-request.ts";
import { markKnown } from "#lib/api/received-body.ts";
import { type Route, replayHeader, reply, route } from "#lib/api/route.ts";
import { nowMs } from "#lib/clock.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { parseRoubles } from "#lib/money/kopecks.ts";

/** The feature's routes over a set of providers; tests hand in providers of their own. */
export function createPaymentRoutes(
  gateways: Gateways,
  providers: { has(provider: string): boolean } = gateways,
): Route[] {
  return [
    route(listMethodsEndpoint, async ({ db, locale }) => ({
      methods: listMethods(providers, await readRates(db), locale),
      quickAmountsKopecks: [...quickAmountsKopecks],
    })),
    ...createGuestRoutes(gateways),
    route(startPaymentEndpoint, async ({ db, actor, body, idempotencyKey, locale }) => {
      const { method, amountKopecks, amount, ...context } = body;
      const started = await startPayment(db, gateways, {
        userId: actor.userId,
        method,
        amountKopecks: amountKopecks ?? kopecksOf(amount ?? ""),
        context,
        idempotencyKey,
        locale,
      });
      return reply(
        { id: started.id, redirectUrl: onThisSite(started.redirectUrl) },
        { headers: replayHeader(started.replayed) },
      );
    }),
    route(getPaymentEndpoint, async ({ db, actor, params, locale }) => {
      const view = await findPaymentView(db, actor.userId, params.id, locale);
      if (!view) throw new AppError(paymentErrors.PAYMENT_NOT_FOUND);
      return view;
    }),
    route(receiveNoticeEndpoint, async ({ db, params, request }) => {
      const gateway = gateways.get(params.provider);
      if (!gateway) throw new AppError(apiErrors.NOT_FOUND);
      if (!/^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? "")) {
        throw new AppError(apiErrors.UNSUPPORTED_MEDIA_TYPE);
      }
      const body = await readLimitedText(request, limits.noticeBytes);
      const settled = await acceptNotice(db, gateway, { body, headers: request.headers, atMs: nowMs() });
      // A payment moved by what the provider said when asked: from this network its notices come.
      if (settled !== "unchanged" && settled !== "unknown") markKnown(request);
      return { received: true as const };
    }),
  ];
}

/** The contract has made sure of the form, so what cannot be read is a negative amount. */
function kopecksOf(text: string): number {
  return parseRoubles(text) ?? -1;
}

const providers = configuredProviders();

export const paymentRoutes: Route[] = [
  ...createPaymentRoutes(configuredGateways(), providers),
  ...createCouponRoutes(providers),
  ...createTransferRoutes(providers),
  ...listingRoutes,
  ...commerceRoutes,
  ...tetherRoutes,
  ...claimRoutes,
];
