import type { AgreedPrices } from "#features/back-office/agreed-prices/agreed-prices.contract.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { countryName, serviceName } from "#features/catalogue/catalogue.rules.ts";
import { hasAccount } from "#features/identity/account-facts.reads.ts";
import { listAgreedPrices } from "#features/pricing/pricing.reads.ts";
import type { Db } from "#lib/db/pool.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** The prices agreed with a user, newest first, or null when there is no such user. */
export async function findAgreedPrices(db: Db, userId: number, locale: Locale): Promise<AgreedPrices | null> {
  if (!(await hasAccount(db, userId))) return null;
  const [agreed, catalogue] = await Promise.all([listAgreedPrices(db, userId), readCatalogue(db)]);
  const items = agreed.flatMap(({ serviceId, countryId, grantedAt, ...prices }) => {
    const service = catalogue.serviceById.get(serviceId);
    const country = catalogue.countryById.get(countryId);
    if (!service || !country) return [];
    return [
      {
        service: { code: service.code, name: serviceName(service, locale) },
        country: { id: country.id, name: countryName(country, locale) },
        ...prices,
        grantedAt: grantedAt.toISOString(),
      },
    ];
  });
  return { items };
}
