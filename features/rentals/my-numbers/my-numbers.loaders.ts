import "server-only";
import {
  askFor,
  type GoodsChoices,
  orderListLimits,
} from "#features/catalogue/order-lists/order-lists.rules.ts";
import { loadMe } from "#features/identity/identity.loaders.ts";
import { findUsdRate } from "#features/pricing/rates/rates.reads.ts";
import type { MyNumbersPage } from "#features/rentals/my-numbers/my-numbers.contract.ts";
import { listNumberChoices, readMyNumbers } from "#features/rentals/my-numbers/my-numbers.reads.ts";
import { type NumberFilters, readNumberFilters } from "#features/rentals/my-numbers/my-numbers.rules.ts";
import { pageDb } from "#lib/db/page-db.ts";
import type { AddressQuery } from "#lib/http/address-filters.ts";
import type { Locale } from "#lib/i18n/locales.ts";

export type MyNumbersStart = {
  readonly filters: NumberFilters;
  readonly choices: GoodsChoices;
  readonly initial: MyNumbersPage;
  readonly rubPerUsd: number | null;
};

/** What the page of somebody's numbers begins with; a guest is sent to sign in. */
export async function loadMyNumbers(locale: Locale, query: AddressQuery): Promise<MyNumbersStart> {
  const { id: userId } = await loadMe(locale);
  const db = pageDb();
  const filters = readNumberFilters(query);
  const { kind, status } = filters;
  const ask = { locale, kind: kind || undefined, status: status || undefined, ...askFor(filters) };
  const [choices, initial, rate] = await Promise.all([
    listNumberChoices(db, { userId }, locale),
    readMyNumbers(db, { userId }, ask, { place: null, limit: orderListLimits.pageDefault }),
    findUsdRate(db),
  ]);
  return { filters, choices, initial, rubPerUsd: rate?.rubPerUsd ?? null };
}
