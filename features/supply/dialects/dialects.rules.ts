import type { Catalogue, Country, Service } from "#features/catalogue/catalogue.rules.ts";
import { onlinesimCountries, onlinesimServices } from "#features/supply/dialects/data/onlinesim-words.ts";
import { smshubCountries } from "#features/supply/dialects/data/smshub-countries.ts";
import { type Dialect, toDialect } from "#features/supply/supply.rules.ts";

/**
 * Tables of words that a supplier can use; our slugs of countries are understood beside each. `ids`: the numbers of SMS-Activate, which are
 * ours and those of every shop of its protocol (decision 0558), Grizzly and HeroSMS among them. `onlinesim`: dialling codes and names of
 * services.
 */
export const wordTables = ["smshub", "slugs", "ids", "onlinesim"] as const;
export type WordTable = (typeof wordTables)[number];

/** How a supplier names things. Its own spellings (`dialect`) come before those of its table. */
export type Speaker = { readonly dialect: Dialect; readonly wordTable: WordTable };

/** Words for countries by our id, where a supplier uses others than its table has. */
export type CountryWords = Readonly<Record<string, string>>;

const smshubWords = new Map([...smshubCountries].map(([word, id]) => [id, word]));
const onlinesimDials = new Map([...onlinesimCountries].map(([word, id]) => [id, word]));
const onlinesimNames = new Map([...onlinesimServices].toReversed().map(([word, code]) => [code, word]));

type Countries = Pick<Catalogue, "countryById" | "countryBySlug">;
type Services = Pick<Catalogue, "serviceByCode" | "serviceBySlug">;

/** Our id of the country that the supplier means, or undefined when nobody knows the word. Case does not matter. */
export function countryIdOf(
  { dialect, wordTable }: Speaker,
  catalogue: Countries,
  word: string,
): number | undefined {
  const spelled = word.trim().toLowerCase();
  const id =
    lookUp(dialect.countries, word) ??
    (wordTable === "smshub" ? smshubCountries.get(spelled) : undefined) ??
    (wordTable === "ids" && /^\d{1,9}$/.test(spelled) ? Number(spelled) : undefined) ??
    (wordTable === "onlinesim" ? idByDialling(catalogue, spelled) : undefined) ??
    catalogue.countryBySlug.get(spelled)?.id;
  return id !== undefined && catalogue.countryById.has(id) ? id : undefined;
}

/** Our id of the service that the supplier means, or undefined when nobody knows the word. */
export function serviceIdOf(
  { dialect, wordTable }: Speaker,
  catalogue: Services,
  word: string,
): number | undefined {
  const own = lookUp(dialect.services, word);
  if (own === undefined && wordTable === "onlinesim")
    return idByName(catalogue, word.trim().toLowerCase()) ?? catalogue.serviceByCode.get(word)?.id;
  return catalogue.serviceByCode.get(own ?? word)?.id;
}

/** The word to ask a supplier with for a service. */
export function serviceWordFor(
  { dialect, wordTable }: Speaker,
  { code, slug }: Pick<Service, "code" | "slug">,
): string {
  const inTable = wordTable === "onlinesim" ? (onlinesimNames.get(code) ?? slug) : undefined;
  return toDialect(dialect.services, code) ?? inTable ?? code;
}

function idByDialling({ countryById }: Countries, word: string): number | undefined {
  const inTable = onlinesimCountries.get(word);
  if (inTable !== undefined) return inTable;
  for (const { id, dialCode } of countryById.values()) if (dialCode === word) return id;
  return undefined;
}

function idByName({ serviceByCode, serviceBySlug }: Services, word: string): number | undefined {
  const code = onlinesimServices.get(word);
  return (code === undefined ? serviceBySlug.get(word) : serviceByCode.get(code))?.id;
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
  country: SpokenCountry,
): string {
  return lookUp(agent.countryWords, String(country.id)) ?? usualWord(agent, country);
}

type SpokenCountry = Pick<Country, "id" | "slug" | "dialCode">;

/** The word of its table for a country; our slug where the table has none. */
export function usualWord({ dialect, wordTable }: Speaker, { id, slug, dialCode }: SpokenCountry): string {
  // A shared dialling code is the word of one country alone.
  const ownDial = onlinesimCountries.has(dialCode) ? undefined : dialCode;
  const inTable = {
    smshub: smshubWords.get(id),
    ids: String(id),
    onlinesim: onlinesimDials.get(id) ?? ownDial,
    slugs: undefined,
  }[wordTable];
  return toDialect(dialect.countries, id) ?? inTable ?? slug;
}
