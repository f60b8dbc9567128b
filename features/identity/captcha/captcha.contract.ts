import { z } from "zod";
import { WORK_LEVEL_MAX } from "#features/identity/captcha/captcha.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";

/** A proof of work in the form of altcha-lib 2: find the counter whose derived key begins with `keyPrefix`. */
const ProofOfWorkChallenge = z.object({
  parameters: z.looseObject({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number().int(),
    keyLength: z.number().int(),
    keyPrefix: z.string(),
    expiresAt: z.number().int().optional(),
  }),
  signature: z.string().optional(),
});

export const CaptchaTask = z.discriminatedUnion("provider", [
  z.object({ provider: z.literal("proof-of-work"), challenge: ProofOfWorkChallenge }),
  z.object({ provider: z.literal("recaptcha"), siteKey: z.string() }),
]);
export type CaptchaTask = z.output<typeof CaptchaTask>;

/** The answer to a captcha: base64 of `{challenge, solution}` for a proof of work, else the provider's token. */
export const CaptchaAnswer = z.string().min(1).max(4_096);

/** The forms that ask for one. */
export const CaptchaPurpose = z.enum(["login", "registration", "mail"]);
export type CaptchaPurpose = z.output<typeof CaptchaPurpose>;

export const getCaptcha = defineEndpoint({
  id: "getCaptcha",
  method: "GET",
  path: "/auth/captcha",
  tag: "identity",
  summary: "A captcha to solve before registration, a password request, or a login after failures",
  description:
    "The work grows with the pressure of an attack. A refusal that says `workLevel` in its details is answered by work of at " +
    "least that `level`; it takes the place of waiting.",
  access: "public",
  query: z.object({
    for: CaptchaPurpose.default("mail"),
    level: z.coerce.number().int().min(0).max(WORK_LEVEL_MAX).default(0),
  }),
  response: CaptchaTask,
  errors: [],
});
