import sql, { empty, type Sql } from "sql-template-tag";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import type { Catalogue } from "#features/catalogue/catalogue.rules.ts";
import { orderedCountry, orderedService } from "#features/catalogue/ordered-goods.rules.ts";
import type { Goods, Holder } from "#features/identity/api-keys/key-goods.rules.ts";
import { andWithinGoods } from "#features/identity/api-keys/key-goods.rules.ts";
import type {
  AccountClaim,
  AccountOrder,
  AccountOrderDetails,
  PreparingOrder,
} from "#features/ready-accounts/ready-accounts.contract.ts";
import type { AccountOrderState } from "#features/ready-accounts/ready-accounts.rules.ts";
import { readUnitFile, type UnitFile } from "#features/ready-accounts/unit-files.rules.ts";
import {
  listOrderTexts,
  openPlaces,
  type Part,
  partOf,
  textsOf,
} from "#features/ready-accounts/unit-texts.reads.ts";
import {
  type ClaimRow,
  findClaim,
  listOrderClaims,
} from "#features/ready-accounts/warranty/warranty.reads.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";
import type { Locale } from "#lib/i18n/locales.ts";

type OrderRow = {
  readonly id: number;
  readonly state: AccountOrderState;
  readonly offerId: number;
  readonly name: string;
  readonly serviceId: number;
  readonly countryId: number;
  readonly count: number;
  readonly preparedCount: number;
  readonly priceKopecks: number;
  readonly totalKopecks: number;
  readonly warrantyUntil: Date | null;
  readonly openClaims: number;
  readonly orderedAt: Date;
  readonly closedAt: Date | null;
};

function listRows(db: Queryable, holder: Holder, where: Sql, limit: number): Promise<OrderRow[]> {
  return rows<OrderRow>(
    db,
    sql`select r.id, r.state, r.offer_id as "offerId", r.offer_name as name, r.service_id as "serviceId", r.country_id as "countryId", r.count,
          r.prepared_count as "preparedCount", r.price_kopecks as "priceKopecks", r.total_kopecks as "totalKopecks",
          r.warranty_until as "warrantyUntil", r.ordered_at as "orderedAt", r.closed_at as "closedAt",
          (select count(*)::int from ready_accounts_claims c where c.order_id = r.id and c.state = 'open') as "openClaims"
        from ready_accounts_orders r
        where r.user_id = ${holder.userId} ${andWithinGoods(holder, sql`r.service_id`, sql`r.country_id`)} ${where}
        order by r.id desc limit ${limit}`,
  );
}

function viewOf(row: OrderRow, { serviceById, countryById }: Catalogue, locale: Locale): AccountOrder {
  const service = serviceById.get(row.serviceId);
  const country = countryById.get(row.countryId);
  const { id, state, offerId, name, count, preparedCount, priceKopecks, totalKopecks, openClaims } = row;
  const deliveredAt = state === "delivered" ? row.closedAt : null;
  return {
    ...{ id, state, offerId, name, count, preparedCount, priceKopecks, totalKopecks, openClaims },
    service: orderedService(service, locale),
    country: orderedCountry(row.countryId, country, locale),
    orderedAt: row.orderedAt.toISOString(),
    deliveredAt: deliveredAt?.toISOString() ?? null,
    warrantyUntil: row.warrantyUntil?.toISOString() ?? null,
  };
}

/** A page: what stands below an id (null: from the newest on), so many at most. */
export type Below = { readonly beforeId: number | null; readonly limit: number };

/** A buyer's orders, newest first: through a key those of its goods. */
export async function listAccountOrders(
  db: Db,
  holder: Holder,
  filter: { readonly states: readonly AccountOrderState[] | null },
  { beforeId, limit }: Below,
  locale: Locale,
): Promise<AccountOrder[]> {
  const below = beforeId === null ? empty : sql`and r.id < ${beforeId}`;
  const ofStates = filter.states === null ? empty : sql`and r.state = any (${[...filter.states]})`;
  const found = await listRows(db, holder, sql`${below} ${ofStates}`, limit);
  const catalogue = await readCatalogue(db);
  return found.map((row) => viewOf(row, catalogue, locale));
}

/** Is this an order of the user's, and of those goods? */
export async function isAccountOrderWithin(
  db: Queryable,
  userId: number,
  goods: Goods,
  id: number,
): Promise<boolean> {
  return (await listRows(db, { userId, key: goods }, sql`and r.id = ${id}`, 1)).length > 0;
}

/** A claim with the place of its account in the order, from 1. */
export type PlacedClaim = AccountClaim & { readonly place: number };

/** The claims about an order's accounts, newest first. Whose order it is, is the caller's to know. */
export async function listPlacedClaims(db: Queryable, orderId: number): Promise<PlacedClaim[]> {
  return (await listOrderClaims(db, orderId)).map(placedClaim).toReversed();
}

/** One of the buyer's claims with its order, or null. */
export async function findPlacedClaim(
  db: Queryable,
  userId: number,
  id: number,
): Promise<(PlacedClaim & { readonly orderId: number }) | null> {
  const found = await findClaim(db, userId, id);
  return found && { ...placedClaim(found), orderId: found.orderId };
}

/** One of the buyer's orders without what it delivered, or null. */
export async function findOrderFacts(
  db: Db,
  userId: number,
  id: number,
  locale: Locale,
): Promise<AccountOrder | null> {
  const [row] = await listRows(db, { userId }, sql`and r.id = ${id}`, 1);
  return row ? viewOf(row, await readCatalogue(db), locale) : null;
}

function placedClaim(row: ClaimRow): PlacedClaim {
  const { id, place, state, text, reason, refundKopecks, objection, ...claim } = row;
  return {
    ...{ id, place, state, reason, refundKopecks, objection },
    text: text ?? "",
    claimedAt: claim.claimedAt.toISOString(),
    dueAt: claim.dueAt.toISOString(),
    decidedAt: claim.decidedAt?.toISOString() ?? null,
  };
}

function claimOf(row: ClaimRow): AccountClaim {
  const { place: _, ...claim } = placedClaim(row);
  return claim;
}

/** One of the buyer's orders with what it delivered, or null. Of a part, only the accounts in its places are read and opened. */
export async function findAccountOrder(
  db: Db,
  userId: number,
  id: number,
  locale: Locale,
  part: Part | null = null,
): Promise<AccountOrderDetails | null> {
  const [row] = await listRows(db, { userId }, sql`and r.id = ${id}`, 1);
  if (!row) return null;
  const view = viewOf(row, await readCatalogue(db), locale);
  if (row.state !== "delivered") return { ...view, items: null, places: [] };
  const [found, claims] = [await openPlaces(db, id, part), await listOrderClaims(db, id, part)];
  const claimsOf = Map.groupBy(claims, ({ place }) => place);
  const places = found.map(({ place, text, isRefunded, claimableUntil, isInTime, isClaimed }) => ({
    ...{ place, text, isRefunded },
    claimableUntil: isInTime && !isClaimed ? (claimableUntil?.toISOString() ?? null) : null,
    claims: (claimsOf.get(place) ?? []).map(claimOf),
  }));
  return { ...view, items: textsOf(found), places };
}

/** The files of the account in a place of one of the buyer's orders; null where it is none, or has no files. */
export async function findPlaceFile(
  db: Queryable,
  userId: number,
  id: number,
  place: number,
): Promise<UnitFile | null> {
  const [row] = await listRows(db, { userId }, sql`and r.id = ${id} and r.state = 'delivered'`, 1);
  const [found] = row ? await openPlaces(db, id, partOf(place)) : [];
  return found?.text ? readUnitFile(found.text) : null;
}

/** The buyer's newest order of an offer that is held, or null. */
export function findPreparing(
  db: Queryable,
  userId: number,
  offerId: number,
): Promise<PreparingOrder | null> {
  return maybeOne<PreparingOrder>(
    db,
    sql`select id as "orderId", count, prepared_count as "preparedCount" from ready_accounts_orders
        where user_id = ${userId} and offer_id = ${offerId} and state = 'held' order by id desc limit 1`,
  );
}

/** What the buyer's newest order of an offer delivered; null when none did. */
export async function findNewestDelivery(db: Db, userId: number, offerId: number): Promise<string[] | null> {
  const order = await maybeOne<{ id: number }>(
    db,
    sql`select id from ready_accounts_orders where user_id = ${userId} and offer_id = ${offerId} and state = 'delivered'
        order by id desc limit 1`,
  );
  return order && listOrderTexts(db, order.id);
}
