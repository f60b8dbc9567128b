import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { countryName } from "#features/catalogue/catalogue.rules.ts";
import { listLentNumbers } from "#features/partners/cabinet/cabinet.reads.ts";
import { readNumberEarnings } from "#features/partners/earnings/earnings.reads.ts";
import type { SimCardPage } from "#features/partners/sim-cards/sim-cards.contract.ts";
import type { CountryChoice } from "#features/partners/sim-cards/sim-cards.rules.ts";
import {
  listPartnerCountryIds,
  listPartnerNumbers,
  type PartnerNumberFilter,
} from "#features/supply/inventory/partner-numbers.reads.ts";
import type { Db } from "#lib/db/pool.ts";
import { type Locale, localeFacts } from "#lib/i18n/locales.ts";

const PER_PAGE = 50;

type SimCardFilter = Omit<PartnerNumberFilter, "countryId"> & {
  readonly country?: string | undefined;
};

/** A page of a partner's own numbers, by number. A country that is not in the catalogue has none. */
export async function listSimCards(
  db: Db,
  { userId, supplierId }: { userId: number; supplierId: number },
  { country, ...filter }: SimCardFilter,
  locale: Locale,
): Promise<SimCardPage> {
  const { countryById, countryBySlug } = await readCatalogue(db);
  const countryId = country === undefined ? undefined : countryBySlug.get(country)?.id;
  if (country !== undefined && countryId === undefined) return { items: [], hasMore: false };
  const lent = await listLentNumbers(db, supplierId);
  const found = await listPartnerNumbers(db, { supplierId, lent }, { ...filter, countryId }, PER_PAGE + 1);
  const shown = found.slice(0, PER_PAGE);
  const numbers = shown.map(({ number }) => Number(number));
  const earned = await readNumberEarnings(db, userId, numbers);
  const items = shown.map(({ countryId: id, operator, portId, firstSeenAt, ...rest }, index) => {
    const number = numbers[index] as number;
    const from = countryById.get(id);
    const { isForRent, state, isOnLine, isLent, onSaleCount, servicesCount, usedCount } = rest;
    return {
      ...{ number, isForRent, country: from?.slug ?? "unknown" },
      countryName: from ? countryName(from, locale) : "",
      operator: operator === "any" ? null : operator,
      port: portId,
      ...{ state, isOnLine, isLent, onSaleCount, servicesCount, usedCount },
      firstSeenAt: firstSeenAt.toISOString(),
      ...(earned.get(number) ?? { earnedKopecks: 0, codesCount: 0 }),
    };
  });
  return { items, hasMore: found.length > PER_PAGE };
}

/** The countries of a partner's numbers, and all there are, by name. */
export async function listCountryChoices(
  db: Db,
  supplierId: number,
  locale: Locale,
): Promise<{ own: CountryChoice[]; all: CountryChoice[] }> {
  const [{ countries }, ownIds] = await Promise.all([
    readCatalogue(db),
    listPartnerCountryIds(db, supplierId),
  ]);
  const all = countries
    .map((country) => ({ id: country.id, slug: country.slug, name: countryName(country, locale) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, localeFacts[locale].tag));
  const choice = ({ slug, name }: CountryChoice) => ({ slug, name });
  return { own: all.filter(({ id }) => ownIds.includes(id)).map(choice), all: all.map(choice) };
}
