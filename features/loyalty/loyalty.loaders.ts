import "server-only";
import { requireViewer } from "#features/identity/identity.loaders.ts";
import type { LoyaltyView, PaidWeeks } from "#features/loyalty/loyalty.contract.ts";
import { getLoyalty, listPaidWeekViews } from "#features/loyalty/loyalty.reads.ts";
import { findUsdRate } from "#features/pricing/rates/rates.reads.ts";
import { pageDb } from "#lib/db/page-db.ts";
import type { Locale } from "#lib/i18n/locales.ts";

const WEEKS_SHOWN = 8;

export type LoyaltyPage = {
  readonly loyalty: LoyaltyView;
  readonly paid: PaidWeeks;
  readonly rubPerUsd: number | null;
};

/** What the loyalty page shows; a guest is sent to sign in. */
export async function loadLoyalty(locale: Locale): Promise<LoyaltyPage> {
  const { userId } = await requireViewer(locale);
  const db = pageDb();
  const [loyalty, paid, rate] = await Promise.all([
    getLoyalty(db, userId),
    listPaidWeekViews(db, userId, { before: null, limit: WEEKS_SHOWN }),
    findUsdRate(db),
  ]);
  return { loyalty, paid, rubPerUsd: rate?.rubPerUsd ?? null };
}
