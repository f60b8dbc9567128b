import "server-only";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { countryName, serviceName } from "#features/catalogue/catalogue.rules.ts";
import { listAwaitedGoods } from "#features/community/stock-alerts/stock-alerts.reads.ts";
import { pageDb } from "#lib/db/page-db.ts";
import type { Locale } from "#lib/i18n/locales.ts";

const SHOWN = 50;

export type AwaitedView = {
  /** Null = any. */
  readonly service: string | null;
  readonly country: string | null;
  readonly count: number;
  readonly since: Date;
};

/** What people wait for, with names in the reader's language; the fifty most wanted. */
export async function loadAwaitedGoods(locale: Locale): Promise<AwaitedView[]> {
  const [goods, { serviceById, countryById }] = await Promise.all([
    listAwaitedGoods(pageDb(), SHOWN),
    readCatalogue(pageDb()),
  ]);
  return goods.map(({ serviceId, countryId, count, since }) => {
    const service = serviceId === null ? undefined : serviceById.get(serviceId);
    const country = countryId === null ? undefined : countryById.get(countryId);
    return {
      service: service ? serviceName(service, locale) : null,
      country: country ? countryName(country, locale) : null,
      ...{ count, since },
    };
  });
}
