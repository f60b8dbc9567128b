import sql, { empty, type Sql } from "sql-template-tag";
import { dayBegin } from "#features/activations/pagination.reads.ts";
import { readCatalogue, serviceIdOf } from "#features/catalogue/catalogue.reads.ts";
import type { Catalogue } from "#features/catalogue/catalogue.rules.ts";
import { orderedCountry, orderedService } from "#features/catalogue/ordered-goods.rules.ts";
import {
  andWithinGoods,
  coversGoods,
  type Goods,
  type Holder,
} from "#features/identity/api-keys/key-goods.rules.ts";
import { type Below, listCalls, listMessages } from "#features/rentals/messages.reads.ts";
import type { RentalDetails, RentalExtension, RentalView } from "#features/rentals/rentals.contract.ts";
import {
  fullRentCode,
  messagesShown,
  type RentalCounts,
  type RentalState,
  type RentalTab,
  rentHours,
  statesBefore,
  tabOf,
} from "#features/rentals/rentals.rules.ts";
import type { RentedNumber, RentedReader } from "#features/supply/rent/rent.reads.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { maybeOne, one, rows } from "#lib/db/query.ts";
import type { Locale } from "#lib/i18n/locales.ts";

type ViewRow = {
  id: number;
  service_id: number | null;
  country_id: number;
  operator: string;
  number: string | null;
  state: RentalState;
  hours: number;
  price_kopecks: number;
  close_reason: string | null;
  requested_at: Date;
  expires_at: Date;
  closed_at: Date | null;
  captured_at: Date | null;
  forgotten_at: Date | null;
  messages_count: number;
  calls_count: number;
  seconds_left: number;
  cancel_seconds: number;
  extendable_hours: number;
};

/** The service that a rental counts as: of a whole number the catalogue's word for it. */
const SERVICE = sql`coalesce(r.service_id, ${serviceIdOf(fullRentCode)})`;

const COLUMNS = sql`r.id, r.service_id, r.country_id, r.operator, r.number::text, r.state, r.hours, r.price_kopecks, r.close_reason,
  r.requested_at, r.expires_at, r.closed_at, r.captured_at, r.forgotten_at, r.messages_count, r.calls_count,
  greatest(0, ceil(extract(epoch from r.expires_at - app_now())))::int as seconds_left,
  greatest(0, ceil(extract(epoch from r.cancel_until - app_now())))::int as cancel_seconds,
  greatest(0, floor(extract(epoch from app_now() + make_interval(hours => ${rentHours.max}) - r.expires_at) / 3600))::int
    as extendable_hours`;

const tabConditions: Readonly<Record<RentalTab, Sql>> = {
  active: sql`r.closed_at is null and r.received_at is null`,
  received: sql`r.received_at is not null`,
  canceled: sql`r.closed_at is not null and r.received_at is null`,
};

/** How many rentals a user has in each tab. */
export function countRentals(db: Queryable, holder: Holder): Promise<RentalCounts> {
  return one<RentalCounts>(
    db,
    sql`select count(*) filter (where ${tabConditions.active})::int as active,
          count(*) filter (where ${tabConditions.received})::int as received,
          count(*) filter (where ${tabConditions.canceled})::int as canceled
        from rentals r where r.user_id = ${holder.userId} ${andWithinGoods(holder, SERVICE, sql`r.country_id`)}`,
  );
}

/** A page of a user's rentals of one tab, newest first. */
export async function listRentalViews(
  db: Db,
  holder: Holder,
  page: { readonly tab: RentalTab; readonly start: number; readonly limit: number },
  locale: Locale,
): Promise<RentalView[]> {
  const found = await rows<ViewRow>(
    db,
    sql`select ${COLUMNS} from rentals r where r.user_id = ${holder.userId} and ${tabConditions[page.tab]}
          ${andWithinGoods(holder, SERVICE, sql`r.country_id`)}
        order by r.id desc limit ${page.limit} offset ${page.start}`,
  );
  return toViews(db, found, locale);
}

export type RentalFilter = {
  /** Null: all. */
  readonly states: readonly RentalState[] | null;
  /** The whole number is the catalogue's service `full`. */
  readonly serviceId?: number | null;
  readonly countryId?: number | null;
  /** Somewhere in the number, or the rental's own number. */
  readonly digits?: string | undefined;
  /** Days (UTC) on which it was rented, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

function andMatches({ states, serviceId, countryId, digits, from, to }: RentalFilter): Sql {
  return sql`${states ? sql`and r.state = any (${states}::text[])` : empty}
    ${serviceId == null ? empty : sql`and ${SERVICE} = ${serviceId}`}
    ${countryId == null ? empty : sql`and r.country_id = ${countryId}`}
    ${digits === undefined ? empty : sql`and (r.number::text like ${`%${digits}%`} or r.id::text = ${digits})`}
    ${from === undefined ? empty : sql`and r.requested_at >= ${dayBegin(from)}`}
    ${to === undefined ? empty : sql`and r.requested_at < ${dayBegin(to, 1)}`}`;
}

/** A user's rentals below an id (null = from the newest), newest first. */
export async function listRentalsBelow(
  db: Db,
  holder: Holder,
  filter: RentalFilter,
  { beforeId, limit }: Below,
  locale: Locale,
): Promise<RentalView[]> {
  const found = await rows<ViewRow>(
    db,
    sql`select ${COLUMNS} from rentals r
        where r.user_id = ${holder.userId} ${andWithinGoods(holder, SERVICE, sql`r.country_id`)} and (${beforeId}::bigint is null or r.id < ${beforeId})
          ${andMatches(filter)} order by r.id desc limit ${limit}`,
  );
  return toViews(db, found, locale);
}

/** Services and countries that a user has rented, to filter by. */
export function listRentedGoods(
  db: Queryable,
  holder: Holder,
): Promise<{ serviceIds: number[]; countryIds: number[] }> {
  return one(
    db,
    sql`select coalesce(array_agg(distinct ${SERVICE}), '{}') as "serviceIds", coalesce(array_agg(distinct r.country_id), '{}') as "countryIds"
        from rentals r where r.user_id = ${holder.userId} ${andWithinGoods(holder, SERVICE, sql`r.country_id`)}`,
  );
}

/** One of a user's own rentals, or null. `from` is the transaction that changed it, where there is one. */
export async function findRentalView(
  db: Db,
  userId: number,
  id: number,
  locale: Locale,
  from: Queryable = db,
): Promise<RentalView | null> {
  const found = await rows<ViewRow>(
    from,
    sql`select ${COLUMNS} from rentals r where r.user_id = ${userId} and r.id = ${id}`,
  );
  return (await toViews(db, found, locale, from))[0] ?? null;
}

/** A user's rentals by id with what came in; ids of strangers are left out. */
export async function listRentalDetails(
  db: Db,
  userId: number,
  ids: readonly number[],
  locale: Locale,
): Promise<RentalDetails[]> {
  const found = await rows<ViewRow>(
    db,
    sql`select ${COLUMNS} from rentals r where r.user_id = ${userId} and r.id = any (${[...ids]}::bigint[]) order by r.id desc`,
  );
  const views = await toViews(db, found, locale);
  return Promise.all(
    views.map(async (view) => {
      const [messages, calls] = await Promise.all([
        listMessages(db, view.id, { start: 0, limit: messagesShown }),
        listCalls(db, view.id, messagesShown),
      ]);
      return { ...view, messages, calls };
    }),
  );
}

/** One of a user's own rentals with what came in, or null. */
export async function findRentalDetails(
  db: Db,
  userId: number,
  id: number,
  locale: Locale,
): Promise<RentalDetails | null> {
  return (await listRentalDetails(db, userId, [id], locale))[0] ?? null;
}

async function toViews(
  db: Db,
  found: readonly ViewRow[],
  locale: Locale,
  from: Queryable = db,
): Promise<RentalView[]> {
  if (found.length === 0) return [];
  const [catalogue, extensions] = await Promise.all([
    readCatalogue(db),
    listExtensions(
      from,
      found.map(({ id }) => id),
    ),
  ]);
  return found.map((row) => toView(row, catalogue, extensions.get(row.id) ?? [], locale));
}

/** Extensions by rental, newest first. */
export async function listExtensions(
  db: Queryable,
  rentalIds: readonly number[],
): Promise<Map<number, RentalExtension[]>> {
  const found = await rows<{ rental_id: number; created_at: Date; price_kopecks: number; hours: number }>(
    db,
    sql`select rental_id, created_at, price_kopecks, hours from rentals_extensions
        where rental_id = any (${[...rentalIds]}::bigint[]) order by id desc`,
  );
  const grouped = Map.groupBy(found, (row) => row.rental_id);
  return new Map(
    [...grouped].map(([id, list]) => [
      id,
      list.map((row) => ({
        at: row.created_at.toISOString(),
        priceKopecks: row.price_kopecks,
        hours: row.hours,
      })),
    ]),
  );
}

function toView(
  row: ViewRow,
  catalogue: Catalogue,
  extensions: RentalExtension[],
  locale: Locale,
): RentalView {
  const isOpen = row.closed_at === null;
  const canCancel = statesBefore("cancel").includes(row.state) && row.captured_at === null;
  return {
    id: row.id,
    state: row.state,
    tab: tabOf({ state: row.state, hasArrivals: row.messages_count + row.calls_count > 0 }),
    ...namesOf(row, catalogue, locale),
    isFull: row.service_id === null,
    operator: row.operator,
    number: row.number,
    hours: row.hours,
    priceKopecks: row.price_kopecks,
    money: row.state === "canceled" ? "given-back" : row.captured_at === null ? "held" : "captured",
    closeReason: row.close_reason,
    requestedAt: row.requested_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
    secondsLeft: isOpen ? row.seconds_left : 0,
    cancellableForSeconds: canCancel && row.cancel_seconds > 0 ? row.cancel_seconds : null,
    extendableHours: isOpen && row.seconds_left > 0 ? row.extendable_hours : 0,
    messagesCount: row.messages_count,
    callsCount: row.calls_count,
    isForgotten: row.forgotten_at !== null,
    extensions,
  };
}

function namesOf(
  row: Pick<ViewRow, "service_id" | "country_id">,
  catalogue: Catalogue,
  locale: Locale,
): Pick<RentalView, "service" | "country"> {
  const service =
    row.service_id === null
      ? catalogue.serviceByCode.get(fullRentCode)
      : catalogue.serviceById.get(row.service_id);
  const country = catalogue.countryById.get(row.country_id);
  return {
    service: {
      id: service?.id ?? row.service_id ?? 0,
      ...orderedService(service, locale),
      slug: service?.slug ?? "",
    },
    country: { ...orderedCountry(row.country_id, country, locale), slug: country?.slug ?? "" },
  };
}

/** What is rented of a partner's own numbers now; the partner knows a rental by our id. */
export const listRentedNumbers: RentedReader = (db, supplierId, limit) =>
  rows<RentedNumber>(
    db,
    sql`select id as reference, number, service_id as "serviceId", country_id as "countryId", expires_at as until from rentals
        where supplier_id = ${supplierId} and closed_at is null and number is not null order by id limit ${limit}`,
  );

/** The rental that an idempotency key has made; null for a key that has made none. */
export async function findKeyedRental(
  db: Queryable,
  userId: number,
  idempotencyKey: string,
): Promise<number | null> {
  const rental = await maybeOne<{ id: number }>(
    db,
    sql`select id from rentals where user_id = ${userId} and idempotency_key = ${idempotencyKey}`,
  );
  return rental?.id ?? null;
}

/** What bots ask a rental about all day. */
export type RentalFacts = {
  readonly state: RentalState;
  readonly serviceId: number | null;
  readonly number: string | null;
  readonly messagesCount: number;
};

/** A user's own rental in a few words, or null: a stranger's does not exist for them. */
export function findRentalState(db: Queryable, userId: number, id: number): Promise<RentalFacts | null> {
  return maybeOne<RentalFacts>(db, {
    name: "rentals-state",
    text: `select state, service_id as "serviceId", number::text, messages_count as "messagesCount"
      from rentals where id = $1 and user_id = $2`,
    values: [id, userId],
  });
}

/** A user's running rentals, newest first. */
export function listOpenRentals(
  db: Queryable,
  holder: Holder,
  page: { readonly start: number; readonly limit: number },
): Promise<{ id: number; number: string }[]> {
  return rows<{ id: number; number: string }>(
    db,
    sql`select r.id, r.number::text from rentals r
        where r.user_id = ${holder.userId} and r.closed_at is null and r.number is not null ${andWithinGoods(holder, SERVICE, sql`r.country_id`)}
        order by r.id desc limit ${page.limit} offset ${page.start}`,
  );
}

/** Is this a rental of the user's, and of those goods? */
export async function isRentalWithin(
  db: Queryable,
  userId: number,
  goods: Goods,
  id: number,
): Promise<boolean> {
  const sale = await maybeOne<{ serviceId: number | null; countryId: number }>(
    db,
    sql`select ${SERVICE} as "serviceId", r.country_id as "countryId" from rentals r where r.id = ${id} and r.user_id = ${userId}`,
  );
  return sale !== null && coversGoods(goods, sale.serviceId, sale.countryId);
}

/** A rental that was had before under a key; `mismatch`: for other words. */
export type KnownRental = {
  readonly outcome: "replayed" | "mismatch";
  readonly rental_id: number;
  readonly number: string;
  readonly expires_at: Date;
};

/** The rental that an idempotency key has made before; null for a key that stands for none. */
export function findKnownRental(
  db: Queryable,
  of: { readonly userId: number; readonly idempotencyKey: string; readonly inputHash: string },
): Promise<KnownRental | null> {
  return maybeOne<KnownRental>(
    db,
    sql`select case when input_hash = ${of.inputHash} then 'replayed' else 'mismatch' end as outcome, id as rental_id,
          number::text, expires_at
        from rentals where user_id = ${of.userId} and idempotency_key = ${of.idempotencyKey}`,
  );
}
