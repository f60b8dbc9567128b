import { z } from "zod";
import { CaptchaAnswer } from "#features/identity/captcha/captcha.contract.ts";
import { LoginAnswer } from "#features/identity/entering/entering.contract.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { PASSWORD_MAX_CHARACTERS } from "#features/identity/passwords.rules.ts";
import { throttlePolicies } from "#features/identity/throttle/throttle.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";

export const login = defineEndpoint({
  id: "login",
  method: "POST",
  path: "/auth/login",
  tag: "identity",
  summary: "Sign in; sets the authToken cookie",
  description:
    "After three failures a captcha is asked for, after five every attempt waits longer. With `bearer: true` no cookie is set and the session token comes in the answer, for `Authorization: Bearer`. An account with a second factor gets `status: second-factor` and a `challenge` for " +
    "`POST /auth/login/second-factor` instead of a session.",
  access: "public",
  hashesPassword: { perNetwork: throttlePolicies["login-network"].captchaAfter },
  body: z.strictObject({
    email: z.string().min(1).max(320),
    password: z
      .string()
      .min(1)
      .max(PASSWORD_MAX_CHARACTERS * 2),
    captcha: CaptchaAnswer.optional(),
    bearer: z.boolean().optional(),
  }),
  response: LoginAnswer,
  errors: [
    identityErrors.LOGIN_FAILED,
    identityErrors.EMAIL_NOT_CONFIRMED,
    identityErrors.ACCOUNT_SUSPENDED,
    identityErrors.CAPTCHA_REQUIRED,
    identityErrors.CAPTCHA_FAILED,
    identityErrors.TOO_MANY_ATTEMPTS,
  ],
});

export const logout = defineEndpoint({
  id: "logout",
  method: "POST",
  path: "/auth/logout",
  tag: "identity",
  summary: "End the session that makes this call",
  access: "public",
  response: z.object({ status: z.literal("signed-out") }),
  errors: [],
});
