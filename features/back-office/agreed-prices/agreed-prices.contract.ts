import { z } from "zod";
import { instant, Reason } from "#features/back-office/back-office.contract.ts";
import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import { pricingErrors } from "#features/pricing/pricing.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { idParams } from "#lib/api/ids.ts";

const Amount = z.number().int().positive();

/** A price agreed with one account, beside what everybody pays now. */
export const AgreedPriceView = z.strictObject({
  service: z.strictObject({ code: z.string(), name: z.string() }),
  country: z.strictObject({ id: z.number().int(), name: z.string() }),
  priceKopecks: Amount,
  /** The lowest prices now; null while nothing is on sale. */
  retailKopecks: Amount.nullable(),
  wholesaleKopecks: Amount.nullable(),
  grantedAt: instant,
});
export type AgreedPriceView = z.infer<typeof AgreedPriceView>;

const AgreedPrices = z.strictObject({ items: z.array(AgreedPriceView) });
export type AgreedPrices = z.infer<typeof AgreedPrices>;

export const listAgreedPricesEndpoint = defineEndpoint({
  id: "deskListAgreedPrices",
  method: "GET",
  path: "/desk/people/{id}/prices",
  tag: "desk",
  summary: "The prices agreed with a user, beside everybody's",
  access: "staff",
  permission: "support",
  params: idParams,
  response: AgreedPrices,
  errors: [backOfficeErrors.DESK_NOTHING_THERE],
});

export const setAgreedPriceEndpoint = defineEndpoint({
  id: "deskSetAgreedPrice",
  method: "POST",
  path: "/desk/people/{id}/prices",
  tag: "desk",
  summary: "Agree a price with a user for a service in a country, or end it (null)",
  description:
    "It counts from the next purchase on, at every door. A price below what the numbers cost us is refused, and so is one for goods that nobody sells now. What costs more than the agreed price later is not on sale to the user until the price is agreed anew or ended.",
  access: "staff",
  permission: "money",
  stepUp: true,
  params: idParams,
  body: z.strictObject({
    /** The protocol's code. */
    serviceCode: z.string().trim().min(1).max(20),
    countryId: z.number().int().min(0).max(999_999_999),
    priceKopecks: Amount.max(100_000_000).nullable(),
    reason: Reason,
  }),
  response: AgreedPrices,
  errors: [
    backOfficeErrors.DESK_NOTHING_THERE,
    backOfficeErrors.OWN_ACCOUNT,
    backOfficeErrors.PRICE_BELOW_COST,
    backOfficeErrors.COST_UNKNOWN,
    pricingErrors.SERVICE_NOT_FOUND,
    pricingErrors.COUNTRY_NOT_FOUND,
  ],
});
