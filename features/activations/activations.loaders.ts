import "server-only";
import type { ActivationView } from "#features/activations/activations.contract.ts";
import { listActiveViews } from "#features/activations/activations.reads.ts";
import { loadMe } from "#features/identity/identity.loaders.ts";
import { findUsdRate } from "#features/pricing/rates/rates.reads.ts";
import { pageDb } from "#lib/db/page-db.ts";
import type { Locale } from "#lib/i18n/locales.ts";

export type ActiveNumbersPage = {
  readonly numbers: ActivationView[];
  readonly rubPerUsd: number | null;
};

/** What the active-numbers screen begins with; a guest is sent to sign in. */
export async function loadActiveNumbers(locale: Locale): Promise<ActiveNumbersPage> {
  const me = await loadMe(locale);
  const db = pageDb();
  const [numbers, rate] = await Promise.all([
    listActiveViews(db, { userId: me.id }, locale),
    findUsdRate(db),
  ]);
  return {
    numbers,
    rubPerUsd: rate?.rubPerUsd ?? null,
  };
}
