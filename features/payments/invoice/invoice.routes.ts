import { getInvoiceEndpoint } from "#features/payments/invoice/invoice.contract.ts";
import { findInvoiceView } from "#features/payments/invoice/invoice-status.reads.ts";
import { paymentErrors } from "#features/payments/payments.errors.ts";
import { type Route, route } from "#lib/api/route.ts";
import { AppError } from "#lib/errors/app-error.ts";

export const tetherRoutes: Route[] = [
  route(getInvoiceEndpoint, async ({ db, actor, params, locale }) => {
    const view = await findInvoiceView(db, actor.userId, params.id, locale);
    if (!view) throw new AppError(paymentErrors.PAYMENT_NOT_FOUND);
    return view;
  }),
];
