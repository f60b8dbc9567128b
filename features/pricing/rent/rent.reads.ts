import sql from "sql-template-tag";
import { readPolicy } from "#features/policy/policy.reads.ts";
import { decideSale, type Policy, type SaleChannel } from "#features/policy/policy.rules.ts";
import type { RentStep } from "#features/pricing/rent/rent.rules.ts";
import {
  listRentCountries,
  listSupplierRentStock,
  readSupplierRentOffers,
  type SupplierRentOffer,
} from "#features/supply/rent/rent.reads.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

/** What a renter sees of a service in a country: the cheapest hour of each tier and the free numbers of all partners. */
export type RentOffer = {
  /** Null: the whole number. */
  readonly serviceId: number | null;
  readonly countryId: number;
  readonly hourRetailKopecks: Kopecks;
  readonly hourWholesaleKopecks: Kopecks;
  /** An hour's price agreed with the asking account, or null. */
  readonly hourPersonalKopecks: Kopecks | null;
  readonly operators: readonly string[];
  readonly count: number;
};

export type RentFilter = {
  readonly serviceId?: number | null;
  readonly countryId?: number;
  readonly operator?: string;
  readonly channel: SaleChannel;
  /** Whose agreed prices to show, without what costs us more than them; a proven id or null. */
  readonly userId: number | null;
  /** The catalogue's id of the whole number: what policy calls it. */
  readonly fullRentServiceId: number;
};

/** Rents that can be had now and that policy lets through the door, one per service and country, cheapest first. */
export async function listRentOffers(db: Db, filter: RentFilter): Promise<RentOffer[]> {
  return pricedOffers(db, await readSupplierRentOffers(db, filter), filter);
}

/** What can be rented of a service (null = the whole number) now, in all countries together. */
export type RentStock = {
  readonly serviceId: number | null;
  /** The lowest retail price of an hour. */
  readonly hourKopecks: Kopecks;
  readonly count: number;
};

/** The services of which something can be rented now and that policy lets through the door. Looks at all numbers: keep the answer. */
export async function listRentStock(
  db: Db,
  door: Pick<RentFilter, "channel" | "fullRentServiceId">,
): Promise<RentStock[]> {
  const offers = await pricedOffers(db, await listSupplierRentStock(db), { ...door, userId: null });
  return [...Map.groupBy(offers, ({ serviceId }) => serviceId)].map(([serviceId, [cheapest, ...others]]) => ({
    serviceId,
    hourKopecks: cheapest!.hourRetailKopecks,
    count: others.reduce((sum, { count }) => sum + count, cheapest!.count),
  }));
}

async function pricedOffers(
  db: Db,
  found: readonly SupplierRentOffer[],
  filter: RentFilter,
): Promise<RentOffer[]> {
  const policy = await readPolicy(db);
  const denied = new Set(deniedRentSuppliers(policy, filter.channel));
  const agreed =
    filter.userId === null ? new Map<string, Kopecks>() : await findAgreedHours(db, filter.userId);
  const agreedHourOf = (of: RentGoods) => agreed.get(goodsKey(of)) ?? null;
  const offers = found.filter(
    ({ supplierId, operator, hourCostKopecks, ...goods }) =>
      !denied.has(supplierId) &&
      // Nobody is rented what costs us more than they pay (rentals_buy).
      hourCostKopecks <= (agreedHourOf(goods) ?? hourCostKopecks) &&
      (filter.operator ?? "any").split(",").some((o) => o === "any" || o === operator),
  );
  const groups = [...Map.groupBy(offers, goodsKey).values()];
  const sold = groups.filter(([offer]) => offer && isForRent(policy, offer, filter));
  const prices = await priceHours(
    db,
    sold.map((group) => cheapest(group)),
  );
  return sold
    .map((group, at) => toOffer(group, prices[at] as HourPrices, agreedHourOf(group[0] as RentGoods)))
    .sort((left, right) => left.hourRetailKopecks - right.hourRetailKopecks || right.count - left.count);
}

function isForRent(
  policy: Policy,
  offer: SupplierRentOffer,
  { channel, fullRentServiceId }: RentFilter,
): boolean {
  const { countryId } = offer;
  return decideSale(policy, {
    serviceId: offer.serviceId ?? fullRentServiceId,
    countryId,
    mode: "rent",
    channel,
  }).allowed;
}

function cheapest(group: readonly SupplierRentOffer[]): SupplierRentOffer {
  return group.reduce((best, offer) => (offer.hourCostKopecks < best.hourCostKopecks ? offer : best));
}

/** A service in a country; null = the whole number. */
type RentGoods = { readonly serviceId: number | null; readonly countryId: number };
const goodsKey = ({ serviceId, countryId }: RentGoods) => `${serviceId}:${countryId}`;

/** What an hour costs an account by agreement. */
async function findAgreedHours(db: Queryable, userId: number): Promise<ReadonlyMap<string, Kopecks>> {
  const agreed = await rows<RentGoods & { hour: number }>(
    db,
    sql`select service_id as "serviceId", country_id as "countryId", hour_kopecks as hour
        from pricing_rent_personal_prices where user_id = ${userId}`,
  );
  return new Map(agreed.map(({ hour, ...goods }) => [goodsKey(goods), kopecks(hour)]));
}

type HourPrices = { retail: number; wholesale: number };

function priceHours(db: Queryable, offers: readonly SupplierRentOffer[]): Promise<HourPrices[]> {
  return rows<HourPrices>(
    db,
    sql`select h.retail_kopecks as retail, h.wholesale_kopecks as wholesale
        from unnest(${offers.map((offer) => offer.hourCostKopecks)}::bigint[], ${offers.map((offer) => offer.serviceId)}::int[],
          ${offers.map((offer) => offer.countryId)}::int[]) with ordinality as o(cost, service_id, country_id, at)
        cross join lateral pricing_rent_hour(o.cost, o.service_id, o.country_id) h
        order by o.at`,
  );
}

function toOffer(
  group: readonly SupplierRentOffer[],
  prices: HourPrices,
  hourPersonalKopecks: Kopecks | null,
): RentOffer {
  const { serviceId, countryId } = group[0] as SupplierRentOffer;
  return {
    serviceId,
    countryId,
    hourRetailKopecks: kopecks(prices.retail),
    hourWholesaleKopecks: kopecks(prices.wholesale),
    hourPersonalKopecks,
    operators: [...new Set(group.map(({ operator }) => operator))].sort(),
    count: group.reduce((sum, { count }) => sum + count, 0),
  };
}

/** Countries in which partners have numbers for rent on line and policy lets them be rented through the door, by ascending id. */
export async function listRentableCountries(db: Db, channel: SaleChannel): Promise<number[]> {
  const [policy, countryIds] = await Promise.all([readPolicy(db), listRentCountries(db)]);
  return countryIds.filter((countryId) => decideSale(policy, { countryId, mode: "rent", channel }).allowed);
}

/** Suppliers whose rent a kill switch names, for a door. */
export function deniedRentSuppliers(policy: Policy, channel: SaleChannel): number[] {
  const named = new Set(policy.blocks.map((block) => block.supplierId).filter((id) => id !== null));
  return [...named].filter(
    (supplierId) => !decideSale(policy, { supplierId, mode: "rent", channel }).allowed,
  );
}

/** How the price of an hour falls with time. */
export function listRentSteps(db: Queryable): Promise<RentStep[]> {
  return rows<RentStep>(
    db,
    sql`select from_hours as "fromHours", rate_bp as "rateBp" from pricing_rent_steps order by from_hours`,
  );
}
