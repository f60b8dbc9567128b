import "server-only";
import { type Earnings, readEarnings } from "#features/partners/earnings/earnings.reads.ts";
import { loadWithdrawals, type Withdrawals } from "#features/payments/withdrawals/withdrawals.loaders.ts";
import type { UserId } from "#lib/api/actor.ts";
import { pageDb } from "#lib/db/page-db.ts";
import type { Locale } from "#lib/i18n/locales.ts";

export type PartnerWithdrawals = { readonly withdrawals: Withdrawals; readonly earnings: Earnings };

/** The earnings and withdrawals of a partner; the page has checked that the account is one. */
export async function loadPartnerWithdrawals(locale: Locale, userId: UserId): Promise<PartnerWithdrawals> {
  const [withdrawals, earnings] = await Promise.all([
    loadWithdrawals(locale, "partner"),
    readEarnings(pageDb(), userId),
  ]);
  return { withdrawals, earnings };
}
