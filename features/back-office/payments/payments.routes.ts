import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import { staffOf } from "#features/back-office/back-office.rules.ts";
import {
  askProviderEndpoint,
  getDeskPaymentEndpoint,
  listDeskPaymentsEndpoint,
} from "#features/back-office/payments/payments.contract.ts";
import { findDeskPayment, listDeskPayments } from "#features/back-office/payments/payments.reads.ts";
import { askProvider } from "#features/back-office/payments/payments.writes.ts";
import type { Gateways } from "#features/payments/gateway/provider.gateway.ts";
import { configuredGateways } from "#features/payments/payments.gateway.ts";
import { type Route, route } from "#lib/api/route.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** The desk's calls about payments over a set of providers; tests hand in providers of their own. */
export function createDeskPaymentRoutes(gateways: Gateways): Route[] {
  return [
    route(listDeskPaymentsEndpoint, ({ db, query }) => listDeskPayments(db, query)),
    route(getDeskPaymentEndpoint, async ({ db, params }) => {
      const payment = await findDeskPayment(db, params.id);
      if (!payment) throw new AppError(backOfficeErrors.DESK_NOTHING_THERE);
      return payment;
    }),
    route(askProviderEndpoint, async ({ db, params, actor, ip }) => {
      const { word, settled } = await askProvider(db, gateways, params.id, staffOf(actor, ip));
      return {
        state: word?.state ?? "unknown",
        amount: word?.paidAmount ?? "0",
        currency: word?.paidCurrency ?? "",
        takenBack: word?.reversed ? `${word.reversed.as} ${word.reversed.amount}` : null,
        settled,
      };
    }),
  ];
}

export const deskPaymentRoutes = createDeskPaymentRoutes(configuredGateways());
