import { z } from "zod";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { locales } from "#lib/i18n/locales.ts";

const Ms = z.number().int().positive();

export const SiteVariables = z.strictObject({
  brandName: z.string(),
  defaultServiceId: z.number().int(),
  defaultServiceExternalId: z.string(),
  defaultCountryId: z.number().int(),
  defaultRentServiceExternalId: z.string(),
  showRent: z.boolean(),
  languages: z.array(
    z.strictObject({ id: z.enum(locales), tag: z.string(), name: z.string(), short: z.string() }),
  ),
  defaultLanguage: z.enum(locales),
  currencies: z.array(z.strictObject({ id: z.enum(["rub", "usd"]), code: z.string(), symbol: z.string() })),
  defaultCurrency: z.enum(["rub", "usd"]),
  timers: z.strictObject({
    serviceSearchDebounceMs: Ms,
    balancePollEveryMs: Ms,
    balancePollTimes: z.number().int().positive(),
    routeLoaderThrottleMs: Ms,
    attributionAfterMs: Ms,
    fingerprintAfterMs: Ms,
  }),
  pageSizes: z.strictObject({
    services: z.number().int(),
    popularServices: z.number().int(),
    countriesShown: z.number().int(),
    countryPlaceholders: z.number().int(),
  }),
  scrollThresholdPx: z.number().int(),
  refundWindowMinutes: z.number().int(),
  cancelLockSeconds: z.number().int(),
  rentHours: z.strictObject({ min: z.number().int(), max: z.number().int() }),
  partnerPortsMin: z.number().int(),
});
export type SiteVariables = z.infer<typeof SiteVariables>;

export const siteConfigEndpoint = defineEndpoint({
  id: "siteConfig",
  method: "GET",
  path: "/configs",
  summary: "The site's settings: defaults, languages, currencies, page sizes and waiting times",
  description:
    "Reads the visitor's statistics id from `x-session-token` (made anew when it is missing or misshapen) and sets it as " +
    "the cookie `session-token` for 60 days where the visitor allowed statistics (`cookie-notice=all`). It proves nothing. " +
    "`country` is the visitor's (ISO 3166-1 alpha-2) where a proxy tells it, else null.",
  tag: "Site",
  access: "public",
  scope: "read",
  response: z.strictObject({ variables: SiteVariables, country: z.string().nullable() }),
  errors: [],
});
