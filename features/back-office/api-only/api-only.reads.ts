import type { ApiOnlyList } from "#features/back-office/api-only/api-only.contract.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { countryName, serviceName } from "#features/catalogue/catalogue.rules.ts";
import { listApiOnlyBlocks } from "#features/policy/policy.reads.ts";
import type { Db } from "#lib/db/pool.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** What is sold through the API alone, newest first, with names in the reader's language. */
export async function listApiOnly(db: Db, locale: Locale): Promise<ApiOnlyList> {
  const [blocks, { serviceById, countryById }] = await Promise.all([
    listApiOnlyBlocks(db),
    readCatalogue(db),
  ]);
  const items = blocks.map(({ id, serviceId, countryId, reasonText, since, blockedBy }) => {
    const service = serviceId === null ? undefined : serviceById.get(serviceId);
    const country = countryId === null ? undefined : countryById.get(countryId);
    return {
      id,
      service: service ? { code: service.code, name: serviceName(service, locale) } : null,
      country: country ? { id: country.id, name: countryName(country, locale) } : null,
      reason: reasonText,
      since: since.toISOString(),
      by: blockedBy,
    };
  });
  return { items };
}
