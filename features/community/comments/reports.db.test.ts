import sql from "sql-template-tag";
import { beforeEach, expect, test } from "vitest";
import { communityArchive } from "#features/community/archive.reads.ts";
import { communityClosing } from "#features/community/closing.writes.ts";
import { countWaitingComments, listComments } from "#features/community/comments/comments.reads.ts";
import { commentRoutes } from "#features/community/comments/comments.routes.ts";
import type { CommentEvent } from "#features/community/comments/comments.rules.ts";
import { decideComment } from "#features/community/comments/comments.writes.ts";
import { givenComment, givenShownComment } from "#features/community/community.factory.ts";
import { recordAction } from "#features/identity/audit.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const api = testApi(db, commentRoutes);
const AUTHOR = 1_000;
const READER = 1_001 as UserId;

beforeEach(async () => {
  await execute(owner, sql`truncate community_comments cascade`);
  await execute(owner, sql`delete from identity_throttles`);
  await execute(owner, sql`update job_clock set offset_interval = '0'`);
});

const report = (id: number, user: number = READER) =>
  api.call("POST", `/api/comments/${id}/report`, {
    body: {},
    headers: {
      "idempotency-key": crypto.randomUUID(),
      ...(user ? { "x-test-user": String(user) } : {}),
    },
  });
/** As the desk does it, with its audit. */
const decide = (commentId: number, decision: CommentEvent) =>
  withTransaction(db, async (tx) => {
    const decided = await decideComment(tx, {
      commentId,
      decision,
      edits: 0,
      reason: "looked at it",
      staffId: 9,
    });
    await recordAction(tx, {
      ...{ actorId: 9, action: `comment.${decision}`, subject: `comment:${commentId}`, details: {} },
    });
    return decided;
  });
const givenShown = () => givenShownComment(db, { userId: AUTHOR });
const reported = async () =>
  (await listComments(db, { queue: "reported" }, 10)).map(({ id, reports }) => [id, reports]);

test("a shown comment that readers report is in the queue of the staff, each reader counted once", async () => {
  const id = await givenShown();
  await givenShown();
  expect(await countWaitingComments(db)).toEqual({ count: 0, oldestSeconds: null });
  expect((await report(id)).body).toEqual({ status: "accepted" });
  expect((await report(id)).status).toBe(202);
  expect((await report(id, 1_002)).status).toBe(202);
  expect(await reported()).toEqual([[id, 2]]);
  await moveClock(owner, "1 minute");
  const { count, oldestSeconds } = await countWaitingComments(db);
  expect([count, (oldestSeconds ?? 0) >= 60]).toEqual([1, true]);
});

test("reports are answered with the decision of the staff, and may come again", async () => {
  const id = await givenShown();
  await report(id);
  expect(await decide(id, "keep")).toEqual({ state: "approved" });
  expect(await reported()).toEqual([]);
  await report(id);
  expect(await reported()).toEqual([[id, 1]]);
  await decide(id, "reject");
  await decide(id, "approve");
  expect(await reported()).toEqual([]);
});

test("what is not shown cannot be reported, nor can guests report", async () => {
  const id = await givenShown();
  const waiting = await givenComment(db, { userId: AUTHOR });
  expect((await report(waiting)).body.error.code).toBe("COMMENT_NOT_FOUND");
  expect((await report(999_999)).status).toBe(404);
  expect((await report(id, 0)).status).toBe(401);
  expect(await reported()).toEqual([]);
});

test("a reader's reports are not taken without end", async () => {
  const id = await givenShown();
  for (let at = 0; at < 20; at += 1) expect((await report(id)).status).toBe(202);
  expect((await report(id)).status).toBe(429);
});

test("a reader's reports are in the archive and go with the account", async () => {
  const id = await givenShown();
  await report(id);
  const part = communityArchive.find(({ name }) => name === "commentReports");
  expect(part && "read" in part ? await part.read(db, READER) : null).toMatchObject([{ commentId: id }]);
  await withTransaction(db, async (tx) => communityClosing.forget?.(tx, READER));
  expect(await reported()).toEqual([]);
});
