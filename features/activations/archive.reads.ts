import sql from "sql-template-tag";
import {
  type ArchivePart,
  archiveRows,
  factPart,
  listPart,
  pagedPart,
} from "#features/identity/archive/archive-part.reads.ts";
import { unseal } from "#lib/sealed-text.ts";

type OrderRow = { readonly id: number; readonly [member: string]: unknown };
type MessageRow = {
  readonly activationId: number;
  readonly sealedText: string | null;
  readonly sealedCode: string | null;
  readonly [member: string]: unknown;
};

/** A message as its buyer may read it: texts are there as long as they are kept, and never of what came after the refund. */
function readable({ activationId: _order, sealedText, sealedCode, ...message }: MessageRow): object {
  return {
    ...message,
    text: sealedText === null ? null : unseal(sealedText),
    code: sealedCode === null ? null : unseal(sealedCode),
  };
}

/** What activations keep about a person: orders with their numbers and messages, searches, limits. */
export const activationArchive: readonly ArchivePart[] = [
  {
    name: "orders",
    readPage: async (db, { userId, after, limit }) => {
      const orders = await archiveRows<OrderRow>(
        db,
        sql`select a.id, a.service_id, a.country_id, a.wanted_operator, a.operator, a.number::text as number, a.state, a.price_kopecks,
              a.max_price_kopecks, a.channel, a.requested_at, a.issued_at, a.expires_at, a.received_at, a.closed_at, a.close_reason,
              r.parent_id as repeats_order_id
            from activations a left join activations_reorders r on r.activation_id = a.id
            where a.user_id = ${userId} and a.id > ${after} order by a.id limit ${limit}`,
      );
      const messages = await archiveRows<MessageRow>(
        db,
        sql`select activation_id, sender, received_at, sealed_text, sealed_code from activations_messages
            where activation_id = any (${orders.map(({ id }) => id)}::bigint[]) and not late order by id`,
      );
      const byOrder = Map.groupBy(messages, ({ activationId }) => activationId);
      return orders.map((order) => ({ ...order, messages: (byOrder.get(order.id) ?? []).map(readable) }));
    },
  },
  pagedPart(
    "searches",
    ({ userId, after, limit }) => sql`
      select id, channel, service_id, country_id, operator, step_seconds, step_kopecks, seconds, attempts, state, activation_id as order_id,
        refusal, created_at, started_at, ends_at, closed_at
      from activations_searches where user_id = ${userId} and id > ${after} order by id limit ${limit}`,
  ),
  factPart(
    "orderLimit",
    (userId) => sql`
      select earned_max, granted_max, finished_count, delivered_count, turnover_kopecks, reckoned_at from activations_standings
      where user_id = ${userId}`,
  ),
  listPart(
    "orderBans",
    (userId) => sql`
      select id, reason, starts_at, ends_at, lifted_at from activations_bans where user_id = ${userId} order by id`,
  ),
];
