import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import type { Catalogue } from "#features/catalogue/catalogue.rules.ts";
import {
  type GoodsAsk,
  type GoodsChoices,
  orderListLimits,
} from "#features/catalogue/order-lists/order-lists.rules.ts";
import { checkDays } from "#features/ledger/statement/periods.rules.ts";
import type {
  PartnerOrder,
  PartnerOrderPage,
} from "#features/partners/activations-history/activations-history.contract.ts";
import { sumRefundedShares } from "#features/partners/earnings/refunded-shares.reads.ts";
import { fullRentCode } from "#features/rentals/rentals.rules.ts";
import { wholeNumberId } from "#features/statistics/statistics.rules.ts";
import { countryOf, serviceOf } from "#features/statistics/subjects.rules.ts";
import {
  cancelReasonOf,
  type SuppliedKind,
  type SuppliedStatus,
  statusOfState,
} from "#features/statistics/supplied/supplied.rules.ts";
import {
  listSuppliedOrders,
  listSuppliedSubjects,
  type SuppliedFilter,
  type SuppliedOrder,
} from "#features/statistics/supplied/supplied-orders.reads.ts";
import { allPages } from "#lib/api/page-query.ts";
import type { Db } from "#lib/db/pool.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** Which orders of a partner are asked for; what is left out is open. */
export type OrderAsk = GoodsAsk & {
  /** The partner, and its supplier. */
  readonly userId: number;
  readonly supplierId: number;
  readonly locale: Locale;
  readonly kind: SuppliedKind;
  readonly status?: SuppliedStatus | undefined;
};

/** A page of the orders on a partner's numbers, newest first. Throws PERIOD_REVERSED. */
export async function readPartnerOrders(
  db: Db,
  ask: OrderAsk,
  page: { beforeId: number | null; limit: number },
): Promise<PartnerOrderPage> {
  const catalogue = await readCatalogue(db);
  const filter = filterOf(ask, catalogue);
  const { orders, nextBeforeId } = await listSuppliedOrders(db, ask.supplierId, filter, page);
  const ids = orders.map(({ id }) => id);
  const refunded = ask.kind === "activation" ? await sumRefundedShares(db, ask.userId, ids) : noneRefunded;
  return {
    orders: orders.map((order) => {
      const earnedKopecks = order.shareKopecks - (refunded.get(order.id) ?? 0);
      return { ...toPartnerOrder(order, ask, catalogue), earnedKopecks };
    }),
    nextCursor: nextBeforeId === null ? null : String(nextBeforeId),
  };
}

/** Rentals are never refunded. */
const noneRefunded: ReadonlyMap<number, number> = new Map();

/** All of them, some hundred at a time, for a file. */
export async function* readAllPartnerOrders(db: Db, ask: OrderAsk): AsyncGenerator<readonly PartnerOrder[]> {
  const limit = orderListLimits.exportBatch;
  for await (const { orders } of allPages((beforeId) => readPartnerOrders(db, ask, { beforeId, limit })))
    yield orders;
}

function filterOf(ask: OrderAsk, catalogue: Catalogue): SuppliedFilter {
  checkDays(ask);
  return {
    kind: ask.kind,
    status: ask.status ?? null,
    serviceId: ask.service === undefined ? null : serviceIdOf(ask.service, catalogue),
    countryId: ask.country ?? null,
    digits: ask.number ?? null,
    from: ask.from ?? null,
    to: ask.to ?? null,
  };
}

/** No order has this one. */
const UNKNOWN = -1;

function serviceIdOf(code: string, catalogue: Catalogue): number {
  return code === fullRentCode ? wholeNumberId : (catalogue.serviceByCode.get(code)?.id ?? UNKNOWN);
}

type Described = Omit<PartnerOrder, "earnedKopecks">;

function toPartnerOrder(order: SuppliedOrder, { kind, locale }: OrderAsk, catalogue: Catalogue): Described {
  return {
    id: order.id,
    kind,
    number: order.number,
    at: order.requestedAt.toISOString(),
    service: serviceOf(order.serviceId, catalogue, locale),
    country: countryOf(order.countryId, catalogue, locale),
    operator: order.operator,
    status: statusOfState(kind, order.state),
    reason: cancelReasonOf(kind, order.state),
    sms: order.sms,
    waitSeconds: order.waitSeconds,
  };
}

/** What a partner can filter by: the services and countries that it sells or has sold, by name. */
export async function listOrderChoices(db: Db, supplierId: number, locale: Locale): Promise<GoodsChoices> {
  const [catalogue, { serviceIds, countryIds }] = await Promise.all([
    readCatalogue(db),
    listSuppliedSubjects(db, supplierId),
  ]);
  const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name, locale);
  return {
    services: serviceIds.map((id) => serviceOf(id, catalogue, locale)).toSorted(byName),
    countries: countryIds.map((id) => countryOf(id, catalogue, locale)).toSorted(byName),
  };
}
