import sql from "sql-template-tag";
import { type ArchivePart, archiveRows, listPart } from "#features/identity/archive/archive-part.reads.ts";
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
];
