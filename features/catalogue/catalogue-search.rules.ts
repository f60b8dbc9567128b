import {
  type Catalogue,
  type Country,
  foldSearch,
  matchRank,
  type Service,
} from "#features/catalogue/catalogue.rules.ts";

/** Below it two words have little in common; two letters that changed places in a word of eight leave about as much. */
const NEAR = 0.4;
/** Of shorter words every other one is near. */
const LETTERS_AT_LEAST = 3;

const countryTexts = new WeakMap<Country, readonly string[]>();

/** What a country is found by: its names in every language, its address, its codes. */
function textsOf(country: Country): readonly string[] {
  const known = countryTexts.get(country);
  if (known) return known;
  const { names, slug, iso2, dialCode } = country;
  const texts = [...Object.values(names), slug, iso2, dialCode, `+${dialCode}`].map(foldSearch);
  countryTexts.set(country, texts);
  return texts;
}

/** Countries that match in any language, best match first; the order of equal ones stays. A search without a letter finds none. */
export function searchCountries(countries: readonly Country[], search: string): Country[] {
  const folded = foldSearch(search);
  if (folded === "") return [];
  return countries
    .map((country) => ({ country, rank: matchRank(textsOf(country), folded) }))
    .filter((found): found is { country: Country; rank: number } => found.rank !== null)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ country }) => country);
}

/** The threes of letters of a text, its ends marked as letters. */
function threesOf(text: string): ReadonlySet<string> {
  const marked = `  ${text} `;
  return new Set(Array.from({ length: marked.length - 2 }, (_, at) => marked.slice(at, at + 3)));
}

/** How much two sets have in common, from 0 to 1 for equal ones. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return (2 * [...one].filter((three) => other.has(three)).length) / (one.size + other.size);
}

const threesOfServices = new WeakMap<Catalogue, ReadonlyMap<number, readonly ReadonlySet<string>[]>>();

function threesIn(catalogue: Catalogue) {
  const known = threesOfServices.get(catalogue);
  if (known) return known;
  const threes = new Map(
    [...catalogue.searchTexts].map(([id, texts]) => [
      id,
      texts.filter((text) => text.length >= LETTERS_AT_LEAST).map(threesOf),
    ]),
  );
  threesOfServices.set(catalogue, threes);
  return threes;
}

/** Those of some services that are called nearly as what was typed, nearest first: "telegarm" is Telegram. */
export function nearestServices(
  catalogue: Catalogue,
  among: readonly Service[],
  search: string,
  most: number,
): Service[] {
  const folded = foldSearch(search);
  if (folded.length < LETTERS_AT_LEAST) return [];
  const wanted = threesOf(folded);
  const threes = threesIn(catalogue);
  return among
    .map((service) => ({
      service,
      near: Math.max(0, ...(threes.get(service.id) ?? []).map((one) => likeness(wanted, one))),
    }))
    .filter(({ near }) => near >= NEAR)
    .toSorted((a, b) => b.near - a.near || a.service.popularityRank - b.service.popularityRank)
    .slice(0, most)
    .map(({ service }) => service);
}
