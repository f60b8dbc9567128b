import sql from "sql-template-tag";
import type { ActivationView } from "#features/activations/activations.contract.ts";
import { type ActivationStatus, type ActiveOrder, goodsOf } from "#features/activations/activations.reads.ts";
import { moneyOf, recentlyClosedMinutes } from "#features/activations/activations.rules.ts";
import type { OrderMessage, PastOrder } from "#features/activations/history.reads.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import type { Catalogue } from "#features/catalogue/catalogue.rules.ts";
import {
  isSameDay,
  momentOf,
  nextChangeMs,
  type Sandbox,
  type SandboxMessage,
  type SandboxOrder,
  sandboxLimits,
} from "#features/sandbox/sandbox.rules.ts";
import {
  accountCostOf,
  type SandboxAccountClaim,
  type SandboxAccountOrder,
} from "#features/sandbox/sandbox-accounts.rules.ts";
import {
  rentalCostOf,
  rentalMomentOf,
  type SandboxExtension,
  type SandboxRental,
} from "#features/sandbox/sandbox-rent.rules.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { kopecks } from "#lib/money/kopecks.ts";

type StoredSandbox = Pick<Sandbox, "now" | "aheadSeconds" | "ordersMade" | "spentKopecks"> & {
  rentalsMade: number;
  accountOrdersMade: number;
  accountClaimsMade: number;
} & { [Name in keyof SandboxOrder]: SandboxOrder[Name] | null };

/** A sandbox with its rentals and its orders of ready accounts, newest first. */
export type SandboxWithOrders = Sandbox & {
  readonly rentals: readonly SandboxRental[];
  readonly rentalsMade: number;
  readonly accountOrders: readonly SandboxAccountOrder[];
  readonly accountOrdersMade: number;
  readonly accountClaimsMade: number;
};

/** A key's sandbox; a fresh one when the key has never been used in it. */
export async function readSandbox(db: Queryable, keyId: number): Promise<SandboxWithOrders> {
  const found = await rows<StoredSandbox>(
    db,
    sql`select app_now() + make_interval(secs => coalesce(a.ahead_seconds, 0)) as now,
          coalesce(a.ahead_seconds, 0) as "aheadSeconds", coalesce(a.orders_made, 0) as "ordersMade",
          coalesce(a.spent_kopecks, 0) as "spentKopecks", coalesce(a.rentals_made, 0) as "rentalsMade",
          coalesce(a.account_orders_made, 0) as "accountOrdersMade", coalesce(a.account_claims_made, 0) as "accountClaimsMade", o.id, o.service_id as "serviceId", o.service_code as "serviceCode",
          o.country_id as "countryId", o.operator, o.number, o.price_kopecks as "priceKopecks",
          o.idempotency_key as "idempotencyKey", o.input_hash as "inputHash", o.issued_at as "issuedAt",
          o.more_asked_at as "moreAskedAt", o.closed_at as "closedAt", o.closed_as as "closedAs"
        from (select ${keyId}::bigint as key_id) k
        left join sandbox_accounts a on a.key_id = k.key_id
        left join sandbox_orders o on o.key_id = a.key_id order by o.id desc`,
  );
  const [stored] = found as [StoredSandbox];
  const { now, aheadSeconds, ordersMade, rentalsMade, spentKopecks } = stored;
  const { accountOrdersMade, accountClaimsMade } = stored;
  const orders = found.filter(({ id }) => id !== null) as SandboxOrder[];
  const accountOrders = accountOrdersMade === 0 ? [] : await readAccountOrders(db, keyId);
  const accountCosts = (of: readonly SandboxAccountOrder[]) =>
    of.reduce((sum, order) => sum + accountCostOf(order, now), 0);
  const rentals = rentalsMade === 0 ? [] : await readRentals(db, keyId);
  const costs = rentals.map((rental) => ({ rental, cost: rentalCostOf(rental, now) }));
  const sumOf = (list: typeof costs) => list.reduce((sum, { cost }) => sum + cost, 0);
  const isOfToday = ({ rental }: (typeof costs)[number]) => isSameDay(rental.rentedAt, now);
  const isHeld = ({ rental }: (typeof costs)[number]) => rentalMomentOf(rental, now).money === "held";
  const rentKopecks = sumOf(costs);
  const rentHeldKopecks = sumOf(costs.filter(isHeld));
  const rentTodayKopecks = sumOf(costs.filter(isOfToday));
  return {
    ...{ now, aheadSeconds, ordersMade, rentalsMade, spentKopecks },
    ...{ orders, rentals, rentKopecks, rentHeldKopecks, rentTodayKopecks },
    ...{ accountOrders, accountOrdersMade, accountClaimsMade },
    accountKopecks: accountCosts(accountOrders),
    accountTodayKopecks: accountCosts(accountOrders.filter(({ boughtAt }) => isSameDay(boughtAt, now))),
  };
}

type StoredRental = Omit<SandboxRental, "extensions"> & {
  extensions: (Omit<SandboxExtension, "extendedAt"> & { extendedAt: string })[] | null;
};

async function readRentals(db: Queryable, keyId: number): Promise<SandboxRental[]> {
  const found = await rows<StoredRental>(
    db,
    sql`select r.id, r.service_id as "serviceId", r.service_code as "serviceCode", r.country_id as "countryId", r.operator, r.number,
          r.hours, r.price_kopecks as "priceKopecks", r.idempotency_key as "idempotencyKey", r.input_hash as "inputHash",
          r.rented_at as "rentedAt", r.closed_at as "closedAt", r.closed_as as "closedAs",
          (select json_agg(json_build_object('idempotencyKey', e.idempotency_key, 'inputHash', e.input_hash, 'hours', e.hours,
              'priceKopecks', e.price_kopecks, 'extendedAt', e.extended_at) order by e.extended_at desc)
            from sandbox_extensions e where e.key_id = r.key_id and e.rental_id = r.id) as extensions
        from sandbox_rentals r where r.key_id = ${keyId} order by r.id desc`,
  );
  return found.map((rental) => ({
    ...rental,
    extensions: (rental.extensions ?? []).map((one) => ({ ...one, extendedAt: new Date(one.extendedAt) })),
  }));
}

type StoredAccountOrder = Omit<SandboxAccountOrder, "claims"> & {
  claims: (Omit<SandboxAccountClaim, "claimedAt"> & { claimedAt: string })[] | null;
};

async function readAccountOrders(db: Queryable, keyId: number): Promise<SandboxAccountOrder[]> {
  const found = await rows<StoredAccountOrder>(
    db,
    sql`select o.id, o.offer_id as "offerId", o.count, o.price_kopecks as "priceKopecks", o.idempotency_key as "idempotencyKey",
          o.input_hash as "inputHash", o.bought_at as "boughtAt",
          (select json_agg(json_build_object('id', c.id, 'place', c.place, 'text', c.text, 'idempotencyKey', c.idempotency_key,
              'inputHash', c.input_hash, 'claimedAt', c.claimed_at) order by c.id)
            from sandbox_account_claims c where c.key_id = o.key_id and c.order_id = o.id) as claims
        from sandbox_account_orders o where o.key_id = ${keyId} order by o.id desc`,
  );
  return found.map((order) => ({
    ...order,
    claims: (order.claims ?? []).map((claim) => ({ ...claim, claimedAt: new Date(claim.claimedAt) })),
  }));
}

/** One order of a key's sandbox as `getStatus` needs it, or null. */
export async function findSandboxStatus(
  db: Queryable,
  keyId: number,
  id: number,
): Promise<ActivationStatus | null> {
  const { orders, now } = await readSandbox(db, keyId);
  const order = orders.find((one) => one.id === id);
  if (!order) return null;
  const { state, wantsMore, messages } = momentOf(order, now);
  const newest = messages.findLast(({ late }) => !late);
  return {
    id,
    state,
    wantsMore,
    code: newest?.code ?? null,
    text: newest?.text ?? null,
    receivedAt: newest?.receivedAt ?? null,
  };
}

/** Its open orders, newest first. */
export async function listActiveSandboxOrders(
  db: Queryable,
  keyId: number,
  { start, limit }: { start: number; limit: number },
): Promise<ActiveOrder[]> {
  const { orders, now } = await readSandbox(db, keyId);
  return orders
    .map((order) => ({ ...order, ...momentOf(order, now) }))
    .filter(({ closedAt }) => closedAt === null)
    .slice(start, start + limit)
    .map(({ messages, priceKopecks, ...order }) => ({
      ...order,
      priceKopecks: kopecks(priceKopecks),
      codes: messages.map(({ code }) => code),
      lastText: messages.at(-1)?.text ?? null,
    }));
}

/** Orders of a time, newest first, as lists of the past need them. */
export function listPastSandboxOrders(
  orders: readonly SandboxOrder[],
  now: Date,
  { from, to, offset, limit }: { from: Date; to: Date; offset: number; limit: number },
): PastOrder[] {
  return orders
    .filter(({ issuedAt }) => issuedAt >= from && issuedAt <= to)
    .slice(offset, offset + limit)
    .map((order) => {
      const { state, wantsMore, messages } = momentOf(order, now);
      const texts = messages.filter(({ late }) => !late).map(({ text }) => text);
      return { ...order, priceKopecks: kopecks(order.priceKopecks), state, wantsMore, texts };
    });
}

/** A page of an order's SMS, newest first. */
export function pageOfSandboxSms(
  order: SandboxOrder,
  now: Date,
  { offset, limit }: { offset: number; limit: number },
): { total: number; messages: OrderMessage[] } {
  const messages = momentOf(order, now).messages.map((message, place) => ({
    id: place + 1,
    sender: "Sandbox",
    text: message.text,
    code: message.code,
    receivedAt: message.receivedAt,
  }));
  return { total: messages.length, messages: messages.toReversed().slice(offset, offset + limit) };
}

/** Its open orders and those closed a moment ago as the JSON API shows them, newest first. */
export async function listSandboxViews(db: Db, keyId: number, locale: Locale): Promise<ActivationView[]> {
  const [{ orders, now }, catalogue] = await Promise.all([readSandbox(db, keyId), readCatalogue(db)]);
  const since = now.getTime() - recentlyClosedMinutes * 60_000;
  return orders
    .map((order) => viewOf(order, now, catalogue, locale))
    .filter(({ closedAt }) => closedAt === null || Date.parse(closedAt) > since);
}

/** All of its orders as the JSON API shows them, newest first. */
export async function listAllSandboxViews(db: Db, keyId: number, locale: Locale): Promise<ActivationView[]> {
  const [{ orders, now }, catalogue] = await Promise.all([readSandbox(db, keyId), readCatalogue(db)]);
  return orders.map((order) => viewOf(order, now, catalogue, locale));
}

/** Some of its orders as the JSON API shows them, newest first, and the milliseconds until their scripts change one. */
export async function watchSandboxViews(
  db: Db,
  keyId: number,
  ids: readonly number[],
  locale: Locale,
): Promise<{ views: ActivationView[]; changesInMs: number }> {
  const [sandbox, catalogue] = await Promise.all([readSandbox(db, keyId), readCatalogue(db)]);
  const orders = sandbox.orders.filter(({ id }) => ids.includes(id));
  return {
    views: orders.map((order) => viewOf(order, sandbox.now, catalogue, locale)),
    changesInMs: Math.min(
      ...orders.map((order) => nextChangeMs(order, sandbox.now)),
      Number.POSITIVE_INFINITY,
    ),
  };
}

/** One of its orders as the JSON API shows it, or null. `from` is the transaction that changed it, where there is one. */
export async function findSandboxView(
  db: Db,
  keyId: number,
  id: number,
  locale: Locale,
  from: Queryable = db,
): Promise<ActivationView | null> {
  const [{ orders, now }, catalogue] = await Promise.all([readSandbox(from, keyId), readCatalogue(db)]);
  const order = orders.find((one) => one.id === id);
  return order ? viewOf(order, now, catalogue, locale) : null;
}

/** An order of a sandbox as the JSON API shows it. */
export function viewOf(order: SandboxOrder, now: Date, catalogue: Catalogue, locale: Locale): ActivationView {
  const { state, closedAt, expiresAt, wantsMore, messages, lockedSeconds } = momentOf(order, now);
  const secondsLeft = Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / 1_000));
  return {
    id: order.id,
    state,
    ...goodsOf(catalogue, order.serviceId, order.countryId, locale),
    operator: order.operator,
    number: order.number,
    priceKopecks: order.priceKopecks,
    money: moneyOf[state],
    closeReason: closedAt ? closeReasons[state as keyof typeof closeReasons] : null,
    requestedAt: order.issuedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    secondsLeft: closedAt ? 0 : secondsLeft,
    cancellableInSeconds: state === "waiting" ? lockedSeconds : null,
    holdSeconds: sandboxLimits.holdSeconds,
    wantsMore,
    messages: messages.map(messageView).toReversed(),
  };
}

/** As real orders name them. */
const closeReasons = {
  completed: "finished",
  cancelled: "cancelled",
  banned: "number_banned",
  expired: "expired",
} as const;

function messageView({ code, text, receivedAt, late }: SandboxMessage, place: number) {
  return { id: place + 1, sender: "Sandbox", text, code, receivedAt: receivedAt.toISOString(), late };
}
