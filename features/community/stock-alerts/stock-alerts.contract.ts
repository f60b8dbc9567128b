import { z } from "zod";
import { communityErrors } from "#features/community/community.errors.ts";
import { CaptchaAnswer } from "#features/identity/captcha/captcha.contract.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { pricingErrors } from "#features/pricing/pricing.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";

const CatalogueId = z.number().int().min(0).max(999_999_999).nullable().default(null);

export const askForStockEndpoint = defineEndpoint({
  id: "askForStock",
  method: "POST",
  path: "/stock-alerts",
  tag: "community",
  summary: "Ask to be told when numbers are on sale again",
  description:
    "Of a service, of a country, or of a service in a country. Whoever asks is told once by e-mail. A guest gives an address and " +
    "solves a captcha. Asking twice counts once.",
  access: "public",
  keyed: true,
  body: z
    .strictObject({
      serviceId: CatalogueId,
      countryId: CatalogueId,
      email: z.string().min(1).max(320).optional(),
      captcha: CaptchaAnswer.optional(),
    })
    .refine(({ serviceId, countryId }) => serviceId !== null || countryId !== null, {
      error: "a service, a country, or both",
      path: ["serviceId"],
    }),
  status: 202,
  response: z.strictObject({ status: z.literal("accepted") }),
  errors: [
    communityErrors.EMAIL_MISSING,
    pricingErrors.SERVICE_NOT_FOUND,
    pricingErrors.COUNTRY_NOT_FOUND,
    identityErrors.INVALID_EMAIL,
    identityErrors.CAPTCHA_REQUIRED,
    identityErrors.CAPTCHA_FAILED,
    identityErrors.TOO_MANY_ATTEMPTS,
  ],
});
