import { z } from "zod";
import { archiveStates } from "#features/identity/archive/archive.rules.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { Id } from "#lib/api/ids.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";

/** The archive that a person asked for last, or null: there is none, or its link has ended. */
const ArchiveView = z.strictObject({
  archive: z
    .strictObject({
      id: z.number().int(),
      state: z.enum(archiveStates),
      askedAt: z.iso.datetime(),
      /** When the link ends and the file is deleted; null until it is ready. */
      endsAt: z.iso.datetime().nullable(),
      sizeBytes: z.number().int().positive().nullable(),
    })
    .nullable(),
});
export type ArchiveView = z.infer<typeof ArchiveView>;

export const getArchiveEndpoint = defineEndpoint({
  id: "getArchive",
  method: "GET",
  path: "/users/archive",
  tag: "identity",
  summary: "The own data in one file: asked for, ready, or none",
  access: "session",
  response: ArchiveView,
  errors: [],
});

export const askArchiveEndpoint = defineEndpoint({
  id: "askArchive",
  method: "POST",
  path: "/users/archive",
  tag: "identity",
  summary: "Ask for everything that is kept about oneself in one file",
  description:
    "One at a time: while one is being made or can be downloaded, asking again answers that one. The owner is told by e-mail when it is " +
    "ready; its link ends after 24 hours.",
  access: "session",
  stepUp: true,
  response: ArchiveView,
  errors: [identityErrors.TOO_MANY_ATTEMPTS],
});

export const downloadArchiveEndpoint = defineEndpoint({
  id: "downloadArchive",
  method: "GET",
  path: "/users/archive/{archiveId}/file",
  tag: "identity",
  summary: "Download the own data (JSON)",
  access: "session",
  params: z.object({ archiveId: Id }),
  response: z.string(),
  produces: "application/json",
  errors: [identityErrors.ARCHIVE_NOT_FOUND, apiErrors.TOO_MANY_REQUESTS, apiErrors.FOREIGN_ORIGIN],
});
