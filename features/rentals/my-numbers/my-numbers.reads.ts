import { listActivationViews } from "#features/activations/activations.reads.ts";
import { listOrderedGoods, listOrderIds } from "#features/activations/pagination.reads.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { countryName, serviceName } from "#features/catalogue/catalogue.rules.ts";
import {
  type GoodsAsk,
  type GoodsChoices,
  orderListLimits,
} from "#features/catalogue/order-lists/order-lists.rules.ts";
import type { Holder } from "#features/identity/api-keys/key-goods.rules.ts";
import { checkDays } from "#features/ledger/statement/periods.rules.ts";
import { listNewestMessages } from "#features/rentals/messages.reads.ts";
import type {
  MyActivation,
  MyNumber,
  MyNumbersPage,
  MyRental,
} from "#features/rentals/my-numbers/my-numbers.contract.ts";
import {
  type NumberKind,
  type NumberStatus,
  numberStatuses,
  orderStates,
  rentalMessagesInList,
  rentalStatesOf,
} from "#features/rentals/my-numbers/my-numbers.rules.ts";
import {
  fromNewest,
  type NumbersPlace,
  newestOfBoth,
  nothingRead,
  placeOf,
  placeText,
  type ReadSoFar,
} from "#features/rentals/my-numbers/number-pages.rules.ts";
import { listRentalsBelow, listRentedGoods } from "#features/rentals/rentals.reads.ts";
import { messagesShown } from "#features/rentals/rentals.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** Which numbers are asked for; what is left out is open. */
export type NumbersAsk = GoodsAsk & {
  readonly locale: Locale;
  readonly kind?: NumberKind | undefined;
  readonly status?: NumberStatus | undefined;
};

type PageAsk = {
  /** Null: from the newest on. */
  readonly place: NumbersPlace | null;
  readonly limit: number;
  /** SMS of each rental at most. */
  readonly rentalMessages?: number;
};

/** What the staff refunded is paid no longer, and is found as refunded even while it is open. */
const refundedOrders = { open: undefined, completed: "left-out", "given-back": "added" } as const;

/** No service has this id. */
const UNKNOWN = -1;

/** A page of somebody's numbers, bought and rented, newest first. Throws PERIOD_REVERSED. */
export async function readMyNumbers(
  db: Db,
  holder: Holder,
  ask: NumbersAsk,
  { place, limit, rentalMessages = rentalMessagesInList }: PageAsk,
): Promise<MyNumbersPage> {
  checkDays({ from: ask.from, to: ask.to });
  const { serviceByCode } = await readCatalogue(db);
  const goods = {
    serviceId: ask.service === undefined ? null : (serviceByCode.get(ask.service)?.id ?? UNKNOWN),
    countryId: ask.country ?? null,
    ...{ digits: ask.number, from: ask.from, to: ask.to },
  };
  const { activation, rental } = place ?? fromNewest;
  const [activations, rentals] = await Promise.all([
    ask.kind === "rental" ? nothingRead : readActivations(db, holder, ask, goods, activation, limit),
    ask.kind === "activation" ? nothingRead : readRentals(db, holder, ask, goods, rental, limit),
  ]);
  const { taken, next } = newestOfBoth<MyActivation, Omit<MyRental, "messages">>(activations, rentals, limit);
  return {
    numbers: await withMessages(db, taken, rentalMessages),
    nextCursor: next && placeText(next),
  };
}

type Goods = {
  readonly serviceId: number | null;
  readonly countryId: number | null;
  readonly digits: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
};

async function readActivations(
  db: Db,
  holder: Holder,
  { status, locale }: NumbersAsk,
  goods: Goods,
  beforeId: number,
  limit: number,
): Promise<ReadSoFar<MyActivation>> {
  const states = (status ? [status] : numberStatuses).flatMap((one) => orderStates[one]);
  const filter = { states, refunded: status && refundedOrders[status], ...goods };
  const found = await listOrderIds(db, holder, filter, { beforeId, limit });
  const views = found.ids.length === 0 ? [] : await listActivationViews(db, holder.userId, found.ids, locale);
  return {
    items: views.map((view) => ({ kind: "activation", ...view })),
    nextBeforeId: found.nextBeforeId,
    lookedBackTo: found.lookedBackTo?.toISOString() ?? null,
  };
}

async function readRentals(
  db: Db,
  holder: Holder,
  { status, locale }: NumbersAsk,
  goods: Goods,
  beforeId: number,
  limit: number,
): Promise<ReadSoFar<Omit<MyRental, "messages">>> {
  const filter = { states: status ? rentalStatesOf[status] : null, ...goods };
  const views = await listRentalsBelow(db, holder, filter, { beforeId, limit: limit + 1 }, locale);
  const items = views.slice(0, limit).map((view) => ({ kind: "rental" as const, ...view }));
  const nextBeforeId = views.length > limit ? (items.at(-1)?.id ?? null) : null;
  return { items, nextBeforeId, lookedBackTo: null };
}

/** The numbers of a page with the newest SMS of those that are rented. */
async function withMessages(
  db: Db,
  numbers: readonly (MyActivation | Omit<MyRental, "messages">)[],
  limit: number,
): Promise<MyNumber[]> {
  const rentalIds = numbers.filter(({ kind }) => kind === "rental").map(({ id }) => id);
  const messages =
    rentalIds.length === 0 || limit === 0 ? null : await listNewestMessages(db, rentalIds, limit);
  return numbers.map((number) =>
    number.kind === "rental" ? { ...number, messages: messages?.get(number.id) ?? [] } : number,
  );
}

/** All of them with everything that is kept of their SMS, some hundred at a time, for a file. */
export async function* readAllMyNumbers(
  db: Db,
  holder: Holder,
  ask: NumbersAsk,
): AsyncGenerator<readonly MyNumber[]> {
  let place: NumbersPlace | null = null;
  do {
    const page: MyNumbersPage = await readMyNumbers(db, holder, ask, {
      ...{ place, limit: orderListLimits.exportBatch, rentalMessages: messagesShown },
    });
    yield page.numbers;
    place = page.nextCursor === null ? null : placeOf(page.nextCursor);
  } while (place !== null);
}

/** Services and countries of somebody's latest numbers, by name. */
export async function listNumberChoices(db: Db, holder: Holder, locale: Locale): Promise<GoodsChoices> {
  const [{ serviceById, countryById }, ordered, rented] = await Promise.all([
    readCatalogue(db),
    listOrderedGoods(db, holder),
    listRentedGoods(db, holder),
  ]);
  const services = [...new Set([...ordered.serviceIds, ...rented.serviceIds])].flatMap((id) => {
    const service = serviceById.get(id);
    return service ? [{ code: service.code, name: serviceName(service, locale) }] : [];
  });
  const countries = [...new Set([...ordered.countryIds, ...rented.countryIds])].flatMap((id) => {
    const country = countryById.get(id);
    return country ? [{ id, name: countryName(country, locale) }] : [];
  });
  const byName = (left: { name: string }, right: { name: string }) =>
    left.name.localeCompare(right.name, locale);
  return { services: services.toSorted(byName), countries: countries.toSorted(byName) };
}
