import type { SiteVariables } from "#features/site/site.contract.ts";
import {
  currencies,
  defaultCurrency,
  defaultRentServiceCode,
  pageSizes,
  partnerPortsMin,
  refundWindowMinutes,
  rentHours,
  scrollThresholdPx,
  siteTimers,
} from "#features/site/site.rules.ts";
import { env } from "#lib/env.ts";
import { defaultLocale, localeFacts, locales } from "#lib/i18n/locales.ts";

/** The public settings, the same for every visitor. */
export function siteVariables(): SiteVariables {
  return {
    brandName: env.BRAND_NAME,
    defaultServiceId: env.DEFAULT_SERVICE_ID,
    defaultServiceExternalId: env.DEFAULT_SERVICE_CODE,
    defaultCountryId: env.DEFAULT_COUNTRY_ID,
    defaultRentServiceExternalId: defaultRentServiceCode,
    showRent: env.SHOW_RENT,
    languages: locales.map((id) => {
      const { tag, name, short } = localeFacts[id];
      return { id, tag, name, short };
    }),
    defaultLanguage: defaultLocale,
    currencies: [...currencies],
    defaultCurrency,
    timers: siteTimers,
    pageSizes,
    scrollThresholdPx,
    refundWindowMinutes,
    cancelLockSeconds: env.CANCEL_LOCK_SECONDS,
    rentHours,
    partnerPortsMin,
  };
}
