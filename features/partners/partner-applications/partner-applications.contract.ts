import { z } from "zod";
import { CaptchaAnswer } from "#features/identity/captcha/captcha.contract.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { applicationLimits } from "#features/partners/partner-applications/partner-applications.rules.ts";
import { partnerErrors } from "#features/partners/partners.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";

export const applyAsPartnerEndpoint = defineEndpoint({
  id: "applyAsPartner",
  method: "POST",
  path: "/partner-applications",
  tag: "partners",
  summary: "Apply as a partner who supplies numbers from SIM modems",
  description:
    "The staff decide; receipt and decision go out by e-mail. A guest gives the address of the account, which may be registered later, and " +
    "solves a captcha. While an application of an address waits, another one of it changes nothing.",
  access: "public",
  keyed: true,
  body: z.strictObject({
    /** How the applicant can be reached. */
    contact: z.string().trim().max(applicationLimits.contactCharacters),
    /** Where the SIM cards come from, with commas between the countries. */
    simCountries: z.string().trim().max(applicationLimits.countriesCharacters),
    /** Models of the GSM modems. */
    modems: z.string().trim().max(applicationLimits.modemsCharacters),
    /** COM ports; 16 or more. */
    ports: z.number().int().min(0).max(applicationLimits.portsMax),
    about: z.string().trim().max(applicationLimits.aboutCharacters),
    /** The account's; left out by who is signed in. */
    email: z.string().max(320).optional(),
    captcha: CaptchaAnswer.optional(),
  }),
  status: 202,
  response: z.strictObject({ status: z.literal("accepted") }),
  errors: [
    partnerErrors.PARTNER_FIELD_MISSING,
    partnerErrors.PARTNER_COUNTRIES_INCORRECT,
    partnerErrors.PARTNER_PORTS_TOO_FEW,
    partnerErrors.PARTNER_APPLICATION_OPEN,
    partnerErrors.ALREADY_PARTNER,
    identityErrors.INVALID_EMAIL,
    identityErrors.CAPTCHA_REQUIRED,
    identityErrors.CAPTCHA_FAILED,
    identityErrors.TOO_MANY_ATTEMPTS,
  ],
});
