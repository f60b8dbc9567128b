import type { ArchiveView } from "#features/identity/archive/archive.contract.ts";
import {
  askArchiveEndpoint,
  downloadArchiveEndpoint,
  getArchiveEndpoint,
} from "#features/identity/archive/archive.contract.ts";
import { archiveBytes, findArchive, type OwnArchive } from "#features/identity/archive/archive.reads.ts";
import { archiveFileName } from "#features/identity/archive/archive.rules.ts";
import { askArchive, recordDownload } from "#features/identity/archive/archive.writes.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { route } from "#lib/api/route.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { downloadResponse, refuseStrangers, takeDownloadPlace } from "#lib/http/download.ts";

function toView(own: OwnArchive | null): ArchiveView {
  if (!own) return { archive: null };
  const { id, state, askedAt, endsAt, sizeBytes } = own;
  return {
    archive: {
      id,
      state,
      askedAt: askedAt.toISOString(),
      endsAt: endsAt?.toISOString() ?? null,
      sizeBytes,
    },
  };
}

/** The own data in one file. */
export const archiveRoutes = [
  route(getArchiveEndpoint, async ({ db, actor }) => toView(await findArchive(db, actor.userId))),
  route(askArchiveEndpoint, async ({ db, actor }) => toView(await askArchive(db, actor.userId))),
  route(downloadArchiveEndpoint, async ({ db, actor, params, request, ip }) => {
    refuseStrangers(request, actor);
    const own = await findArchive(db, actor.userId);
    if (!own?.readyAt || own.id !== params.archiveId) throw new AppError(identityErrors.ARCHIVE_NOT_FOUND);
    const release = takeDownloadPlace(actor.userId);
    try {
      await recordDownload(db, actor.userId, ip, request.headers.get("user-agent") ?? "");
    } catch (error) {
      release();
      throw error;
    }
    return downloadResponse({
      contentType: "application/json; charset=utf-8",
      fileName: archiveFileName(own.readyAt),
      pieces: archiveBytes(db, own.id),
      onEnd: release,
    });
  }),
];
