import sql from "sql-template-tag";
import type { Catalogue } from "#features/catalogue/catalogue.rules.ts";
import { recordAction } from "#features/identity/audit.writes.ts";
import { partnerErrors } from "#features/partners/partners.errors.ts";
import { listTiredGoods } from "#features/partners/prices/price-changes.reads.ts";
import { type BulkWanted, isAllowed, planBulk } from "#features/partners/prices/prices.reads.ts";
import { limitsOf, priceRules } from "#features/partners/prices/prices.rules.ts";
import { type HeldSupplier, holdSupplier } from "#features/supply/operation/operate-suppliers.writes.ts";
import { getOwnPriceTerms, listOwnPrices } from "#features/supply/operation/own-prices.reads.ts";
import { setCosts } from "#features/supply/operation/supplier-costs.writes.ts";
import type { PartnerSupplier } from "#features/supply/partner-suppliers.reads.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Queryable, Tx } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";
import { env } from "#lib/env.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { decimalRoubles, kopecks } from "#lib/money/kopecks.ts";

type WantedPrice = { readonly serviceId: number; readonly countryId: number; readonly costKopecks: number };

/** Who sets prices, and of which supplier. */
export type PriceSetter = {
  readonly userId: UserId;
  readonly supplier: PartnerSupplier;
  readonly ip: string;
};

/**
 * Sets prices of a partner's own supplier: all of them or none. They count from the next order on; open orders keep theirs. A price that
 * is what it was is no change. Returns how many changed. Throws PARTNER_PRICE_NOT_ALLOWED, PARTNER_PRICE_OUT_OF_LIMITS,
 * PARTNER_PRICE_TOO_OFTEN, SUPPLIER_ENDED.
 */
export async function setPartnerPrices(
  tx: Tx,
  catalogue: Catalogue,
  { supplier, userId, ip }: PriceSetter,
  wanted: readonly WantedPrice[],
): Promise<number> {
  const held = await holdSupplier(tx, supplier.code);
  const terms = await getOwnPriceTerms(tx, held.id);
  const limits = limitsOf(terms, env.PARTNER_PRICE_KOPECKS);
  const isKnown = ({ serviceId, countryId }: WantedPrice) =>
    catalogue.serviceById.has(serviceId) && catalogue.countryById.has(countryId);
  if (!wanted.every((one) => isKnown(one) && isAllowed(terms, one))) {
    throw new AppError(partnerErrors.PARTNER_PRICE_NOT_ALLOWED);
  }
  if (
    wanted.some(({ costKopecks }) => costKopecks < limits.floorKopecks || costKopecks > limits.ceilingKopecks)
  ) {
    const details = {
      floor: decimalRoubles(kopecks(limits.floorKopecks)),
      ceiling: decimalRoubles(kopecks(limits.ceilingKopecks)),
    };
    throw new AppError(partnerErrors.PARTNER_PRICE_OUT_OF_LIMITS, { details });
  }
  const changes = await changesOf(tx, held.id, wanted);
  const [waitSeconds] = (await listTiredGoods(tx, held.id, changes)).values();
  if (waitSeconds !== undefined) {
    throw new AppError(partnerErrors.PARTNER_PRICE_TOO_OFTEN, {
      details: { times: priceRules.changesPerHour },
      headers: { "retry-after": String(waitSeconds) },
    });
  }
  await record(tx, held, changes, { userId, ip, percent: null });
  return changes.length;
}

export type BulkDone = { readonly changed: number; readonly atLimit: number; readonly tooOften: number };

/**
 * Changes all prices that fit by so many percent. What would pass the limits stops at them; what has changed too often stays as it is.
 * Throws PARTNER_PRICES_TOO_MANY, SUPPLIER_ENDED.
 */
export async function changePartnerPrices(
  tx: Tx,
  catalogue: Catalogue,
  { supplier, userId, ip }: PriceSetter,
  wanted: BulkWanted,
): Promise<BulkDone> {
  const held = await holdSupplier(tx, supplier.code);
  const { changes, atLimit, tooOften } = await planBulk(tx, catalogue, held.id, wanted);
  if (changes.length > priceRules.bulkMax) {
    throw new AppError(partnerErrors.PARTNER_PRICES_TOO_MANY, { details: { max: priceRules.bulkMax } });
  }
  const set = changes.map(({ serviceId, countryId, costKopecks, toKopecks }) => ({
    ...{ serviceId, countryId, fromKopecks: costKopecks, costKopecks: toKopecks },
  }));
  await record(tx, held, set, { userId, ip, percent: wanted.percent });
  return { changed: set.length, atLimit, tooOften };
}

type Change = WantedPrice & { readonly fromKopecks: number | null };

async function changesOf(tx: Tx, supplierId: number, wanted: readonly WantedPrice[]): Promise<Change[]> {
  const own = await listOwnPrices(tx, supplierId);
  const known = new Map(own.map((one) => [`${one.serviceId}:${one.countryId}`, one.costKopecks]));
  const last = new Map(wanted.map((one) => [`${one.serviceId}:${one.countryId}`, one]));
  return [...last]
    .map(([key, one]) => ({ ...one, fromKopecks: known.get(key) ?? null }))
    .filter(({ fromKopecks, costKopecks }) => fromKopecks !== costKopecks);
}

async function record(
  tx: Tx,
  held: HeldSupplier,
  changes: readonly Change[],
  { userId, ip, percent }: { userId: UserId; ip: string; percent: number | null },
): Promise<void> {
  if (changes.length === 0) return;
  const prices = changes.map(({ serviceId, countryId, costKopecks }) => ({
    ...{ serviceId, countryId, costKopecks: kopecks(costKopecks) },
  }));
  await setCosts(tx, held, "sms", prices);
  await execute(
    tx,
    sql`insert into partners_price_changes (supplier_id, service_id, country_id, from_kopecks, to_kopecks)
        select ${held.id}, * from unnest(${changes.map(({ serviceId }) => serviceId)}::integer[],
          ${changes.map(({ countryId }) => countryId)}::integer[],
          ${changes.map(({ fromKopecks }) => fromKopecks)}::bigint[],
          ${changes.map(({ costKopecks }) => costKopecks)}::bigint[])`,
  );
  const amounts = prices.map(({ costKopecks }) => costKopecks);
  const details = {
    ...{ prices: prices.length, percent },
    ...{ lowestKopecks: Math.min(...amounts), highestKopecks: Math.max(...amounts) },
  };
  await recordAction(tx, {
    ...{ actorId: userId, action: "partner.set-prices", subject: `supplier:${held.code}`, ip },
    details,
  });
}

/** Removes changes that nobody looks up any more; the audit keeps that there were some. Returns how many. */
export function forgetPriceChanges(db: Queryable): Promise<number> {
  return execute(
    db,
    sql`delete from partners_price_changes where changed_at < app_now() - make_interval(days => ${priceRules.keptDays})`,
  );
}
