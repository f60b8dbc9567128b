import { deskPageSize, type Page, pageFrom } from "#features/back-office/back-office.rules.ts";
import { listNames } from "#features/back-office/names.reads.ts";
import type { AccountClaimView } from "#features/back-office/ready-accounts/account-claims.contract.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import {
  countryIconPath,
  countryName,
  serviceIconPath,
  serviceName,
} from "#features/catalogue/catalogue.rules.ts";
import { listClaimsInState } from "#features/ready-accounts/warranty/warranty.reads.ts";
import type { AccountClaimState } from "#features/ready-accounts/warranty/warranty.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** Claims under the warranty as the desk shows them, oldest first: they wait. */
export async function listAccountClaimViews(
  db: Db,
  { state, after }: { state: AccountClaimState; after?: number | undefined },
  locale: Locale,
): Promise<Page<AccountClaimView>> {
  const found = await listClaimsInState(db, { state, after: after ?? null }, deskPageSize + 1);
  const { items, hasMore } = pageFrom(found);
  const nameOf = await listNames(
    db,
    items.flatMap(({ userId, decidedBy, sellerId }) => [userId, decidedBy, sellerId]),
  );
  const { serviceById, countryById } = await readCatalogue(db);
  const views = items.map(
    ({ userId, offerId, offerName, serviceId, countryId, decidedBy, sellerId, ...claim }) => {
      const service = serviceById.get(serviceId);
      const country = countryById.get(countryId);
      return {
        ...claim,
        text: claim.text ?? "",
        user: nameOf(userId),
        offer: { id: offerId, name: offerName },
        service: {
          name: service ? serviceName(service, locale) : String(serviceId),
          icon: service ? serviceIconPath(service) : null,
        },
        country: {
          name: country ? countryName(country, locale) : String(countryId),
          icon: country ? countryIconPath(country) : "",
        },
        decidedBy: decidedBy === null ? null : nameOf(decidedBy),
        seller: sellerId === null ? null : nameOf(sellerId),
        deliveredAt: claim.deliveredAt.toISOString(),
        claimedAt: claim.claimedAt.toISOString(),
        dueAt: claim.dueAt.toISOString(),
        decidedAt: claim.decidedAt?.toISOString() ?? null,
      };
    },
  );
  return { items: views, hasMore };
}
