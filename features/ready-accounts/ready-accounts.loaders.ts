import "server-only";
import { countryIconPath, countryName, serviceIconPath } from "#features/catalogue/catalogue.rules.ts";
import type { PlannedFacts } from "#features/payments/payments.loaders.ts";
import { findReadyOffer } from "#features/ready-accounts/offers.reads.ts";
import { shopPath } from "#features/ready-accounts/shop/shop.rules.ts";
import { isReadyShopOpen } from "#features/site/site.loaders.ts";
import { pageDb } from "#lib/db/page-db.ts";
import { env } from "#lib/env.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** What the file of a delivery is called, with `{offerId}` in it. */
export const deliveryFilePattern: string = env.READY_ACCOUNTS_FILE;

/**
 * What somebody tops up for who wants so many accounts of an offer: their price, and the way back to the offers of its
 * service. Null when it is not sold.
 */
export async function findPlannedAccounts(
  { offerId, count }: { readonly offerId: number; readonly count: number },
  locale: Locale,
): Promise<PlannedFacts | null> {
  const offer = isReadyShopOpen ? await findReadyOffer(pageDb(), "site", offerId) : null;
  if (!offer) return null;
  const { name, service, country, priceKopecks } = offer;
  return {
    purchase: {
      kind: "accounts",
      name,
      icon: serviceIconPath(service),
      country: { name: countryName(country, locale), icon: countryIconPath(country) },
      path: shopPath(service.code),
    },
    priceKopecks: priceKopecks * count,
  };
}
