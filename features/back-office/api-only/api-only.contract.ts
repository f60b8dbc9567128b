import { z } from "zod";
import { instant, Reason } from "#features/back-office/back-office.contract.ts";
import { policyErrors } from "#features/policy/policy.errors.ts";
import { pricingErrors } from "#features/pricing/pricing.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { idParams } from "#lib/api/ids.ts";

/** Numbers that are sold through the API alone. */
export const ApiOnlyView = z.strictObject({
  id: z.number().int(),
  /** Null = every service. */
  service: z.strictObject({ code: z.string(), name: z.string() }).nullable(),
  /** Null = every country. */
  country: z.strictObject({ id: z.number().int(), name: z.string() }).nullable(),
  reason: z.string(),
  since: instant,
  /** Who decided: `staff:12`, `seed`. */
  by: z.string(),
});
export type ApiOnlyView = z.infer<typeof ApiOnlyView>;

const ApiOnlyList = z.strictObject({ items: z.array(ApiOnlyView) });
export type ApiOnlyList = z.infer<typeof ApiOnlyList>;

export const listApiOnlyEndpoint = defineEndpoint({
  id: "deskListApiOnly",
  method: "GET",
  path: "/desk/api-only",
  tag: "desk",
  summary: "Numbers that are sold through the API alone, newest first",
  access: "staff",
  permission: "support",
  response: ApiOnlyList,
  errors: [],
});

export const setApiOnlyEndpoint = defineEndpoint({
  id: "deskSetApiOnly",
  method: "POST",
  path: "/desk/api-only",
  tag: "desk",
  summary: "Sell numbers of a service, of a country or of both through the API alone",
  description: "It acts within 5 seconds everywhere. Saying it again changes nothing.",
  access: "staff",
  permission: "money",
  stepUp: true,
  body: z
    .strictObject({
      /** The protocol's code; null = every service. */
      serviceCode: z.string().trim().min(1).max(20).nullable(),
      /** Null = every country. */
      countryId: z.number().int().min(0).max(999_999_999).nullable(),
      reason: Reason,
    })
    .refine(({ serviceCode, countryId }) => serviceCode !== null || countryId !== null, {
      path: ["serviceCode"],
      message: "name a service or a country",
    }),
  response: ApiOnlyList,
  errors: [pricingErrors.SERVICE_NOT_FOUND, pricingErrors.COUNTRY_NOT_FOUND],
});

export const endApiOnlyEndpoint = defineEndpoint({
  id: "deskEndApiOnly",
  method: "POST",
  path: "/desk/api-only/{id}/end",
  tag: "desk",
  summary: "Sell such numbers on the site too",
  access: "staff",
  permission: "money",
  stepUp: true,
  params: idParams,
  body: z.strictObject({ reason: Reason }),
  response: ApiOnlyList,
  errors: [policyErrors.BLOCK_NOT_FOUND, policyErrors.BLOCK_ALREADY_LIFTED, policyErrors.BLOCK_PERMANENT],
});
