import sql, { empty, type Sql } from "sql-template-tag";
import type { MessageView } from "#features/activations/activations.contract.ts";
import type { ActivationState } from "#features/activations/activations.rules.ts";
import { IS_REFUNDED } from "#features/activations/order-facts.reads.ts";
import { andWithinGoods, type Holder } from "#features/identity/api-keys/key-goods.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, one, rows } from "#lib/db/query.ts";
import { unseal } from "#lib/sealed-text.ts";

/** Orders that one page looks through at most: a rare state must not read a whole history. */
const LOOKED_THROUGH_MAX = 5_000;

export type OrderFilter = {
  /** Null: all. */
  readonly states: readonly ActivationState[] | null;
  /** What `states` do with charged orders that the staff refunded: leave them out, or add them in whatever state; unsaid, nothing. */
  readonly refunded?: "left-out" | "added" | undefined;
  readonly serviceId: number | null;
  readonly countryId: number | null;
  /** Somewhere in the number, or the order's own number. */
  readonly digits?: string | undefined;
  /** Days (UTC) on which it was ordered, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

/**
 * Ids of a user's orders below `beforeId`, newest first, `limit` at most. `nextBeforeId` is where the next page begins, null
 * at the end of all; a page of a narrow filter may hold less than `limit` (even nothing) and go on: `lookedBackTo` is when the last
 * order was made that such a page looked at.
 */
export async function listOrderIds(
  db: Queryable,
  holder: Holder,
  filter: OrderFilter,
  { beforeId, limit }: { beforeId: number | null; limit: number },
): Promise<{ ids: number[]; nextBeforeId: number | null; lookedBackTo: Date | null }> {
  const { serviceId, countryId, digits, from, to } = filter;
  const below = beforeId ?? Number.MAX_SAFE_INTEGER;
  const looked = sql`user_id = ${holder.userId} and id < ${below} ${idsWithin(from, to)}`;
  const found = await rows<{ id: number }>(
    db,
    sql`select id from (
          select id, state, service_id, country_id, number, requested_at from activations
          where ${looked} order by id desc limit ${LOOKED_THROUGH_MAX}) a
        where true ${andWithinGoods(holder, sql`service_id`, sql`country_id`)} ${andInStates(filter)}
          ${serviceId === null ? empty : sql`and service_id = ${serviceId}`}
          ${countryId === null ? empty : sql`and country_id = ${countryId}`}
          ${digits === undefined ? empty : sql`and (number::text like ${`%${digits}%`} or id::text = ${digits})`}
          ${from === undefined ? empty : sql`and requested_at >= ${dayBegin(from)}`}
          ${to === undefined ? empty : sql`and requested_at < ${dayBegin(to, 1)}`}
        order by id desc limit ${limit + 1}`,
  );
  const ids = found.slice(0, limit).map(({ id }) => id);
  if (found.length > limit) return { ids, nextBeforeId: ids.at(-1) as number, lookedBackTo: null };
  const last = await lastLookedAt(db, looked);
  return { ids, nextBeforeId: last?.id ?? null, lookedBackTo: last?.requestedAt ?? null };
}

/** A condition: the order is in one of the states, as far as refunds by the staff leave it there. */
function andInStates({ states, refunded }: OrderFilter): Sql {
  if (states === null) return empty;
  const isInState = sql`a.state = any (${states}::text[])`;
  if (refunded === "added") return sql`and (${isInState} or ${IS_REFUNDED})`;
  return refunded === "left-out" ? sql`and ${isInState} and not ${IS_REFUNDED}` : sql`and ${isInState}`;
}

/** The last order that a page looked at when there are more behind it, or null. */
function lastLookedAt(db: Queryable, looked: Sql): Promise<{ id: number; requestedAt: Date } | null> {
  return maybeOne<{ id: number; requestedAt: Date }>(
    db,
    sql`select id, requested_at as "requestedAt" from activations where ${looked}
        order by id desc offset ${LOOKED_THROUGH_MAX - 1} limit 1`,
  );
}

/** The beginning of a day, or of a later one, in UTC. */
export const dayBegin = (day: string, daysLater = 0) =>
  sql`(${day}::date + ${daysLater}::int)::timestamp at time zone 'UTC'`;

/** Ids grow with time but for seconds, so that days are found by halving. */
function idsWithin(from: string | undefined, to: string | undefined): Sql {
  const idAt = (at: Sql) => sql`coalesce((select activations_first_id_at(${at})), 9223372036854775807)`;
  return sql`${from === undefined ? empty : sql`and id >= ${idAt(sql`${dayBegin(from)} - interval '1 minute'`)}`}
    ${to === undefined ? empty : sql`and id < ${idAt(sql`${dayBegin(to, 1)} + interval '1 minute'`)}`}`;
}

/** Services and countries of a user's latest orders, to filter by. */
export async function listOrderedGoods(
  db: Queryable,
  holder: Holder,
): Promise<{ serviceIds: number[]; countryIds: number[] }> {
  return one(
    db,
    sql`select coalesce(array_agg(distinct service_id), '{}') as "serviceIds", coalesce(array_agg(distinct country_id), '{}') as "countryIds"
        from (select service_id, country_id from activations where user_id = ${holder.userId}
          order by id desc limit ${LOOKED_THROUGH_MAX}) latest
        where true ${andWithinGoods(holder, sql`service_id`, sql`country_id`)}`,
  );
}

/** Ids of a user's open orders below `beforeId`, newest first; by an index of their own. */
export async function listOpenOrderIds(
  db: Queryable,
  holder: Holder,
  filter: Omit<OrderFilter, "states">,
  { beforeId, limit }: { beforeId: number | null; limit: number },
): Promise<{ ids: number[]; nextBeforeId: number | null }> {
  const found = await rows<{ id: number }>(
    db,
    sql`select id from activations
        where user_id = ${holder.userId} and closed_at is null and id < ${beforeId ?? Number.MAX_SAFE_INTEGER}
          ${andWithinGoods(holder, sql`service_id`, sql`country_id`)}
          ${filter.serviceId === null ? empty : sql`and service_id = ${filter.serviceId}`}
          ${filter.countryId === null ? empty : sql`and country_id = ${filter.countryId}`}
        order by id desc limit ${limit + 1}`,
  );
  const ids = found.slice(0, limit).map(({ id }) => id);
  return { ids, nextBeforeId: found.length > limit ? (ids.at(-1) as number) : null };
}

/** An SMS with its order. */
export type OrderMessageView = MessageView & { readonly activationId: number };

type MessageRow = {
  id: number;
  activationId: number;
  sender: string | null;
  sealedText: string | null;
  sealedCode: string | null;
  receivedAt: Date;
  late: boolean;
};

function messageOf({ sealedText, sealedCode, receivedAt, ...row }: MessageRow): OrderMessageView {
  return {
    ...row,
    text: sealedText === null ? null : unseal(sealedText),
    code: sealedCode === null ? null : unseal(sealedCode),
    receivedAt: receivedAt.toISOString(),
  };
}

const MESSAGE_COLUMNS = sql`m.id, m.activation_id as "activationId", m.sender, m.sealed_text as "sealedText",
  m.sealed_code as "sealedCode", m.received_at as "receivedAt", m.late`;

/** SMS of one order below `beforeId`, newest first. The caller has made sure that the order is the user's. */
export async function listMessagesOf(
  db: Queryable,
  orderId: number,
  { beforeId, limit }: { beforeId: number | null; limit: number },
): Promise<OrderMessageView[]> {
  const found = await rows<MessageRow>(
    db,
    sql`select ${MESSAGE_COLUMNS} from activations_messages m
        where m.activation_id = ${orderId} and m.id < ${beforeId ?? Number.MAX_SAFE_INTEGER}
        order by m.id desc limit ${limit}`,
  );
  return found.map(messageOf);
}

/** Orders among whose SMS one page looks. */
const WINDOW_ORDERS = 1_000;

/** Where a walk over a user's SMS stands: in a window of orders, below an SMS. */
export type MessagePlace = { readonly topOrderId: number; readonly beforeId: number };

/**
 * SMS of a user's orders, newest first within each thousand orders. SMS have no index by user, which would cost every
 * arriving one; so a walk goes from one thousand orders to the thousand before it. `next` is null at the end of all.
 */
export async function listUserMessages(
  db: Queryable,
  holder: Holder,
  place: MessagePlace | null,
  limit: number,
): Promise<{ messages: OrderMessageView[]; next: MessagePlace | null }> {
  const window = await maybeOne<{ topId: number | null; bottomId: number | null; orders: number }>(
    db,
    sql`select max(id) as "topId", min(id) as "bottomId", count(*)::int as orders from (
          select id from activations where user_id = ${holder.userId} and id <= ${place?.topOrderId ?? Number.MAX_SAFE_INTEGER}
          order by id desc limit ${WINDOW_ORDERS}) a`,
  );
  if (!window || window.topId === null || window.bottomId === null) return { messages: [], next: null };
  const { topId, bottomId } = window;
  const found = await rows<MessageRow>(
    db,
    // What came late is not counted in messages_count.
    sql`select ${MESSAGE_COLUMNS} from activations a join activations_messages m on m.activation_id = a.id
        where a.user_id = ${holder.userId} and a.id between ${bottomId} and ${topId}
          ${andWithinGoods(holder, sql`a.service_id`, sql`a.country_id`)}
          and (a.messages_count > 0 or a.close_reason = 'expired') and m.id < ${place?.beforeId ?? Number.MAX_SAFE_INTEGER}
        order by m.id desc limit ${limit + 1}`,
  );
  const messages = found.slice(0, limit).map(messageOf);
  if (found.length > limit) {
    return { messages, next: { topOrderId: topId, beforeId: (messages.at(-1) as OrderMessageView).id } };
  }
  const isLastWindow = window.orders < WINDOW_ORDERS;
  return {
    messages,
    next: isLastWindow ? null : { topOrderId: bottomId - 1, beforeId: Number.MAX_SAFE_INTEGER },
  };
}
