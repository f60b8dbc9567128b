import type { PaymentPage } from "#features/payments/listing/listing.contract.ts";
import { listPaymentViews } from "#features/payments/payments.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** A page of a user's payments and whether there are more. */
export async function findPaymentPage(
  db: Queryable,
  userId: number,
  { beforeId, limit, locale }: { beforeId: number | null; limit: number; locale: Locale },
): Promise<PaymentPage> {
  const found = await listPaymentViews(db, userId, { beforeId, limit: limit + 1, locale });
  return { payments: found.slice(0, limit), isMore: found.length > limit };
}
