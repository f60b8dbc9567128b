import "server-only";
import type { Partner } from "#features/partners/cabinet/cabinet.loaders.ts";
import { listCountryChoices, listSimCards } from "#features/partners/sim-cards/sim-cards.reads.ts";
import { readSimCardChoice } from "#features/partners/sim-cards/sim-cards.rules.ts";
import { pageDb } from "#lib/db/page-db.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** The first page of a proven partner's numbers as the address narrows it, and the countries to choose from. */
export async function loadSimCards(
  { userId, supplier }: Partner,
  locale: Locale,
  query: Record<string, string | string[] | undefined>,
) {
  const initialChoice = readSimCardChoice(query);
  const { search, country, state } = initialChoice;
  const filter = {
    search: search || undefined,
    country: country || undefined,
    state: state || undefined,
  };
  const [initial, countries] = await Promise.all([
    listSimCards(pageDb(), { userId, supplierId: supplier.id }, filter, locale),
    listCountryChoices(pageDb(), supplier.id, locale),
  ]);
  return { initialChoice, initial, countries };
}
