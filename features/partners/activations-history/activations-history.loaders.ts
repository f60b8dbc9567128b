import "server-only";
import {
  askFor,
  type GoodsChoices,
  orderListLimits,
} from "#features/catalogue/order-lists/order-lists.rules.ts";
import type { PartnerOrderPage } from "#features/partners/activations-history/activations-history.contract.ts";
import {
  listOrderChoices,
  readPartnerOrders,
} from "#features/partners/activations-history/activations-history.reads.ts";
import {
  type HistoryFilters,
  readHistoryFilters,
} from "#features/partners/activations-history/activations-history.rules.ts";
import type { Partner } from "#features/partners/cabinet/cabinet.loaders.ts";
import { pageDb } from "#lib/db/page-db.ts";
import type { AddressQuery } from "#lib/http/address-filters.ts";
import type { Locale } from "#lib/i18n/locales.ts";

export type OrdersPage = {
  readonly filters: HistoryFilters;
  readonly choices: GoodsChoices;
  readonly initial: PartnerOrderPage;
};

/** What the page of a partner's activations begins with. */
export async function loadActivationsHistory(
  { userId, supplier }: Partner,
  locale: Locale,
  query: AddressQuery,
): Promise<OrdersPage> {
  const db = pageDb();
  const filters = readHistoryFilters(query);
  const ask = {
    userId,
    supplierId: supplier.id,
    locale,
    kind: filters.kind,
    status: filters.status || undefined,
    ...askFor(filters),
  };
  const [choices, initial] = await Promise.all([
    listOrderChoices(db, supplier.id, locale),
    readPartnerOrders(db, ask, { beforeId: null, limit: orderListLimits.pageDefault }),
  ]);
  return { filters, choices, initial };
}
