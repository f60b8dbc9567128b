import type { Catalogue } from "#features/catalogue/catalogue.rules.ts";
import type { ServiceCount } from "#features/supply/agent.gateway.ts";
import {
  type CountryWords,
  countryIdOf,
  lookUp,
  type Speaker,
  serviceIdOf,
  usualWord,
} from "#features/supply/dialects/dialects.rules.ts";
import type { UnknownWord } from "#features/supply/dialects/unknown-words.rules.ts";
import { SANDBOX_SERVICE } from "#features/supply/self-test/self-test.rules.ts";
import { type Dialect, limits } from "#features/supply/supply.rules.ts";
import type { ReportedOffer } from "#features/supply/supply.writes.ts";

const OPERATOR = /^[a-z0-9_]{1,40}$/;

/** What an agent's answer comes to. */
type ReadStock = {
  readonly offers: ReportedOffer[];
  readonly countryWords: CountryWords;
  /** Once per entry of the answer that is left out for it. */
  readonly unknown: UnknownWord[];
};

/** The agent's words as our ids; what nobody understands is left out of the offers and named. */
export function readStock(
  speaker: Speaker,
  catalogue: Catalogue,
  counts: readonly ServiceCount[],
): ReadStock {
  const offers: ReportedOffer[] = [];
  const unknown: UnknownWord[] = [];
  const said = new Map<number, Set<string>>();
  for (const { country, operator, service, count, costKopecks } of counts) {
    // Not a service: the self-test's alone, whatever a supplier's own spellings say.
    if (service === SANDBOX_SERVICE) continue;
    const countryId = countryIdOf(speaker, catalogue, country);
    const serviceId = serviceIdOf(speaker, catalogue, service);
    const token = operatorToken(speaker.dialect, operator);
    if (countryId === undefined) unknown.push({ kind: "country", word: country, stock: count });
    else said.set(countryId, (said.get(countryId) ?? new Set()).add(country));
    if (serviceId === undefined) unknown.push({ kind: "service", word: service, stock: count });
    if (token === null) unknown.push({ kind: "operator", word: operator, stock: count });
    if (countryId === undefined || serviceId === undefined || token === null) continue;
    const offer = { countryId, serviceId, operator: token, count: Math.min(count, limits.countPerOffer) };
    offers.push(costKopecks === undefined ? offer : { ...offer, costKopecks });
  }
  return { offers, countryWords: unusualWords(speaker, catalogue, said), unknown };
}

/** A country that it names by its table's word has no entry; of several other words the first stays. */
function unusualWords(
  speaker: Speaker,
  catalogue: Catalogue,
  said: ReadonlyMap<number, ReadonlySet<string>>,
): CountryWords {
  const entries = [...said].flatMap(([id, words]): [string, string][] => {
    const country = catalogue.countryById.get(id);
    const [first] = words;
    if (!country || first === undefined || words.has(usualWord(speaker, country))) return [];
    return [[String(id), first]];
  });
  return Object.fromEntries(entries);
}

function operatorToken(dialect: Dialect, operator: string): string | null {
  const token = lookUp(dialect.operators, operator) ?? operator.toLowerCase();
  return OPERATOR.test(token) ? token : null;
}
