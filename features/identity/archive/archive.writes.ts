import { gzipSync } from "node:zlib";
import sql from "sql-template-tag";
import { claimAccount } from "#features/identity/account-lock.writes.ts";
import { findArchive, type OwnArchive } from "#features/identity/archive/archive.reads.ts";
import { ARCHIVE_HOURS, ARCHIVE_TRIES } from "#features/identity/archive/archive.rules.ts";
import type { ArchivePart } from "#features/identity/archive/archive-part.reads.ts";
import { archiveText } from "#features/identity/archive/archive-text.reads.ts";
import { mailOwner } from "#features/identity/mail/mail.writes.ts";
import { recordSecurityEvent } from "#features/identity/security-log/recording.writes.ts";
import { attemptRefused, tryAttempt } from "#features/identity/throttle/throttle.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import { now } from "#lib/clock.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { log } from "#lib/log.ts";
import { seal } from "#lib/sealed-text.ts";

/**
 * Asks for a person's archive. One at a time: while one is made or can be downloaded, that one is answered. Throws TOO_MANY_ATTEMPTS
 * after some in a day.
 */
export async function askArchive(db: Db, userId: UserId): Promise<OwnArchive> {
  return withTransaction(db, async (tx) => {
    await claimAccount(tx, userId);
    const own = await findArchive(tx, userId);
    if (own && own.state !== "failed") return own;
    const closed = await tryAttempt(tx, { name: "archive-account", subject: String(userId) });
    if (closed !== null) throw attemptRefused(closed);
    await endArchive(tx, userId);
    await execute(tx, sql`insert into identity_archives (user_id) values (${userId})`);
    await recordSecurityEvent(tx, userId, { kind: "archiveAsked" });
    const asked = await findArchive(tx, userId);
    if (!asked) throw new Error("an archive was not kept");
    return asked;
  });
}

/** Deletes a person's archive, made or not: with the account, and when its owner says that something was not theirs. */
export async function endArchive(tx: Queryable, userId: UserId): Promise<void> {
  await execute(tx, sql`delete from identity_archives where user_id = ${userId}`);
}

/** Records who downloaded the file, as a line of the security log. */
export async function recordDownload(
  db: Queryable,
  userId: UserId,
  ip: string,
  userAgent: string,
): Promise<void> {
  await recordSecurityEvent(db, userId, { kind: "archiveDownloaded", ip, userAgent });
}

/** Deletes what nobody can download any more; answers how many. */
export function forgetArchives(db: Queryable): Promise<number> {
  return execute(
    db,
    sql`delete from identity_archives where id in (
          select id from identity_archives where ends_at <= app_now() or failed_at <= app_now() - interval '7 days'
          limit 100 for update skip locked)`,
  );
}

/** Archives to be made now. Each try is counted and the next one put off before it begins; the last one's failure is final. */
export async function claimDueArchives(db: Db): Promise<number[]> {
  const claimed = await rows<{ id: number; isGivenUp: boolean }>(
    db,
    sql`update identity_archives set tries = tries + 1, due_at = app_now() + interval '2 minutes' * (tries + 1),
          failed_at = case when tries >= ${ARCHIVE_TRIES} then app_now() end
        where id in (
          select id from identity_archives where ready_at is null and failed_at is null and due_at <= app_now()
          order by due_at limit 5 for update skip locked)
        returning id, failed_at is not null as "isGivenUp"`,
  );
  for (const { id, isGivenUp } of claimed) if (isGivenUp) log.error({ id }, "an archive could not be made");
  return claimed.filter(({ isGivenUp }) => !isGivenUp).map(({ id }) => id);
}

/**
 * Makes an archive: its pieces, the moment of its end and the mail to its owner, all or nothing. Leaves one that is made, given up or
 * gone meanwhile.
 */
export async function makeArchive(db: Db, archiveId: number, parts: readonly ArchivePart[]): Promise<void> {
  await withTransaction(db, async (tx) => {
    const archive = await maybeOne<{ userId: UserId }>(
      tx,
      sql`select user_id as "userId" from identity_archives
          where id = ${archiveId} and ready_at is null and failed_at is null for update skip locked`,
    );
    if (!archive) return;
    const { userId } = archive;
    const sizeBytes = await storePieces(tx, archiveId, userId, parts);
    await one(
      tx,
      sql`update identity_archives set ready_at = app_now(), ends_at = app_now() + make_interval(hours => ${ARCHIVE_HOURS}),
            size_bytes = ${sizeBytes} where id = ${archiveId} returning id`,
    );
    await mailOwner(tx, userId, { name: "archiveReady" }, String(archiveId));
  });
}

async function storePieces(
  tx: Tx,
  archiveId: number,
  userId: UserId,
  parts: readonly ArchivePart[],
): Promise<number> {
  const head = {
    of: env.BRAND_NAME,
    madeAt: now().toISOString(),
    about: "Members that end in Kopecks are hundredths of a Russian rouble; times are UTC.",
  };
  let sizeBytes = 0;
  let position = 0;
  for await (const text of archiveText(tx, userId, parts, head)) {
    sizeBytes += Buffer.byteLength(text);
    const sealed = seal(gzipSync(text).toString("base64"));
    await execute(
      tx,
      sql`insert into identity_archive_pieces (archive_id, position, sealed) values (${archiveId}, ${position++}, ${sealed})`,
    );
  }
  return sizeBytes;
}
