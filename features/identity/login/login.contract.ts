import { z } from "zod";
import { CaptchaAnswer } from "#features/identity/captcha/captcha.contract.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { PASSWORD_MAX_CHARACTERS } from "#features/identity/passwords/passwords.rules.ts";
import { throttlePolicies } from "#features/identity/throttle/throttle.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";

/** What a way to sign in answers: a session, or where there is a second factor the challenge it is shown to. */
export const LoginAnswer = z.discriminatedUnion("status", [
  z.object({
    status: z.literal("signed-in"),
    expiresAt: z.iso.datetime(),
    token: z.string().optional(),
  }),
  /** No session yet: the code of the second factor is still to come. */
  z.object({
    status: z.literal("second-factor"),
    challenge: z.string(),
    /** A passkey may be shown in place of the code. */
    hasPasskey: z.boolean(),
    /** A lost factor may be removed after days: `endsAt` of the recovery that waits. Null: not offered to this login. */
    recovery: z.strictObject({ endsAt: z.iso.datetime().nullable() }).nullable(),
    expiresAt: z.iso.datetime(),
  }),
]);
export type LoginAnswer = z.output<typeof LoginAnswer>;
export type SecondFactorAsked = Extract<LoginAnswer, { status: "second-factor" }>;

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
