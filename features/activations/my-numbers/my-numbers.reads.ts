import type { ActivationView } from "#features/activations/activations.contract.ts";
import { listActivationViews } from "#features/activations/activations.reads.ts";
import type { MyNumbersPage } from "#features/activations/my-numbers/my-numbers.contract.ts";
import {
  type NumberStatus,
  numberStatuses,
  statesOfStatus,
} from "#features/activations/my-numbers/my-numbers.rules.ts";
import { listOrderedGoods, listOrderIds } from "#features/activations/pagination.reads.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { countryName, serviceName } from "#features/catalogue/catalogue.rules.ts";
import {
  type GoodsAsk,
  type GoodsChoices,
  orderListLimits,
} from "#features/catalogue/order-lists/order-lists.rules.ts";
import { checkDays } from "#features/ledger/statement/periods.rules.ts";
import type { Holder } from "#lib/api/key-goods.ts";
import { allPages } from "#lib/api/page-query.ts";
import type { Db } from "#lib/db/pool.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** Which numbers are asked for; what is left out is open. */
export type NumbersAsk = GoodsAsk & {
  readonly locale: Locale;
  readonly status?: NumberStatus | undefined;
};

/** No service has this id. */
const UNKNOWN = -1;

/** A page of somebody's numbers, newest first. Throws PERIOD_REVERSED. */
export async function readMyNumbers(
  db: Db,
  holder: Holder,
  { locale, status, service, country, number, from, to }: NumbersAsk,
  page: { beforeId: number | null; limit: number },
): Promise<MyNumbersPage> {
  checkDays({ from, to });
  const { serviceByCode } = await readCatalogue(db);
  const states = status ? statesOfStatus[status] : numberStatuses.flatMap((one) => statesOfStatus[one]);
  const serviceId = service === undefined ? null : (serviceByCode.get(service)?.id ?? UNKNOWN);
  const filter = { states, serviceId, countryId: country ?? null, digits: number, from, to };
  const { ids, nextBeforeId } = await listOrderIds(db, holder, filter, page);
  return {
    numbers: ids.length === 0 ? [] : await listActivationViews(db, holder.userId, ids, locale),
    nextCursor: nextBeforeId === null ? null : String(nextBeforeId),
  };
}

/** All of them, some hundred at a time, for a file. */
export async function* readAllMyNumbers(
  db: Db,
  holder: Holder,
  ask: NumbersAsk,
): AsyncGenerator<readonly ActivationView[]> {
  const limit = orderListLimits.exportBatch;
  for await (const { numbers } of allPages((beforeId) => readMyNumbers(db, holder, ask, { beforeId, limit })))
    yield numbers;
}

/** Services and countries of somebody's latest numbers, by name. */
export async function listNumberChoices(db: Db, holder: Holder, locale: Locale): Promise<GoodsChoices> {
  const [{ serviceById, countryById }, goods] = await Promise.all([
    readCatalogue(db),
    listOrderedGoods(db, holder),
  ]);
  const services = goods.serviceIds.flatMap((id) => {
    const service = serviceById.get(id);
    return service ? [{ code: service.code, name: serviceName(service, locale) }] : [];
  });
  const countries = goods.countryIds.flatMap((id) => {
    const country = countryById.get(id);
    return country ? [{ id, name: countryName(country, locale) }] : [];
  });
  const byName = (left: { name: string }, right: { name: string }) =>
    left.name.localeCompare(right.name, locale);
  return { services: services.toSorted(byName), countries: countries.toSorted(byName) };
}
