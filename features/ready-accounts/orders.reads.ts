import sql, { empty, type Sql } from "sql-template-tag";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import {
  type Catalogue,
  countryIconPath,
  countryName,
  serviceIconPath,
  serviceName,
} from "#features/catalogue/catalogue.rules.ts";
import type { AccountOrder, AccountOrderDetails } from "#features/ready-accounts/ready-accounts.contract.ts";
import { type AccountOrderState, warrantyUntil } from "#features/ready-accounts/ready-accounts.rules.ts";
import { listOrderTexts } from "#features/ready-accounts/unit-texts.reads.ts";
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
  readonly warrantyHours: number;
  readonly orderedAt: Date;
  readonly closedAt: Date | null;
};

function listRows(db: Queryable, userId: number, where: Sql, limit: number): Promise<OrderRow[]> {
  return rows<OrderRow>(
    db,
    sql`select r.id, r.state, r.offer_id as "offerId", o.name, o.service_id as "serviceId", o.country_id as "countryId", r.count,
          r.price_kopecks as "priceKopecks", r.total_kopecks as "totalKopecks", r.warranty_hours as "warrantyHours",
          r.ordered_at as "orderedAt", r.closed_at as "closedAt"
        from ready_accounts_orders r join ready_accounts_offers o on o.id = r.offer_id
        where r.user_id = ${userId} ${where} order by r.id desc limit ${limit}`,
  );
}

function viewOf(row: OrderRow, { serviceById, countryById }: Catalogue, locale: Locale): AccountOrder {
  const service = serviceById.get(row.serviceId);
  const country = countryById.get(row.countryId);
  const { id, state, offerId, name, count, priceKopecks, totalKopecks, warrantyHours } = row;
  const deliveredAt = state === "delivered" ? row.closedAt : null;
  return {
    ...{ id, state, offerId, name, count, priceKopecks, totalKopecks },
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
    warrantyUntil:
      deliveredAt && warrantyHours > 0 ? warrantyUntil(deliveredAt, warrantyHours).toISOString() : null,
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

/** One of the buyer's orders with what it delivered, or null. */
export async function findAccountOrder(
  db: Db,
  userId: number,
  id: number,
  locale: Locale,
): Promise<AccountOrderDetails | null> {
  const [row] = await listRows(db, userId, sql`and r.id = ${id}`, 1);
  if (!row) return null;
  const items = row.state === "delivered" ? await listOrderTexts(db, id) : null;
  return { ...viewOf(row, await readCatalogue(db), locale), items };
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
