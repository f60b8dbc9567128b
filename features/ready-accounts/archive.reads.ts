import sql from "sql-template-tag";
import {
  type ArchivePart,
  archiveRows,
  listPart,
  pagedPart,
} from "#features/identity/archive/archive-part.reads.ts";
import { listOrderTexts } from "#features/ready-accounts/unit-texts.reads.ts";

type OrderRow = { readonly id: number; readonly state: string; readonly [member: string]: unknown };

/** What ready accounts keep about a person: the orders, and what they delivered as long as it is kept. */
export const readyAccountArchive: readonly ArchivePart[] = [
  {
    name: "readyAccounts",
    readPage: async (db, { userId, after, limit }) => {
      const orders = await archiveRows<OrderRow>(
        db,
        sql`select id, offer_id, count, price_kopecks, total_kopecks, max_total_kopecks, warranty_hours, state, channel, ordered_at,
              closed_at, close_reason,
              warranty_until
            from ready_accounts_orders where user_id = ${userId} and id > ${after} order by id limit ${limit}`,
      );
      return Promise.all(
        orders.map(async (order) => ({
          ...order,
          items: order.state === "delivered" ? await listOrderTexts(db, order.id) : null,
        })),
      );
    },
  },
  listPart(
    "readyAccountClaims",
    (userId) => sql`
      select id, order_id, position as place, text, state, claimed_at, due_at, decided_at, reason, refund_kopecks
      from ready_accounts_claims where user_id = ${userId} order by id`,
  ),
  listPart(
    "storeOffers",
    (userId) => sql`
      select id, service_id, country_id, group_name, name, registration_type, format, cloud_pass, description_html, template, price_kopecks,
        min_count, warranty_hours, state, provenance, barred_at, created_at, changed_at
      from ready_accounts_offers where seller_id = ${userId} order by id`,
  ),
  pagedPart(
    "storeSales",
    ({ userId, after, limit }) => sql`
      select r.id, r.offer_id, r.count, r.total_kopecks, e.share_kopecks, e.reversed_kopecks, e.state, e.due_at, e.paid_at
      from ready_accounts_orders r join ready_accounts_earnings e on e.order_id = r.id where r.seller_id = ${userId} and r.id > ${after} order by r.id limit ${limit}`,
  ),
];
