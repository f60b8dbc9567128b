import { z } from "zod";
import { hindrances } from "#features/identity/closing.rules.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { PASSWORD_MAX_CHARACTERS } from "#features/identity/passwords.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";

const Closing = z.strictObject({
  /** Until then the owner can keep the account. */
  endsAt: z.iso.datetime(),
});

/** What closing the own account would mean now. */
const ClosingTerms = z.strictObject({
  /** What has to be ended first; empty = it can be asked for. */
  hindrances: z.array(z.enum(hindrances)),
  /** What is left in the balances: to be withdrawn before, or given up. */
  leftKopecks: z.number().int().nonnegative(),
});
export type ClosingTerms = z.infer<typeof ClosingTerms>;

export const getClosingTermsEndpoint = defineEndpoint({
  id: "getClosingTerms",
  method: "GET",
  path: "/users/closing",
  tag: "identity",
  summary: "What closing the own account would mean",
  access: "session",
  response: ClosingTerms,
  errors: [],
});

export const askClosingEndpoint = defineEndpoint({
  id: "askClosing",
  method: "POST",
  path: "/users/closing",
  tag: "identity",
  summary: "Close the own account after 14 days",
  description:
    "Ends all API keys, all webhooks and all sessions but this one, which from now on only shows until when the account can be kept. " +
    "`givenUpKopecks` is what `GET /users/closing` said is left. After the 14 days the person is removed, and what the accounts must keep " +
    "stays under a number.",
  access: "session",
  stepUp: true,
  body: z.strictObject({
    password: z
      .string()
      .min(1)
      .max(PASSWORD_MAX_CHARACTERS * 2),
    givenUpKopecks: z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER),
  }),
  response: Closing,
  errors: [
    identityErrors.PASSWORD_WRONG,
    identityErrors.TOO_MANY_ATTEMPTS,
    identityErrors.CLOSING_HINDERED,
    identityErrors.BALANCE_CHANGED,
  ],
});

export const keepAccountEndpoint = defineEndpoint({
  id: "keepAccount",
  method: "POST",
  path: "/auth/closing/keep",
  tag: "identity",
  summary: "Keep an account that is being closed",
  description: "By a session of that account, which opens nothing else until then.",
  access: "public",
  response: z.strictObject({ status: z.literal("kept") }),
  errors: [identityErrors.CLOSING_NOT_FOUND],
});
