import sql from "sql-template-tag";
import type { ActivationView, MessageView } from "#features/activations/activations.contract.ts";
import {
  type ActivationState,
  moneyOf,
  recentlyClosedMinutes,
} from "#features/activations/activations.rules.ts";
import { IS_REFUNDED } from "#features/activations/order-facts.reads.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import type { Catalogue } from "#features/catalogue/catalogue.rules.ts";
import { orderedCountry, orderedService } from "#features/catalogue/ordered-goods.rules.ts";
import {
  andWithinGoods,
  coversGoods,
  type Goods,
  type Holder,
  limitedGoods,
} from "#features/identity/api-keys/key-goods.rules.ts";
import type { LentNumber, LentReader } from "#features/supply/inventory/inventory.reads.ts";
import type { Db, Queryable, Statement } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";
import { env } from "#lib/env.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";
import { unseal } from "#lib/sealed-text.ts";

/** What bots ask for all day: state and newest code, one prepared statement. */
export type ActivationStatus = {
  readonly id: number;
  readonly state: ActivationState;
  readonly wantsMore: boolean;
  /** Newest code, or null while none came. */
  readonly code: string | null;
  readonly text: string | null;
  readonly receivedAt: Date | null;
};

/** The state of a user's own order, or null: a stranger's order does not exist for them. */
export async function findActivationStatus(
  db: Queryable,
  userId: number,
  id: number,
): Promise<ActivationStatus | null> {
  const row = await maybeOne<{
    id: number;
    state: ActivationState;
    wants_more: boolean;
    sealed_code: string | null;
    sealed_text: string | null;
    received_at: Date | null;
  }>(db, {
    name: "activations-status",
    text: `select a.id, a.state, a.wants_more, m.sealed_code, m.sealed_text, m.received_at
      from activations a
      left join lateral (
        select sealed_code, sealed_text, received_at from activations_messages
        where activation_id = a.id and not late order by id desc limit 1) m on a.messages_count > 0
      where a.id = $1 and a.user_id = $2`,
    values: [id, userId],
  });
  if (!row) return null;
  return {
    id: row.id,
    state: row.state,
    wantsMore: row.wants_more,
    code: row.sealed_code === null ? null : unseal(row.sealed_code),
    text: row.sealed_text === null ? null : unseal(row.sealed_text),
    receivedAt: row.received_at,
  };
}

type ViewRow = {
  id: number;
  service_id: number;
  country_id: number;
  operator: string;
  number: string | null;
  state: ActivationState;
  price_kopecks: number;
  close_reason: string | null;
  requested_at: Date;
  expires_at: Date;
  closed_at: Date | null;
  seconds_left: number;
  seconds_since_issue: number;
  hold_minutes: number;
  wants_more: boolean;
  is_refunded: boolean;
};

const VIEW_COLUMNS = `a.id, a.service_id, a.country_id, a.operator, a.number::text, a.state, a.price_kopecks, a.close_reason,
  a.requested_at, a.expires_at, a.closed_at, a.hold_minutes, a.wants_more, ${IS_REFUNDED.text} as is_refunded,
  greatest(0, ceil(extract(epoch from a.expires_at - app_now())))::int as seconds_left,
  floor(extract(epoch from app_now() - coalesce(a.issued_at, a.requested_at)))::int as seconds_since_issue`;

/**
 * A user's orders by id, for the live stream and single answers; ids of strangers are left out. `from` is the transaction
 * that changed them, where there is one.
 */
export async function listActivationViews(
  db: Db,
  userId: number,
  ids: readonly number[],
  locale: Locale,
  from: Queryable = db,
): Promise<ActivationView[]> {
  const statement = {
    name: "activations-views",
    text: `select ${VIEW_COLUMNS} from activations a where a.user_id = $1 and a.id = any ($2::bigint[]) order by a.id desc`,
    values: [userId, ids],
  };
  return toViews(db, locale, statement, from);
}

/** Open orders and those closed a moment ago, newest first, at most 200. */
export async function listActiveViews(db: Db, holder: Holder, locale: Locale): Promise<ActivationView[]> {
  const views = await toViews(db, locale, {
    name: "activations-active",
    text: `select ${VIEW_COLUMNS} from (
        (select * from activations where user_id = $1 and closed_at is null order by id desc limit 200)
        union all
        (select * from (select * from activations where user_id = $1 order by id desc limit 100) recent
          where closed_at > app_now() - make_interval(mins => $2) and state <> 'failed')
      ) a order by a.id desc`,
    values: [holder.userId, recentlyClosedMinutes],
  });
  return withinGoods(holder, views);
}

/** Those orders that the holder's key is for. */
export function withinGoods(holder: Holder, views: ActivationView[]): ActivationView[] {
  const goods = limitedGoods(holder);
  return goods ? views.filter(({ service, country }) => coversGoods(goods, service.id, country.id)) : views;
}

/** Is this an order of the user's, and of those goods? */
export async function isOrderWithin(
  db: Queryable,
  userId: number,
  goods: Goods,
  id: number,
): Promise<boolean> {
  const sale = await maybeOne<{ serviceId: number; countryId: number }>(
    db,
    sql`select service_id as "serviceId", country_id as "countryId" from activations where id = ${id} and user_id = ${userId}`,
  );
  return sale !== null && coversGoods(goods, sale.serviceId, sale.countryId);
}

/** One of a user's own orders, or null. */
export async function findActivationView(
  db: Db,
  userId: number,
  id: number,
  locale: Locale,
  from: Queryable = db,
): Promise<ActivationView | null> {
  return (await listActivationViews(db, userId, [id], locale, from))[0] ?? null;
}

async function toViews(
  db: Db,
  locale: Locale,
  statement: Statement,
  from: Queryable = db,
): Promise<ActivationView[]> {
  const found = await rows<ViewRow>(from, statement);
  if (found.length === 0) return [];
  const [catalogue, messages] = await Promise.all([
    readCatalogue(db),
    listMessages(
      from,
      found.map((row) => row.id),
    ),
  ]);
  return found.map((row) => toView(row, catalogue, messages.get(row.id) ?? [], locale));
}

async function listMessages(db: Queryable, ids: readonly number[]): Promise<Map<number, MessageView[]>> {
  const found = await rows<{
    id: number;
    activation_id: number;
    sender: string | null;
    sealed_text: string | null;
    sealed_code: string | null;
    received_at: Date;
    late: boolean;
  }>(
    db,
    sql`select id, activation_id, sender, sealed_text, sealed_code, received_at, late from activations_messages
        where activation_id = any (${ids}::bigint[]) order by id desc`,
  );
  const views = found.map((row) => ({
    activationId: row.activation_id,
    view: {
      id: row.id,
      sender: row.sender,
      text: row.sealed_text === null ? null : unseal(row.sealed_text),
      code: row.sealed_code === null ? null : unseal(row.sealed_code),
      receivedAt: row.received_at.toISOString(),
      late: row.late,
    },
  }));
  const grouped = Map.groupBy(views, (message) => message.activationId);
  return new Map([...grouped].map(([id, list]) => [id, list.map((message) => message.view)]));
}

function toView(row: ViewRow, catalogue: Catalogue, messages: MessageView[], locale: Locale): ActivationView {
  return {
    id: row.id,
    state: row.state,
    ...goodsOf(catalogue, row.service_id, row.country_id, locale),
    operator: row.operator,
    number: row.number,
    priceKopecks: row.price_kopecks,
    money: row.is_refunded ? "given-back" : moneyOf[row.state],
    closeReason: row.close_reason,
    requestedAt: row.requested_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
    secondsLeft: row.closed_at ? 0 : row.seconds_left,
    cancellableInSeconds:
      row.state === "waiting" ? Math.max(0, env.CANCEL_LOCK_SECONDS - row.seconds_since_issue) : null,
    holdSeconds: row.hold_minutes * 60,
    wantsMore: row.wants_more,
    messages,
  };
}

/** Service and country of an order as its buyer sees them. */
export function goodsOf(
  catalogue: Catalogue,
  serviceId: number,
  countryId: number,
  locale: Locale,
): Pick<ActivationView, "service" | "country"> {
  const service = catalogue.serviceById.get(serviceId);
  const country = catalogue.countryById.get(countryId);
  return {
    service: { id: serviceId, ...orderedService(service, locale), slug: service?.slug ?? "" },
    country: { ...orderedCountry(countryId, country, locale), slug: country?.slug ?? "" },
  };
}

/** An order as the bots' lists need it (`getActiveActivations`). */
export type ActiveOrder = {
  readonly id: number;
  readonly serviceId: number;
  readonly countryId: number;
  readonly operator: string;
  readonly number: string;
  readonly state: ActivationState;
  readonly wantsMore: boolean;
  readonly priceKopecks: Kopecks;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  readonly codes: string[];
  readonly lastText: string | null;
};

/** Open orders that have a number, newest first. */
export async function listActiveOrders(
  db: Queryable,
  holder: Holder,
  page: { start: number; limit: number },
): Promise<ActiveOrder[]> {
  const found = await rows<{
    id: number;
    service_id: number;
    country_id: number;
    operator: string;
    number: string;
    state: ActivationState;
    wants_more: boolean;
    price_kopecks: number;
    issued_at: Date;
    expires_at: Date;
  }>(
    db,
    sql`select id, service_id, country_id, operator, number::text, state, wants_more, price_kopecks, issued_at, expires_at
        from activations where user_id = ${holder.userId} and closed_at is null and number is not null
          ${andWithinGoods(holder, sql`service_id`, sql`country_id`)}
        order by id desc limit ${page.limit} offset ${page.start}`,
  );
  const messages = await listMessages(
    db,
    found.map((row) => row.id),
  );
  return found.map((row) => {
    const own = (messages.get(row.id) ?? []).toReversed();
    return {
      id: row.id,
      serviceId: row.service_id,
      countryId: row.country_id,
      operator: row.operator,
      number: row.number,
      state: row.state,
      wantsMore: row.wants_more,
      priceKopecks: kopecks(row.price_kopecks),
      issuedAt: row.issued_at,
      expiresAt: row.expires_at,
      codes: own.map((message) => message.code).filter((code) => code !== null),
      lastText: own.at(-1)?.text ?? null,
    };
  });
}

/** What is lent of a partner's own stock now; the partner knows an order by our id. */
export const listLentUnits: LentReader = (db, supplierId, limit) =>
  rows<LentNumber>(
    db,
    sql`select id as reference, number, service_id as "serviceId", country_id as "countryId" from activations
        where supplier_id = ${supplierId} and closed_at is null and supplier_kind = 'own' order by id limit ${limit}`,
  );

/** The order that an idempotency key has made; null for a key that has made none. */
export function findKeyedOrder(
  db: Queryable,
  userId: number,
  idempotencyKey: string,
): Promise<{ readonly id: number; readonly countryId: number } | null> {
  return maybeOne<{ id: number; countryId: number }>(
    db,
    sql`select id, country_id as "countryId" from activations where user_id = ${userId} and idempotency_key = ${idempotencyKey}`,
  );
}
