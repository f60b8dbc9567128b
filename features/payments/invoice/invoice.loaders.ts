import "server-only";
import { encode } from "uqr";
import { requireViewer } from "#features/identity/identity.loaders.ts";
import type { InvoiceView } from "#features/payments/invoice/invoice.contract.ts";
import { findInvoiceView } from "#features/payments/invoice/invoice-status.reads.ts";
import type { PlannedPurchase } from "#features/payments/payments.contract.ts";
import { findPurchase, type PlannedReader, placeOf } from "#features/payments/payments.loaders.ts";
import { readId } from "#lib/api/id-text.ts";
import { pageDb } from "#lib/db/page-db.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** A QR code as one path of an SVG: `size` modules each way, the quiet zone not included. */
export type QrPath = { readonly size: number; readonly path: string };

export type InvoicePage = {
  readonly invoice: InvoiceView;
  /** Of the address alone: that is what every wallet reads. */
  readonly qr: QrPath;
  readonly purchase: PlannedPurchase | null;
};

/** A Tether invoice; null when it is none of the viewer's. */
export async function loadInvoice(
  locale: Locale,
  id: string,
  askSellers: PlannedReader,
): Promise<InvoicePage | null> {
  const { userId } = await requireViewer(locale);
  const paymentId = readId(id);
  const invoice = paymentId === null ? null : await findInvoiceView(pageDb(), userId, paymentId, locale);
  if (!invoice) return null;
  return {
    invoice,
    qr: qrPath(invoice.address),
    purchase: await findPurchase(locale, placeOf(invoice.payment), askSellers),
  };
}

function qrPath(text: string): QrPath {
  const { data, size } = encode(text, { border: 0, ecc: "M" });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return { size, path };
}
