import sql, { empty, type Sql } from "sql-template-tag";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import {
  type Catalogue,
  countryIconPath,
  countryName,
  serviceIconPath,
  serviceName,
} from "#features/catalogue/catalogue.rules.ts";
import type {
  AccountClaim,
  AccountOrder,
  AccountOrderDetails,
} from "#features/ready-accounts/ready-accounts.contract.ts";
import type { AccountOrderState } from "#features/ready-accounts/ready-accounts.rules.ts";
import { listOrderTexts, openPlaces, textsOf } from "#features/ready-accounts/unit-texts.reads.ts";
import { type ClaimRow, listOrderClaims } from "#features/ready-accounts/warranty/warranty.reads.ts";
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
  readonly priceKopecks: number;
  readonly totalKopecks: number;
  readonly warrantyUntil: Date | null;
  readonly openClaims: number;
  readonly orderedAt: Date;
  readonly closedAt: Date | null;
};

function listRows(db: Queryable, userId: number, where: Sql, limit: number): Promise<OrderRow[]> {
  return rows<OrderRow>(
    db,
    sql`select r.id, r.state, r.offer_id as "offerId", o.name, o.service_id as "serviceId", o.country_id as "countryId", r.count,
          r.price_kopecks as "priceKopecks", r.total_kopecks as "totalKopecks", r.warranty_until as "warrantyUntil",
          r.ordered_at as "orderedAt", r.closed_at as "closedAt",
          (select count(*)::int from ready_accounts_claims c where c.order_id = r.id and c.state = 'open') as "openClaims"
        from ready_accounts_orders r join ready_accounts_offers o on o.id = r.offer_id
        where r.user_id = ${userId} ${where} order by r.id desc limit ${limit}`,
  );
}

function viewOf(row: OrderRow, { serviceById, countryById }: Catalogue, locale: Locale): AccountOrder {
  const service = serviceById.get(row.serviceId);
  const country = countryById.get(row.countryId);
  const { id, state, offerId, name, count, priceKopecks, totalKopecks, openClaims } = row;
  const deliveredAt = state === "delivered" ? row.closedAt : null;
  return {
    ...{ id, state, offerId, name, count, priceKopecks, totalKopecks, openClaims },
    service: {
      code: service?.code ?? "",
      name: service ? serviceName(service, locale) : "",
      icon: service ? serviceIconPath(service) : null,
    },
    country: {
      name: country ? countryName(country, locale) : "",
      icon: country ? countryIconPath(country) : "",
    },
    orderedAt: row.orderedAt.toISOString(),
    deliveredAt: deliveredAt?.toISOString() ?? null,
    warrantyUntil: row.warrantyUntil?.toISOString() ?? null,
  };
}

/** A page of a buyer's orders, newest first, from below an order's id on. */
export async function listAccountOrders(
  db: Db,
  userId: number,
  page: { readonly before: number | undefined; readonly limit: number },
  locale: Locale,
): Promise<{ orders: AccountOrder[]; nextCursor: string | null }> {
  const below = page.before === undefined ? empty : sql`and r.id < ${page.before}`;
  const found = await listRows(db, userId, below, page.limit + 1);
  const catalogue = await readCatalogue(db);
  const shown = found.slice(0, page.limit);
  return {
    orders: shown.map((row) => viewOf(row, catalogue, locale)),
    nextCursor: found.length > shown.length ? String(shown.at(-1)?.id) : null,
  };
}

function claimOf({ place: _, text, ...claim }: ClaimRow): AccountClaim {
  return {
    ...claim,
    text: text ?? "",
    claimedAt: claim.claimedAt.toISOString(),
    dueAt: claim.dueAt.toISOString(),
    decidedAt: claim.decidedAt?.toISOString() ?? null,
  };
}

/** One of the buyer's orders with what it delivered, or null. */
export async function findAccountOrder(
  db: Db,
  userId: number,
  id: number,
  locale: Locale,
): Promise<AccountOrderDetails | null> {
  const [row] = await listRows(db, userId, sql`and r.id = ${id}`, 1);
  if (!row) return null;
  const view = viewOf(row, await readCatalogue(db), locale);
  if (row.state !== "delivered") return { ...view, items: null, places: [] };
  const [found, claims] = [await openPlaces(db, id), await listOrderClaims(db, id)];
  const claimsOf = Map.groupBy(claims, ({ place }) => place);
  const places = found.map(({ place, text, isRefunded, claimableUntil, isInTime, isClaimed }) => ({
    ...{ place, text, isRefunded },
    claimableUntil: isInTime && !isClaimed ? (claimableUntil?.toISOString() ?? null) : null,
    claims: (claimsOf.get(place) ?? []).map(claimOf),
  }));
  return { ...view, items: textsOf(found), places };
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
