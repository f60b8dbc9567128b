import type { Catalogue, Country } from "#features/catalogue/catalogue.rules.ts";
import { smshubCountries } from "#features/supply/dialects/data/smshub-countries.ts";
import { type Dialect, toDialect } from "#features/supply/supply.rules.ts";

/**
 * Tables of country words that a supplier can use; our slugs are understood beside each. `ids`: the numbers of SMS-Activate, which are
 * ours and those of every shop of its protocol (decision 0558).
 */
export const wordTables = ["smshub", "slugs", "ids"] as const;
export type WordTable = (typeof wordTables)[number];

/** How a supplier names things. Its own spellings (`dialect`) come before those of its table. */
export type Speaker = { readonly dialect: Dialect; readonly wordTable: WordTable };

/** Words for countries by our id, where a supplier uses others than its table has. */
export type CountryWords = Readonly<Record<string, string>>;

const smshubWords = new Map([...smshubCountries].map(([word, id]) => [id, word]));

/** Our id of the country that the supplier means, or undefined when nobody knows the word. Case does not matter. */
export function countryIdOf(
  { dialect, wordTable }: Speaker,
  catalogue: Pick<Catalogue, "countryById" | "countryBySlug">,
  word: string,
): number | undefined {
  const spelled = word.trim().toLowerCase();
  const id =
    lookUp(dialect.countries, word) ??
    (wordTable === "smshub" ? smshubCountries.get(spelled) : undefined) ??
    (wordTable === "ids" && /^\d{1,9}$/.test(spelled) ? Number(spelled) : undefined) ??
    catalogue.countryBySlug.get(spelled)?.id;
  return id !== undefined && catalogue.countryById.has(id) ? id : undefined;
}

/** Our id of the service that the supplier means, or undefined when nobody knows the word. */
export function serviceIdOf(
  { dialect }: Speaker,
  catalogue: Pick<Catalogue, "serviceByCode">,
  word: string,
): number | undefined {
  return catalogue.serviceByCode.get(lookUp(dialect.services, word) ?? word)?.id;
}

/** What an entry of the supplier's own spellings says about a word; names that every object has are no entries. */
export function lookUp<Ours>(
  table: Readonly<Record<string, Ours>> | undefined,
  word: string,
): Ours | undefined {
  return table && Object.hasOwn(table, word) ? table[word] : undefined;
}

/** The word to ask an agent with for numbers of a country: the one it said, or that of its table. */
export function countryWordFor(
  agent: Speaker & { readonly countryWords: CountryWords },
  country: Pick<Country, "id" | "slug">,
): string {
  return lookUp(agent.countryWords, String(country.id)) ?? usualWord(agent, country);
}

/** The word of its table for a country; our slug where the table has none. */
export function usualWord(
  { dialect, wordTable }: Speaker,
  { id, slug }: Pick<Country, "id" | "slug">,
): string {
  const inTable = { smshub: smshubWords.get(id), ids: String(id), slugs: undefined }[wordTable];
  return toDialect(dialect.countries, id) ?? inTable ?? slug;
}
