import { z } from "zod";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { securityEventKinds } from "#features/identity/security-log/security-log.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { Id } from "#lib/api/ids.ts";

/** Something that happened to the account. */
const SecurityEventView = z.strictObject({
  id: z.number().int(),
  kind: z.enum(securityEventKinds),
  /** Which one of its kind; empty where there is nothing to name. */
  what: z.string(),
  amountKopecks: z.number().int().positive().nullable(),
  /** Of sign-ins; empty otherwise. */
  ip: z.string(),
  userAgent: z.string(),
  createdAt: z.iso.datetime(),
});
export type SecurityEventView = z.infer<typeof SecurityEventView>;

export const listSecurityEventsEndpoint = defineEndpoint({
  id: "listSecurityEvents",
  method: "GET",
  path: "/users/security-events",
  tag: "identity",
  summary: "What happened to the own account",
  description: "Newest first, page by page (`before`). Kept for 180 days.",
  access: "session",
  query: z.object({
    /** The id of the last one of the page before. */
    before: Id.optional(),
  }),
  response: z.strictObject({ events: z.array(SecurityEventView), isMore: z.boolean() }),
  errors: [],
});

export const disownEventEndpoint = defineEndpoint({
  id: "disownSecurityEvent",
  method: "POST",
  path: "/users/security-events/not-me",
  tag: "identity",
  summary: "Say that something was not done by the account's owner",
  description:
    "Ends all other sessions, all API keys and all webhooks, forgets known browsers, cancels withdrawals that wait, and mails a link " +
    "that sets a new password.",
  access: "session",
  keyed: true,
  body: z.strictObject({ eventId: z.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
  response: z.strictObject({ status: z.literal("secured") }),
  errors: [identityErrors.SECURITY_EVENT_NOT_FOUND],
});
