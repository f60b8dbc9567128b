import { z } from "zod";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { Id } from "#lib/api/ids.ts";

export const listOwnSessions = defineEndpoint({
  id: "listOwnSessions",
  method: "GET",
  path: "/auth/sessions",
  tag: "identity",
  summary: "Where this account is signed in",
  description: "The session that asks comes first, then the others, newest first, page by page (`before`).",
  access: "session",
  query: z.object({
    /** The id of the last one of the page before. */
    before: Id.optional(),
  }),
  response: z.object({
    sessions: z.array(
      z.object({
        id: z.number().int(),
        ip: z.string(),
        userAgent: z.string(),
        createdAt: z.iso.datetime(),
        lastSeenAt: z.iso.datetime(),
        expiresAt: z.iso.datetime(),
        isCurrent: z.boolean(),
      }),
    ),
    isMore: z.boolean(),
  }),
  errors: [],
});

export const revokeOwnSession = defineEndpoint({
  id: "revokeOwnSession",
  method: "DELETE",
  path: "/auth/sessions/{sessionId}",
  tag: "identity",
  summary: "End one of the own sessions",
  access: "session",
  params: z.object({ sessionId: Id }),
  response: z.object({ status: z.literal("ended") }),
  errors: [identityErrors.SESSION_NOT_FOUND],
});

export const revokeOtherSessions = defineEndpoint({
  id: "revokeOtherSessions",
  method: "DELETE",
  path: "/auth/sessions",
  tag: "identity",
  summary: "End all other sessions of this account",
  access: "session",
  response: z.object({ ended: z.number().int() }),
  errors: [],
});
