import "server-only";
import type {
  OrderChoices,
  PartnerOrderPage,
} from "#features/partners/activations-history/activations-history.contract.ts";
import {
  listOrderChoices,
  readPartnerOrders,
} from "#features/partners/activations-history/activations-history.reads.ts";
import {
  type HistoryFilters,
  historyLimits,
  readHistoryFilters,
} from "#features/partners/activations-history/activations-history.rules.ts";
import type { Partner } from "#features/partners/cabinet/cabinet.loaders.ts";
import { pageDb } from "#lib/db/page-db.ts";
import type { Locale } from "#lib/i18n/locales.ts";

export type OrdersPage = {
  readonly filters: HistoryFilters;
  readonly choices: OrderChoices;
  readonly initial: PartnerOrderPage;
};

type Query = Readonly<Record<string, string | string[] | undefined>>;

/** What the page of a partner's activations begins with. */
export async function loadActivationsHistory(
  { userId, supplier }: Partner,
  locale: Locale,
  query: Query,
): Promise<OrdersPage> {
  const db = pageDb();
  const filters = readHistoryFilters(query);
  const { kind, status, service, country, number, from, to } = filters;
  const [choices, initial] = await Promise.all([
    listOrderChoices(db, supplier.id, locale),
    readPartnerOrders(
      db,
      {
        userId,
        supplierId: supplier.id,
        locale,
        kind,
        status: status || undefined,
        service: service || undefined,
        country: country === "" ? undefined : Number(country),
        number: number || undefined,
        from: from || undefined,
        to: to || undefined,
      },
      { beforeId: null, limit: historyLimits.pageDefault },
    ),
  ]);
  return { filters, choices, initial };
}
