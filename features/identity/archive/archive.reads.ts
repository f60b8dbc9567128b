import { gunzipSync } from "node:zlib";
import sql from "sql-template-tag";
import type { ArchiveState } from "#features/identity/archive/archive.rules.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";
import { unseal } from "#lib/sealed-text.ts";

export type OwnArchive = {
  readonly id: number;
  readonly state: ArchiveState;
  readonly askedAt: Date;
  readonly readyAt: Date | null;
  readonly endsAt: Date | null;
  readonly sizeBytes: number | null;
};

/** A person's archive, or null: never asked for, or ended. */
export function findArchive(db: Queryable, userId: UserId): Promise<OwnArchive | null> {
  return maybeOne<OwnArchive>(
    db,
    sql`select id, asked_at as "askedAt", ready_at as "readyAt", ends_at as "endsAt", size_bytes as "sizeBytes",
          case when ready_at is not null then 'ready' when failed_at is not null then 'failed' else 'asked' end as state
        from identity_archives where user_id = ${userId} and coalesce(ends_at > app_now(), true)`,
  );
}

/** The file of an archive, piece by piece, as long as its link lasts. Throws when it ends meanwhile. */
export async function* archiveBytes(db: Queryable, archiveId: number): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; position += 1) {
    const piece = await maybeOne<{ sealed: string | null }>(
      db,
      sql`select p.sealed from identity_archives a
          left join identity_archive_pieces p on p.archive_id = a.id and p.position = ${position}
          where a.id = ${archiveId} and a.ends_at > app_now()`,
    );
    if (!piece) throw new Error("an archive has ended while it was read");
    if (piece.sealed === null) return;
    yield gunzipSync(Buffer.from(unseal(piece.sealed), "base64"));
  }
}
