import "server-only";
import { redirect } from "next/navigation";
import { requireViewer } from "#features/identity/identity.loaders.ts";
import { loadWithdrawals, type Withdrawals } from "#features/payments/withdrawals/withdrawals.loaders.ts";
import { findUsdRate } from "#features/pricing/rates/rates.reads.ts";
import { ensureFirstLink } from "#features/referrals/links.writes.ts";
import type { ReferralProgram } from "#features/referrals/referrals.contract.ts";
import { listAccruals, listPeople, readProgram } from "#features/referrals/referrals.reads.ts";
import { pageDb } from "#lib/db/page-db.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

export type ReferralPage = {
  readonly program: ReferralProgram;
  readonly people: Awaited<ReturnType<typeof listPeople>>;
  readonly accruals: Awaited<ReturnType<typeof listAccruals>>;
  readonly withdrawals: Withdrawals;
  readonly rubPerUsd: number | null;
};

/**
 * What the programme's page shows; a guest is sent to sign in. Each of the two pages is for its own people: who has the
 * soft setting is sent on from the common page, and for others there is no soft one (null).
 */
export async function loadReferralPage(
  locale: Locale,
  page: "common" | "soft",
): Promise<ReferralPage | null> {
  const { userId } = await requireViewer(locale);
  const db = pageDb();
  await ensureFirstLink(db, userId);
  const program = await readProgram(db, userId);
  if (page === "common" && program.isSoft) redirect(localizedPath(locale, "/profile/referral-program-soft"));
  if (page === "soft" && !program.isSoft) return null;
  const [people, accruals, withdrawals, rate] = await Promise.all([
    listPeople(db, userId, undefined),
    listAccruals(db, userId, undefined, locale),
    loadWithdrawals(locale, "referral"),
    findUsdRate(db),
  ]);
  return { program, people, accruals, withdrawals, rubPerUsd: rate?.rubPerUsd ?? null };
}
