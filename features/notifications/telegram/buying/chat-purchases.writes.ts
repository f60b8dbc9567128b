import sql from "sql-template-tag";
import { liveActivations } from "#features/activations/activation-port.writes.ts";
import { activationErrors } from "#features/activations/activations.errors.ts";
import { findKeyedOrder } from "#features/activations/activations.reads.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import type { ChatOffer } from "#features/notifications/telegram/buying/chat-offers.reads.ts";
import { buyingLimits } from "#features/notifications/telegram/buying.rules.ts";
import { findChatSettings } from "#features/notifications/telegram/settings/chat-settings.reads.ts";
import type { ChatCaller } from "#features/notifications/telegram/telegram.rules.ts";
import { liveRentals } from "#features/rentals/rental-port.writes.ts";
import { rentalErrors } from "#features/rentals/rentals.errors.ts";
import { findKeyedRental } from "#features/rentals/rentals.reads.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError, isAppError } from "#lib/errors/app-error.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

/** Remembers a price that is told, under Telegram's number of what asked for it. Told twice it stays as it was first. */
export async function keepQuote(
  db: Queryable,
  { actor, chat }: ChatCaller,
  id: number,
  { serviceId, countryId, priceKopecks, hours }: ChatOffer,
): Promise<void> {
  await execute(
    db,
    sql`insert into notifications_telegram_purchases (id, user_id, chat_id, service_id, country_id, price_kopecks, hours)
        values (${id}, ${actor.userId}, ${chat.chatId}, ${serviceId}, ${countryId}, ${priceKopecks}, ${hours})
        on conflict do nothing`,
  );
}

/** What a press on "buy" comes to. `ask`: the price is high, once more. `over`: the price is of no use any more. */
export type ChatPurchase =
  | { readonly kind: "bought"; readonly orderId: number; readonly hours: number | null }
  | { readonly kind: "ask"; readonly priceKopecks: Kopecks; readonly aboveKopecks: Kopecks }
  | { readonly kind: "over" }
  | { readonly kind: "capped"; readonly leftKopecks: Kopecks; readonly capKopecks: Kopecks }
  | { readonly kind: "refused"; readonly error: AppError };

type Quote = {
  readonly id: number;
  readonly serviceId: number;
  readonly countryId: number;
  readonly priceKopecks: Kopecks;
  readonly hours: number | null;
  readonly isOpen: boolean;
  readonly isAsked: boolean;
  readonly isBegun: boolean;
  /** It was begun so long ago that nobody waits for it any more. */
  readonly isStale: boolean;
  readonly isEnded: boolean;
  readonly orderId: number | null;
};

/**
 * Buys at a price that was told, once however often it is pressed or handled: what may be spent on a day is kept free before anything
 * is bought, and the order goes by a key of the price. Throws where it is not known yet what became of it; then it is asked again.
 */
export async function buyInChat(
  caller: ChatCaller,
  quoteId: number,
  isConfirmed: boolean,
): Promise<ChatPurchase> {
  const begun = await withTransaction(caller.db, (tx) => begin(tx, caller, quoteId, isConfirmed));
  if ("kind" in begun) return begun;
  if (begun.isStale) return lookUp(caller, begun);
  try {
    const orderId = await order(caller, begun);
    await endPurchase(caller.db, quoteId, orderId);
    return { kind: "bought", orderId, hours: begun.hours };
  } catch (error) {
    // Under way by an earlier handling: it is known soon.
    if (!isAppError(error) || error.code === activationErrors.PURCHASE_IN_FLIGHT.code) throw error;
    await endPurchase(caller.db, quoteId, null);
    return { kind: "refused", error };
  }
}

/** With a space, which no client's key has: a program of the account cannot take the key of a price that its chat was told. */
const keyOf = (quoteId: number) => `telegram ${quoteId}`;

/**
 * What became of a purchase whose handling died: what was bought is told. Otherwise nothing is, be it hours later: whoever wanted a number
 * then has gone on without it.
 */
async function lookUp({ db, actor }: ChatCaller, { id, hours }: Quote): Promise<ChatPurchase> {
  const orderId =
    hours === null
      ? ((await findKeyedOrder(db, actor.userId, keyOf(id)))?.id ?? null)
      : await findKeyedRental(db, actor.userId, keyOf(id));
  await endPurchase(db, id, orderId);
  return orderId === null ? { kind: "over" } : { kind: "bought", orderId, hours };
}

/** Buys or rents by a key of the price. Answers the id of the order, or of the rental. */
async function order(
  caller: ChatCaller,
  { id, serviceId, countryId, priceKopecks, hours }: Quote,
): Promise<number> {
  const terms = {
    countryId,
    operator: "any",
    maxPriceKopecks: priceKopecks,
    idempotencyKey: keyOf(id),
  };
  if (hours === null) return (await liveActivations.buy(caller, { ...terms, serviceId })).id;
  const service = (await readCatalogue(caller.db)).serviceById.get(serviceId);
  if (!service) throw new AppError(rentalErrors.SERVICE_NOT_FOUND);
  return (await liveRentals.rent(caller, { ...terms, serviceCode: service.code, hours })).id;
}

async function begin(
  tx: Tx,
  { actor, chat }: ChatCaller,
  quoteId: number,
  isConfirmed: boolean,
): Promise<Quote | ChatPurchase> {
  // What is left of a day is judged by one purchase after the other.
  const lock = `notifications:telegram:spending:${actor.userId}`;
  await execute(tx, sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`);
  const quote = await maybeOne<Quote>(
    tx,
    sql`select id, service_id as "serviceId", country_id as "countryId", price_kopecks as "priceKopecks", order_id as "orderId", hours,
          created_at > app_now() - make_interval(mins => ${buyingLimits.quoteMinutes}) as "isOpen",
          asked_at is not null as "isAsked", begun_at is not null as "isBegun",
          coalesce(begun_at <= app_now() - make_interval(mins => ${buyingLimits.quoteMinutes}), false) as "isStale", ended_at is not null as "isEnded"
        from notifications_telegram_purchases
        where id = ${quoteId} and user_id = ${actor.userId} and chat_id = ${chat.chatId} for update`,
  );
  if (quote?.orderId != null) return { kind: "bought", orderId: quote.orderId, hours: quote.hours };
  if (!quote || quote.isEnded) return { kind: "over" };
  if (quote.isBegun) return quote;
  if (!quote.isOpen) return { kind: "over" };
  const settings = await findChatSettings(tx, actor.userId);
  if (quote.priceKopecks > settings.confirmAboveKopecks && !(isConfirmed && quote.isAsked)) {
    await execute(
      tx,
      sql`update notifications_telegram_purchases set asked_at = app_now() where id = ${quoteId} and asked_at is null`,
    );
    const aboveKopecks = kopecks(settings.confirmAboveKopecks);
    return { kind: "ask", priceKopecks: quote.priceKopecks, aboveKopecks };
  }
  const capKopecks = kopecks(settings.dayCapKopecks);
  const leftKopecks = kopecks(Math.max(0, capKopecks - (await sumOfDay(tx, actor.userId))));
  if (quote.priceKopecks > leftKopecks) return { kind: "capped", leftKopecks, capKopecks };
  await execute(
    tx,
    sql`update notifications_telegram_purchases set begun_at = app_now() where id = ${quoteId}`,
  );
  return quote;
}

/** What chats of an account have begun to buy today (UTC), without what was refused; what was refunded later counts. */
async function sumOfDay(tx: Tx, userId: number): Promise<Kopecks> {
  const { spent } = await one<{ spent: number }>(
    tx,
    sql`select coalesce(sum(price_kopecks), 0)::bigint as spent from notifications_telegram_purchases
        where user_id = ${userId} and (ended_at is null or order_id is not null)
          and begun_at >= date_trunc('day', app_now() at time zone 'UTC') at time zone 'UTC'`,
  );
  return kopecks(spent);
}

async function endPurchase(db: Queryable, id: number, orderId: number | null): Promise<void> {
  await execute(
    db,
    sql`update notifications_telegram_purchases set ended_at = app_now(), order_id = ${orderId}
        where id = ${id} and ended_at is null`,
  );
}

/** Forgets what was told and bought in chats a week ago; orders stay where they are. Answers how many. */
export function forgetOldPurchases(db: Db, limit: number): Promise<number> {
  return execute(
    db,
    sql`delete from notifications_telegram_purchases where id in (
          select id from notifications_telegram_purchases
          where created_at < app_now() - make_interval(days => ${buyingLimits.keptDays}) order by created_at limit ${limit})`,
  );
}

/** What an account that is closed bought in chats. */
export async function forgetPurchasesOf(db: Queryable, userId: number): Promise<void> {
  await execute(db, sql`delete from notifications_telegram_purchases where user_id = ${userId}`);
}
