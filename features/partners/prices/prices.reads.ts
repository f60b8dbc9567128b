import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import {
  type Catalogue,
  type Country,
  countryName,
  type Service,
  serviceName,
} from "#features/catalogue/catalogue.rules.ts";
import { type Market, readMarkets } from "#features/partners/prices/market.reads.ts";
import { listTiredGoods } from "#features/partners/prices/price-changes.reads.ts";
import type { BulkView, PriceRow, PriceRows } from "#features/partners/prices/prices.contract.ts";
import {
  byPercent,
  competitorsOf,
  effectOf,
  limitsOf,
  ownSalesOf,
  type PriceState,
  priceRules,
  salesSteps,
  withinLimits,
} from "#features/partners/prices/prices.rules.ts";
import {
  getOwnPriceTerms,
  listOwnPrices,
  type OwnPrice,
  type OwnPriceTerms,
} from "#features/supply/operation/own-prices.reads.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { env } from "#lib/env.ts";
import type { Locale } from "#lib/i18n/locales.ts";

export type PriceFilter = { readonly search?: string | undefined; readonly state: PriceState };
type Line = Omit<OwnPrice, "costKopecks"> & { readonly costKopecks: number | null };

/** A partner's prices that fit, by country, from `offset` on, each beside its competitors' as figures of nobody in particular. */
export async function listPriceRows(
  db: Db,
  supplierId: number,
  { offset, locale, ...filter }: PriceFilter & { offset: number; locale: Locale },
): Promise<PriceRows> {
  const [catalogue, terms] = await Promise.all([readCatalogue(db), getOwnPriceTerms(db, supplierId)]);
  const lines = await listLines(db, supplierId, { catalogue, terms, filter });
  const page = lines.slice(offset, offset + priceRules.pageSize);
  const marketOf = await readMarkets(db, page);
  return {
    items: page.map((line) => toRow(line, { supplierId, catalogue, locale, market: marketOf(line) })),
    total: lines.length,
    limits: limitsOf(terms, env.PARTNER_PRICE_KOPECKS),
  };
}

/** What changing all priced lines that fit by so many percent would do. */
export async function previewBulk(db: Db, supplierId: number, wanted: BulkWanted): Promise<BulkView> {
  const { changes, ...counts } = await planBulk(db, await readCatalogue(db), supplierId, wanted);
  const isTooMany = changes.length > priceRules.bulkMax;
  const marketOf = isTooMany ? null : await readMarkets(db, changes);
  return {
    ...{ count: changes.length, ...counts },
    effect: marketOf ? sumEffects(supplierId, changes, marketOf) : { known: 0, ...noEffect },
  };
}

export type BulkWanted = PriceFilter & { readonly percent: number };

export type BulkPlan = {
  readonly changes: readonly BulkChange[];
  readonly atLimit: number;
  readonly tooOften: number;
};

/** Which prices change to what. Prices that stay the same, or have changed too often, are left out. */
export async function planBulk(
  db: Queryable,
  catalogue: Catalogue,
  supplierId: number,
  { percent, ...filter }: BulkWanted,
): Promise<BulkPlan> {
  const terms = await getOwnPriceTerms(db, supplierId);
  const limits = limitsOf(terms, env.PARTNER_PRICE_KOPECKS);
  const lines = (await listLines(db, supplierId, { catalogue, terms, filter })).filter(isPriced);
  const tired = await listTiredGoods(db, supplierId, lines);
  const free = lines
    .filter((line) => !tired.has(`${line.serviceId}:${line.countryId}`))
    .map((line) => ({ ...line, wantedKopecks: byPercent(line.costKopecks, percent) }));
  const held = free.map(({ wantedKopecks, ...line }) => ({
    ...line,
    toKopecks: withinLimits(wantedKopecks, limits),
    isAtLimit: withinLimits(wantedKopecks, limits) !== wantedKopecks,
  }));
  return {
    changes: held.filter((line) => line.toKopecks !== line.costKopecks),
    atLimit: held.filter(({ isAtLimit }) => isAtLimit).length,
    tooOften: lines.length - free.length,
  };
}

type BulkChange = OwnPrice & { readonly toKopecks: number };
const noEffect = { nowKopecks: 0, lowKopecks: 0, highKopecks: 0 };
const isPriced = (line: Line): line is OwnPrice => line.costKopecks !== null;

function sumEffects(
  supplierId: number,
  changes: readonly BulkChange[],
  marketOf: (of: BulkChange) => Market,
): BulkView["effect"] {
  const effects = changes.map((line) => {
    const { sales } = marketOf(line);
    return effectOf({
      steps: salesSteps(supplierId, sales),
      own: ownSalesOf(supplierId, sales),
      costKopecks: line.costKopecks,
      wantedKopecks: line.toKopecks,
    });
  });
  const known = effects.filter((effect) => effect.kind === "expected");
  const sum = (name: keyof typeof noEffect) => known.reduce((total, effect) => total + effect[name], 0);
  return {
    known: known.length,
    nowKopecks: sum("nowKopecks"),
    lowKopecks: sum("lowKopecks"),
    highKopecks: sum("highKopecks"),
  };
}

type ListContext = { catalogue: Catalogue; terms: OwnPriceTerms; filter: PriceFilter };

async function listLines(
  db: Queryable,
  supplierId: number,
  { catalogue, terms, filter }: ListContext,
): Promise<Line[]> {
  const own = await listOwnPrices(db, supplierId);
  const lines = filter.state === "unpriced" ? unpricedLines(catalogue, terms, own) : own;
  const matches = searchFor(catalogue, filter.search ?? "");
  return lines
    .filter(({ onSaleCount }) => filter.state !== "onSale" || onSaleCount > 0)
    .filter(({ onSaleCount }) => filter.state !== "notOnSale" || onSaleCount === 0)
    .filter(matches);
}

/** What the partner has numbers for and no price: nothing of it is on sale. */
function unpricedLines(catalogue: Catalogue, terms: OwnPriceTerms, own: readonly OwnPrice[]): Line[] {
  const known = new Set(own.map(({ serviceId, countryId }) => `${serviceId}:${countryId}`));
  return terms.numberCountryIds.flatMap((countryId) =>
    catalogue.services
      .map(({ id }) => ({ serviceId: id, countryId, costKopecks: null, onSaleCount: 0 }))
      .filter((line) => isAllowed(terms, line) && !known.has(`${line.serviceId}:${countryId}`)),
  );
}

/** Whether the desk lets this supplier sell this. */
export function isAllowed(
  terms: Pick<OwnPriceTerms, "allowedCountryIds" | "allowedServiceIds">,
  { serviceId, countryId }: { serviceId: number; countryId: number },
): boolean {
  const { allowedCountryIds, allowedServiceIds } = terms;
  return (
    (allowedCountryIds.length === 0 || allowedCountryIds.includes(countryId)) &&
    (allowedServiceIds.length === 0 || allowedServiceIds.includes(serviceId))
  );
}

/** Every word of a search must be in a name (of any language) or be the code of the service or country. */
function searchFor(catalogue: Catalogue, search: string) {
  const words = search
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  const [services, countries] = [new Map<number, string>(), new Map<number, string>()];
  const textOf = (kept: Map<number, string>, id: number, found: Service | Country | undefined) => {
    const known = kept.get(id);
    if (known !== undefined) return known;
    const names = found ? [found.slug, ...Object.values(found.names)] : [];
    const special = found && "code" in found ? [found.code, found.name] : [];
    const text = [...names, ...special].join(" ").toLowerCase();
    kept.set(id, text);
    return text;
  };
  return ({ serviceId, countryId }: Line): boolean => {
    if (words.length === 0) return true;
    const service = textOf(services, serviceId, catalogue.serviceById.get(serviceId));
    const country = textOf(countries, countryId, catalogue.countryById.get(countryId));
    return words.every((word) => service.includes(word) || country.includes(word));
  };
}

type RowContext = { supplierId: number; catalogue: Catalogue; locale: Locale; market: Market };

function toRow(
  { serviceId, countryId, costKopecks, onSaleCount }: Line,
  { supplierId, catalogue, locale, market }: RowContext,
): PriceRow {
  const service = catalogue.serviceById.get(serviceId);
  const country = catalogue.countryById.get(countryId);
  return {
    service: { id: serviceId, name: service ? serviceName(service, locale) : String(serviceId) },
    country: { id: countryId, name: country ? countryName(country, locale) : String(countryId) },
    costKopecks,
    onSaleCount,
    competitors: competitorsOf(supplierId, market.onSale),
    steps: salesSteps(supplierId, market.sales),
    own: ownSalesOf(supplierId, market.sales),
  };
}
