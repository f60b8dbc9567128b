import { z } from "zod";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { PASSWORD_MAX_CHARACTERS } from "#features/identity/passwords.rules.ts";
import { ReturnPath } from "#features/identity/registration/registration.contract.ts";
import { socialProviders } from "#features/identity/social/social.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { Id } from "#lib/api/ids.ts";

const Provider = z.enum(socialProviders);
const Ticket = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
/** Where the browser goes next: a page of the provider. */
const Outbound = z.object({ url: z.url() });

export const startSocialEndpoint = defineEndpoint({
  id: "startSocial",
  method: "POST",
  path: "/auth/social/start",
  tag: "identity",
  summary: "Begin to sign in with an account elsewhere; answers the provider's page",
  access: "public",
  body: z.strictObject({ provider: Provider, returnPath: ReturnPath.optional() }),
  response: Outbound,
  errors: [
    identityErrors.SOCIAL_NOT_FOUND,
    identityErrors.SOCIAL_UNREACHABLE,
    identityErrors.TOO_MANY_ATTEMPTS,
  ],
});

export const startSocialLinkEndpoint = defineEndpoint({
  id: "startSocialLink",
  method: "POST",
  path: "/auth/social/link/start",
  tag: "identity",
  summary: "Begin to link an account elsewhere to this one; answers the provider's page",
  access: "session",
  stepUp: true,
  body: z.strictObject({
    provider: Provider,
    password: z
      .string()
      .min(1)
      .max(PASSWORD_MAX_CHARACTERS * 2),
  }),
  response: Outbound,
  errors: [
    identityErrors.SOCIAL_NOT_FOUND,
    identityErrors.SOCIAL_UNREACHABLE,
    identityErrors.PASSWORD_WRONG,
    identityErrors.TOO_MANY_ATTEMPTS,
  ],
});

const Where = { returnPath: z.string().nullable() };

export const SocialOutcome = z.discriminatedUnion("status", [
  z.object({ status: z.literal("signed-in"), expiresAt: z.iso.datetime(), ...Where }),
  z.object({
    status: z.literal("second-factor"),
    challenge: z.string(),
    hasPasskey: z.boolean(),
    expiresAt: z.iso.datetime(),
    ...Where,
  }),
  /** Nobody has the address: with the ticket and the person's agreement an account is made. */
  z.object({ status: z.literal("consent-needed"), ticket: z.string(), email: z.string(), ...Where }),
  /** An account has the address: whoever logs in to it may link with the ticket. */
  z.object({ status: z.literal("login-needed"), ticket: z.string(), email: z.string(), ...Where }),
  z.object({ status: z.literal("linked"), ...Where }),
]);
export type SocialOutcome = z.output<typeof SocialOutcome>;

export const finishSocialEndpoint = defineEndpoint({
  id: "finishSocial",
  method: "POST",
  path: "/auth/social/finish",
  tag: "identity",
  summary:
    "Hand over what the provider sent the browser back with; sets the authToken cookie when that is enough",
  description:
    "Counts once, in the browser that began. An address that the provider has not confirmed opens nothing; one that an account " +
    "has already asks for a login to that account first.",
  access: "public",
  body: z.strictObject({
    /** The query of the address that the provider sent the browser to. */
    query: z.string().min(1).max(8_000),
    /** Telegram's answer, which comes behind the # of that address. */
    fragment: z.string().max(8_000).optional(),
  }),
  response: SocialOutcome,
  errors: [
    identityErrors.SOCIAL_EXPIRED,
    identityErrors.SOCIAL_REFUSED,
    identityErrors.SOCIAL_EMAIL_UNCONFIRMED,
    identityErrors.SOCIAL_UNKNOWN,
    identityErrors.SOCIAL_TAKEN,
    identityErrors.TOO_MANY_ADDED,
    identityErrors.ACCOUNT_SUSPENDED,
  ],
});

export const registerSocialEndpoint = defineEndpoint({
  id: "registerSocial",
  method: "POST",
  path: "/auth/social/registration",
  tag: "identity",
  summary: "Make an account for a person whom the provider has named; sets the authToken cookie",
  access: "public",
  body: z.strictObject({
    ticket: Ticket,
    /** Agreement to the privacy and cookie policy. */
    agreePrivacy: z.literal(true),
    /** Agreement to the public offer. */
    agreeOffer: z.literal(true),
  }),
  status: 201,
  response: z.object({ status: z.literal("signed-in"), expiresAt: z.iso.datetime() }),
  errors: [identityErrors.SOCIAL_EXPIRED, identityErrors.TOO_MANY_ATTEMPTS],
});

export const linkSocialEndpoint = defineEndpoint({
  id: "linkSocial",
  method: "POST",
  path: "/auth/social/link",
  tag: "identity",
  summary: "Link the account that the provider has named to the account that has its address",
  access: "session",
  body: z.strictObject({ ticket: Ticket }),
  response: z.object({ status: z.literal("linked") }),
  errors: [identityErrors.SOCIAL_EXPIRED, identityErrors.SOCIAL_TAKEN, identityErrors.TOO_MANY_ADDED],
});

export const SocialAccountView = z.object({
  id: z.number().int(),
  provider: Provider,
  label: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type SocialAccountView = z.output<typeof SocialAccountView>;

export const listSocialEndpoint = defineEndpoint({
  id: "listSocial",
  method: "GET",
  path: "/auth/social",
  tag: "identity",
  summary: "Accounts elsewhere that open this one, and those that could",
  access: "session",
  response: z.object({
    accounts: z.array(SocialAccountView),
    providers: z.array(z.object({ id: Provider, name: z.string() })),
    hasPassword: z.boolean(),
  }),
  errors: [],
});
export type SocialView = z.output<typeof listSocialEndpoint.response>;

export const unlinkSocialEndpoint = defineEndpoint({
  id: "unlinkSocial",
  method: "POST",
  path: "/auth/social/{accountId}/remove",
  tag: "identity",
  summary: "Unlink an account elsewhere, the last one too: a mailed code opens every account",
  access: "session",
  stepUp: true,
  params: z.object({ accountId: Id }),
  response: z.object({ status: z.literal("removed") }),
  errors: [identityErrors.SOCIAL_NOT_FOUND],
});
