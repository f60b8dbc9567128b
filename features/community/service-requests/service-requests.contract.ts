import { z } from "zod";
import { communityErrors } from "#features/community/community.errors.ts";
import { serviceRequestLimits } from "#features/community/service-requests/service-requests.rules.ts";
import { CaptchaAnswer } from "#features/identity/captcha/captcha.contract.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { pricingErrors } from "#features/pricing/pricing.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";

export const requestServiceEndpoint = defineEndpoint({
  id: "requestService",
  method: "POST",
  path: "/service-requests",
  tag: "community",
  summary: "Ask for a service or country that is not sold",
  description:
    "Whoever asked is told once by e-mail: when it is on sale, or what the staff answer. A guest gives an address and solves a " +
    "captcha. Asking twice counts once.",
  access: "public",
  keyed: true,
  body: z.strictObject({
    /** Where codes are asked for: `example.com`, or a page of an app shop. */
    website: z.string().trim().min(1).max(serviceRequestLimits.websiteCharacters),
    /** What such an SMS says. */
    smsText: z.string().trim().min(1).max(serviceRequestLimits.smsCharacters),
    /** The wanted country; null = any. */
    countryId: z.number().int().min(0).max(999_999_999).nullable().default(null),
    /** A service of the catalogue that has no numbers, or none in the wanted country. */
    serviceId: z.number().int().min(1).max(999_999_999).nullable().default(null),
    /** What the buyer would pay. */
    priceKopecks: z.number().int().min(1).max(serviceRequestLimits.priceKopecks).nullable().default(null),
    email: z.string().min(1).max(320).optional(),
    captcha: CaptchaAnswer.optional(),
  }),
  status: 202,
  response: z.strictObject({ status: z.literal("accepted") }),
  errors: [
    communityErrors.WEBSITE_INCORRECT,
    communityErrors.TOO_MANY_LINKS,
    communityErrors.TEXT_REPEATED,
    communityErrors.EMAIL_MISSING,
    pricingErrors.SERVICE_NOT_FOUND,
    pricingErrors.COUNTRY_NOT_FOUND,
    identityErrors.INVALID_EMAIL,
    identityErrors.CAPTCHA_REQUIRED,
    identityErrors.CAPTCHA_FAILED,
    identityErrors.TOO_MANY_ATTEMPTS,
  ],
});
