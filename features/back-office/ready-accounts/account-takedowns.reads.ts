import { listNames } from "#features/back-office/names.reads.ts";
import type { AccountTakedownList } from "#features/back-office/ready-accounts/account-takedowns.contract.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { serviceName } from "#features/catalogue/catalogue.rules.ts";
import { listOpenTakedowns } from "#features/ready-accounts/takedown/takedown.reads.ts";
import type { Db } from "#lib/db/pool.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** The services whose accounts are taken down, newest first, with names in the reader's language. */
export async function listAccountTakedowns(db: Db, locale: Locale): Promise<AccountTakedownList> {
  const [found, { serviceById }] = await Promise.all([listOpenTakedowns(db), readCatalogue(db)]);
  const nameOf = await listNames(
    db,
    found.map(({ staffId }) => staffId),
  );
  const items = found.map(({ serviceId, staffId, since, ...takedown }) => {
    const service = serviceById.get(serviceId);
    return {
      ...takedown,
      service: {
        code: service?.code ?? "",
        name: service ? serviceName(service, locale) : String(serviceId),
      },
      since: since.toISOString(),
      by: nameOf(staffId),
    };
  });
  return { items };
}
