import sql, { empty, type Sql } from "sql-template-tag";
import type { KeyRights } from "#lib/api/actor.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

/** What a key is for: null = every service, every country. */
export type Goods = Pick<KeyRights, "serviceIds" | "countryIds">;

/** Whose orders: all of a user's, or through a key those of its goods. A proven actor is one. */
export type Holder = { readonly userId: number; readonly key?: Goods | null | undefined };

/** The goods that a holder is limited to, or null: nothing is out of reach. */
export function limitedGoods({ key }: Holder): Goods | null {
  return key && (key.serviceIds !== null || key.countryIds !== null) ? key : null;
}

/**
 * The one rule about a key's goods, for buying as for seeing: may it have to do with this service and country? A service of
 * null (a thing of no service) is covered by a key for every service only.
 */
export function coversGoods(
  { serviceIds, countryIds }: Goods,
  serviceId: number | null,
  countryId: number,
): boolean {
  const isOfService = serviceIds === null || (serviceId !== null && serviceIds.includes(serviceId));
  return isOfService && (countryIds?.includes(countryId) ?? true);
}

/** One service in one country as `maxPrices` spells it. */
export function goodsName(serviceId: number, countryId: number): string {
  return `${serviceId}:${countryId}`;
}

/** The highest price that the key's program has set for a service in a country, in kopecks; null = none. */
export function maxPriceOf(
  key: Pick<KeyRights, "maxPrices"> | null | undefined,
  { serviceId, countryId }: { readonly serviceId: number; readonly countryId: number },
): Kopecks | null {
  const set = key?.maxPrices[goodsName(serviceId, countryId)];
  return set === undefined ? null : kopecks(set);
}

/** The rule about goods as a condition on rows, beginning with `and`; empty where nothing is out of reach. */
export function andWithinGoods(holder: Holder, serviceId: Sql, countryId: Sql): Sql {
  const goods = limitedGoods(holder);
  if (!goods) return empty;
  const { serviceIds, countryIds } = goods;
  const ofService = serviceIds === null ? empty : sql`and ${serviceId} = any (${[...serviceIds]}::int[])`;
  const ofCountry = countryIds === null ? empty : sql`and ${countryId} = any (${[...countryIds]}::int[])`;
  return sql`${ofService} ${ofCountry}`;
}
