import { expect, test } from "vitest";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
import {
  actionsOf,
  codeOf,
  db,
  get,
  newKey,
  owner,
  send,
  support,
} from "#features/back-office/back-office-routes.factory.ts";
import type { CommentView } from "#features/back-office/comments/desk-comments.contract.ts";
import { listShownComments } from "#features/community/comments/comments.reads.ts";
import { givenComment, givenReport } from "#features/community/community.factory.ts";
import { givenArticle } from "#features/content/content.factory.ts";
import { givenStaff } from "#features/identity/staff.factory.ts";

/** Of an article that is not published. */
const ARTICLE = 1_000_000;
const decide = (
  id: number,
  decision: string,
  { staff = support, key = newKey(), reason = "kind words" } = {},
) => send(staff, `comments/${id}/decide`, { decision, edits: 0, reason }, "POST", key);
const listed = async (query = ""): Promise<CommentView[]> => (await get(`comments${query}`)).body.items;
const shown = async () => (await listShownComments(db, ARTICLE)).map(({ id }) => id);
const given = async () => givenComment(db, { userId: await givenCustomer(db, 0), articleId: ARTICLE });

test("the desk lists waiting comments with their authors, and a comment that it approves is shown, once per key", async () => {
  const userId = await givenCustomer(db, 0);
  const id = await givenComment(db, { userId, articleId: ARTICLE });
  expect(await listed()).toContainEqual(
    expect.objectContaining({ id, article: null, account: expect.objectContaining({ id: userId }) }),
  );
  const key = newKey();
  expect((await decide(id, "approve", { key })).body).toEqual({ state: "approved" });
  expect((await decide(id, "approve", { key })).headers.get("idempotency-replayed")).toBe("true");
  expect(codeOf(await decide(id, "reject", { key }))).toEqual([422, "IDEMPOTENCY_MISMATCH"]);
  expect(await shown()).toContain(id);
  const [approved] = (await listed("?queue=approved")).filter((one) => one.id === id);
  expect(approved).toMatchObject({ reason: "kind words", decidedBy: { id: support.userId } });
  expect(await actionsOf(`comment:${id}`)).toEqual([{ action: "comment.approve", actor: support.userId }]);
});

test("a shown comment is taken down with a reason, and a refused one shown after all", async () => {
  const id = await given();
  await decide(id, "approve");
  expect((await decide(id, "reject", { reason: "off the subject" })).body).toEqual({ state: "rejected" });
  expect(await shown()).not.toContain(id);
  expect(codeOf(await decide(id, "reject"))).toEqual([409, "COMMENT_DECIDED"]);
  expect((await decide(id, "approve")).body).toEqual({ state: "approved" });
  expect((await actionsOf(`comment:${id}`)).map(({ action }) => action)).toEqual([
    "comment.approve",
    "comment.reject",
    "comment.approve",
  ]);
});

test("comments are read and decided by the staff alone, with a fresh second factor and a reason", async () => {
  const id = await given();
  expect((await get("comments", { ...support, cookie: "" })).status).toBe(401);
  expect((await get("comments", await givenStaff(db, null))).status).toBe(403);
  const stale = await givenStaff(db, "support", { secondsAgo: 3_600 });
  expect(codeOf(await decide(id, "approve", { staff: stale }))).toEqual([403, "STEP_UP_NEEDED"]);
  expect(codeOf(await decide(id, "approve", { reason: " " }))).toEqual([400, "VALIDATION"]);
  expect(codeOf(await decide(1_000_000, "approve"))).toEqual([404, "COMMENT_NOT_FOUND"]);
  expect(await shown()).not.toContain(id);
});

test("the desk names the article and the words that a comment replies to", async () => {
  const slug = "commented-at-the-desk";
  const articleId = await givenArticle(owner, { slug, texts: { en: { title: "News", body: ["Text."] } } });
  const parent = await givenComment(db, { userId: await givenCustomer(db, 0), articleId, text: "First." });
  const id = await givenComment(db, { userId: await givenCustomer(db, 0), articleId, replyTo: parent });
  expect(await listed(`?after=${id - 1}`)).toContainEqual(
    expect.objectContaining({ id, article: { slug, title: "News" }, parentText: "First." }),
  );
});

test("a comment that readers reported waits again until it is kept or taken down", async () => {
  const id = await given();
  await decide(id, "approve");
  const reported = async () => (await listed("?queue=reported")).filter((one) => one.id === id);
  expect(await reported()).toEqual([]);
  await givenReport(db, { commentId: id, userId: await givenCustomer(db, 0) });
  await givenReport(db, { commentId: id, userId: await givenCustomer(db, 0) });
  expect(await reported()).toMatchObject([{ state: "approved", reports: 2 }]);
  expect((await decide(id, "keep")).body).toEqual({ state: "approved" });
  expect(await reported()).toEqual([]);
  expect(await shown()).toContain(id);
  expect((await actionsOf(`comment:${id}`)).at(-1)?.action).toBe("comment.keep");
  await givenReport(db, { commentId: id, userId: await givenCustomer(db, 0) });
  await decide(id, "reject");
  expect(await reported()).toEqual([]);
  expect(await shown()).not.toContain(id);
});
