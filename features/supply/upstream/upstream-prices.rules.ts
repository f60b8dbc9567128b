import type { ServiceCount } from "#features/supply/agent.gateway.ts";
import { limits } from "#features/supply/supply.rules.ts";
import { membersOf } from "#features/supply/upstream/upstream-answers.rules.ts";
import { costOf, readPrice } from "#features/supply/upstream-money.rules.ts";
import type { ExactJson } from "#lib/json/exact-json.ts";

/** A price without how many numbers there are: the shop says that in another list. */
export type UncountedPrice = Omit<ServiceCount, "count">;
type ReadPrices = { readonly counts: ServiceCount[]; readonly uncounted: UncountedPrice[] };

/**
 * A price list by country and service, in each of the shapes that shops have: `{"cost":12.5,"count":158}`, with `price` for `cost`, or
 * stock by price (`{"12.5":100,"13":58}`, of which the lowest price is meant that has stock: nothing else is sold at it). Null for what
 * is none. Entries that cannot be read are left out.
 */
export function readPrices(answer: ExactJson | null, rateKopecks: number): ReadPrices | null {
  const countries = membersOf(answer ?? undefined);
  if (!countries) return null;
  const counts: ServiceCount[] = [];
  const uncounted: UncountedPrice[] = [];
  for (const [country, listed] of Object.entries(countries)) {
    const services = membersOf(listed);
    // An empty list is an empty array in PHP; anything else at this place is no price list.
    if (!services) {
      if (Array.isArray(listed) && listed.length === 0) continue;
      return null;
    }
    for (const [word, cell] of Object.entries(services)) {
      const read = readCell(membersOf(cell), rateKopecks);
      if (!read) continue;
      const { count, costKopecks } = read;
      const offer = { country, service: serviceWord(word), operator: "any", costKopecks };
      if (count === null) uncounted.push(offer);
      else counts.push({ ...offer, count });
    }
  }
  return { counts, uncounted };
}

type Cell = { readonly costKopecks: NonNullable<ServiceCount["costKopecks"]>; readonly count: number | null };

function readCell(cell: ReturnType<typeof membersOf>, rateKopecks: number): Cell | null {
  if (!cell) return null;
  const named = cell.cost ?? cell.price;
  if (named !== undefined) {
    const price = readPrice(named);
    const costKopecks = price && costOf(price, rateKopecks);
    if (costKopecks === null) return null;
    return { costKopecks, count: cell.count === undefined ? null : readCount(cell.count) };
  }
  const steps = Object.entries(cell).flatMap(([text, count]): Cell[] => {
    const price = readPrice(text);
    const costKopecks = price && costOf(price, rateKopecks);
    return costKopecks === null ? [] : [{ costKopecks, count: readCount(count) }];
  });
  const withStock = steps.filter(({ count }) => (count ?? 0) > 0);
  return withStock.toSorted((a, b) => a.costKopecks - b.costKopecks)[0] ?? null;
}

function readCount(value: ExactJson | undefined): number {
  const count = Number(typeof value === "string" && value.trim() === "" ? Number.NaN : value);
  return Number.isInteger(count) && count > 0 ? Math.min(count, limits.countPerOffer) : 0;
}

/** Stock by service of one country (getNumbersStatus); null for what is none. */
export function readCountryStock(answer: ExactJson | null): ReadonlyMap<string, number> | null {
  const services = membersOf(answer ?? undefined);
  return (
    services &&
    new Map(Object.entries(services).map(([word, count]) => [serviceWord(word), readCount(count)]))
  );
}

/** Some shops write whether calls are forwarded behind the service: `wa_0`. */
function serviceWord(word: string): string {
  return word.replace(/_\d$/, "");
}
