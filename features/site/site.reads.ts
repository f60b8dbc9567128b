import type { SiteVariables } from "#features/site/site.contract.ts";
import {
  currencies,
  defaultCurrency,
  defaultRentServiceCode,
  pageSizes,
  partnerPortsMin,
  refundWindowMinutes,
  rentBounds,
  scrollThresholdPx,
  siteTimers,
} from "#features/site/site.rules.ts";
import { env } from "#lib/env.ts";
import type { Defaults } from "#lib/i18n/locale-defaults.ts";
import { defaultLocale, type Locale, localeFacts, locales } from "#lib/i18n/locales.ts";

/** The service and the country that a language begins with: its own where the settings name them, else everybody's. */
export function defaultsOf(locale: Locale): Defaults {
  return (
    env.DEFAULTS_BY_LANGUAGE?.[locale] ?? {
      serviceId: env.DEFAULT_SERVICE_ID,
      serviceCode: env.DEFAULT_SERVICE_CODE,
      countryId: env.DEFAULT_COUNTRY_ID,
    }
  );
}

/** The public settings, the same for every visitor of a language. */
export function siteVariables(locale: Locale): SiteVariables {
  const defaults = defaultsOf(locale);
  return {
    brandName: env.BRAND_NAME,
    defaultServiceId: defaults.serviceId,
    defaultServiceExternalId: defaults.serviceCode,
    defaultCountryId: defaults.countryId,
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
    rentHours: rentBounds,
    partnerPortsMin,
  };
}

/** The visitor's country as the proxy in front tells it; null where none does. It decides about nothing but a warning. */
export function countryOf(headers: Headers): string | null {
  const told = env.COUNTRY_HEADER === undefined ? null : headers.get(env.COUNTRY_HEADER);
  return told !== null && /^[A-Z]{2}$/.test(told) ? told : null;
}
