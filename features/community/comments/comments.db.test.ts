import sql from "sql-template-tag";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { communityArchive } from "#features/community/archive.reads.ts";
import { communityClosing } from "#features/community/closing.writes.ts";
import { commentChecks } from "#features/community/comments/comments.checks.ts";
import { listShownComments } from "#features/community/comments/comments.reads.ts";
import { commentRoutes } from "#features/community/comments/comments.routes.ts";
import type { CommentEvent } from "#features/community/comments/comments.rules.ts";
import { decideComment, forgetComments } from "#features/community/comments/comments.writes.ts";
import { givenComment, givenShownComment } from "#features/community/community.factory.ts";
import { givenArticle } from "#features/content/content.factory.ts";
import { givenAddress } from "#features/identity/accounts.factory.ts";
import { recordAction } from "#features/identity/audit.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import { listen } from "#lib/db/listen.ts";
import { execute, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { moveClock, resetClock } from "#lib/testing/move-clock.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner, url } = await useTestDb();
const api = testApi(db, commentRoutes);
const STAFF = 9;
const texts = { en: { title: "News", body: ["Text."] } };
let calls = 0;
let anna = 0 as UserId;
let boris = 0 as UserId;
let article = 0;
let other = 0;

beforeAll(async () => {
  anna = (await givenApiBuyer(db, 0)).userId;
  boris = (await givenApiBuyer(db, 0)).userId;
  article = await givenArticle(owner, { slug: "news", texts });
  other = await givenArticle(owner, { slug: "other", texts });
  await givenArticle(owner, { slug: "draft", texts, isDraft: true });
});
beforeEach(async () => {
  await execute(owner, sql`truncate community_comments cascade`);
  await execute(owner, sql`delete from identity_throttles`);
  await execute(owner, sql`update job_clock set offset_interval = '0'`);
});

type Sent = { user?: number; key?: string; ip?: string } & Record<string, unknown>;

function call(method: "POST" | "PUT", path: string, { user, key, ip, ...body }: Sent) {
  calls += 1;
  return api.call(method, `/api/comments${path}`, {
    body: { name: "Anna", text: `It helped me (${calls}).`, ...body },
    headers: {
      "idempotency-key": key ?? crypto.randomUUID(),
      ...(user ? { "x-test-user": String(user) } : {}),
    },
    ip: ip ?? `198.51.100.${calls % 250}`,
  });
}
const write = (sent: Sent = {}) => call("POST", "", { user: anna, article: "news", ...sent });
const edit = (id: number, sent: Sent = {}) => call("PUT", `/${id}`, { user: anna, ...sent });
const codeOf = ({ status, body }: { status: number; body: { error?: { code?: string } } }) => [
  status,
  body.error?.code,
];
const stored = () =>
  rows<{ id: number; state: string; name: string; text: string; flags: string[]; parent_id: number | null }>(
    owner,
    sql`select id, state, name, text, flags, parent_id from community_comments order by id`,
  );
/** As the desk does it, with its audit. */
const decide = (commentId: number, decision: CommentEvent, edits = 0) =>
  withTransaction(db, async (tx) => {
    const decided = await decideComment(tx, {
      commentId,
      decision,
      edits,
      reason: "looked at it",
      staffId: STAFF,
    });
    await recordAction(tx, {
      ...{ actorId: STAFF, action: `comment.${decision}`, subject: `comment:${commentId}`, details: {} },
    });
    return decided;
  });
const givenShown = (given: Partial<Parameters<typeof givenComment>[1]> = {}) =>
  givenShownComment(db, { userId: boris, articleId: article, ...given });
const shown = async () => (await listShownComments(db, article)).map(({ text }) => text);

describe("a comment", () => {
  test("waits for the staff, as plain text, and tells its author until when it may be edited", async () => {
    const answer = await write({ name: " Anna\n ", text: "Good\u202e <b>news</b>\r\n\r\n\r\n\r\nThanks" });
    const [comment] = await stored();
    expect([answer.status, answer.body]).toEqual([
      202,
      { id: comment?.id, editableUntil: expect.stringMatching(/Z$/) },
    ]);
    expect(comment).toMatchObject({ state: "waiting", name: "Anna", text: "Good <b>news</b>\n\nThanks" });
    expect(await shown()).toEqual([]);
  });

  test("is one of a person that waits under an article; its lost answer is given again", async () => {
    const key = crypto.randomUUID();
    const first = await write({ text: "One.", key });
    const again = await write({ text: "One.", key });
    expect([again.body, again.headers.get("idempotency-replayed")]).toEqual([first.body, "true"]);
    expect(codeOf(await write({ text: "Two.", key }))).toEqual([422, "IDEMPOTENCY_MISMATCH"]);
    expect(codeOf(await write({ text: "Two." }))).toEqual([409, "COMMENT_WAITS"]);
    expect((await write({ article: "other" })).status).toBe(202);
    expect((await write({ user: boris })).status).toBe(202);
    await decide(first.body.id, "approve");
    expect((await write({ text: "Two." })).status).toBe(202);
  });

  test("sent twice at the same moment waits once", async () => {
    const answers = await Promise.all([write(), write(), write()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
    expect(await stored()).toHaveLength(1);
  });

  test.each([
    [{ user: 0 }, [401, "UNAUTHORIZED"]],
    [{ name: " " }, [400, "VALIDATION"]],
    [{ text: " " }, [400, "VALIDATION"]],
    [{ text: "x".repeat(2_001) }, [400, "VALIDATION"]],
    [{ article: "../news" }, [400, "VALIDATION"]],
    [{ article: "draft" }, [404, "ARTICLE_NOT_FOUND"]],
    [{ article: "nowhere" }, [404, "ARTICLE_NOT_FOUND"]],
    [{ replyTo: 999_999 }, [404, "COMMENT_NOT_FOUND"]],
    [{ text: "Rather go to evil.com or www.evil.example" }, [400, "TOO_MANY_LINKS"]],
  ])("that is not right is refused and leaves nothing: %j", async (wrong, refusal) => {
    expect(codeOf(await write(wrong))).toEqual(refusal);
    expect(await stored()).toEqual([]);
  });

  test("with a link or the words of others is flagged, and refused when it comes in a wave", async () => {
    for (let at = 0; at < 5; at += 1) await write({ user: 1_001 + at, text: "See telegram.org" });
    expect((await stored()).map(({ flags }) => flags).slice(0, 2)).toEqual([
      ["links"],
      ["repeated", "links"],
    ]);
    expect(codeOf(await write({ user: 1_006, text: "see telegram.org!" }))).toEqual([409, "TEXT_REPEATED"]);
  });

  test("from whose account mails go to a disposable address is flagged for the staff", async () => {
    const { userId } = await givenApiBuyer(db, 0);
    await givenAddress(owner, userId, "writer@mailinator.com");
    expect((await write({ user: userId })).status).toBe(202);
    expect((await write()).status).toBe(202);
    expect((await stored()).map(({ flags }) => flags)).toEqual([["disposable"], []]);
  });

  test("is not taken without end from one account, edits counted, and leaves nothing then", async () => {
    const { body } = await write();
    for (let at = 1; at < 20; at += 1) expect((await edit(body.id)).status).toBe(200);
    const before = await stored();
    for (const refused of [await edit(body.id), await write({ article: "other" })])
      expect(codeOf(refused)).toEqual([429, "TOO_MANY_ATTEMPTS"]);
    expect(await stored()).toEqual(before);
    expect((await write({ user: boris })).status).toBe(202);
  });

  test("is not taken without end from one network", async () => {
    for (let at = 0; at < 40; at += 1)
      expect((await write({ user: 2_000 + at, ip: "203.0.113.7" })).status).toBe(202);
    expect(codeOf(await write({ user: 3_000, ip: "203.0.113.7" }))).toEqual([429, "TOO_MANY_ATTEMPTS"]);
  });
});

describe("a reply", () => {
  test("stands below the comment that it replies to, and goes from the page with it", async () => {
    const parent = await givenShown({ text: "one" });
    await givenShown({ text: "two" });
    expect((await write({ replyTo: parent, text: "to one" })).status).toBe(202);
    const reply = (await stored()).at(-1);
    expect(reply?.parent_id).toBe(parent);
    await decide(reply?.id ?? 0, "approve");
    expect(await shown()).toEqual(["two", "one", "to one"]);
    await decide(parent, "reject");
    expect(await shown()).toEqual(["two"]);
    expect(await rows(owner, { text: commentChecks[1]?.sql ?? "", values: [] })).toEqual([]);
  });

  test("is refused to a reply, to what is not shown, and to a comment of another article", async () => {
    const parent = await givenShown();
    const reply = await givenShown({ replyTo: parent });
    const waiting = await givenComment(db, { userId: boris, articleId: article });
    const elsewhere = await givenShown({ articleId: other });
    for (const replyTo of [reply, waiting, elsewhere])
      expect(codeOf(await write({ replyTo }))).toEqual([404, "COMMENT_NOT_FOUND"]);
  });
});

describe("a comment that waits", () => {
  test("is written anew by its author for ten minutes, and judged again", async () => {
    const { body } = await write({ text: "It helpd." });
    await moveClock(owner, "9 minutes");
    const edited = await edit(body.id, { name: "Anna K.", text: "It helped: telegram.org" });
    expect([edited.status, edited.body]).toEqual([200, body]);
    expect(await stored()).toMatchObject([
      { name: "Anna K.", text: "It helped: telegram.org", state: "waiting", flags: ["links"] },
    ]);
    expect(codeOf(await edit(body.id, { text: "evil.com www.evil.example" }))).toEqual([
      400,
      "TOO_MANY_LINKS",
    ]);
    await moveClock(owner, "2 minutes");
    expect(codeOf(await edit(body.id))).toEqual([409, "COMMENT_FIXED"]);
  });

  test("keeps its words once it is decided about, and is nobody else's to edit", async () => {
    const { body } = await write({ text: "Mine." });
    expect(codeOf(await edit(body.id, { user: boris }))).toEqual([404, "COMMENT_NOT_FOUND"]);
    await decide(body.id, "approve");
    expect(codeOf(await edit(body.id))).toEqual([409, "COMMENT_FIXED"]);
    expect(await shown()).toEqual(["Mine."]);
  });

  test("is not approved with other words than the staff have read", async () => {
    const { body } = await write({ text: "It helped." });
    await edit(body.id, { text: "Buy at mine." });
    await expect(decide(body.id, "approve")).rejects.toMatchObject({ code: "COMMENT_CHANGED" });
    expect(await shown()).toEqual([]);
    expect(await decide(body.id, "reject", 1)).toEqual({ state: "rejected" });
  });

  test("is not flagged for repeating itself", async () => {
    const { body } = await write({ text: "It helped." });
    await edit(body.id, { text: "It helped!" });
    expect(await stored()).toMatchObject([{ text: "It helped!", flags: [] }]);
  });
});

test("an article's page is made anew when a comment is approved, taken down or goes with its account, not when one is refused", async () => {
  const heard: string[] = [];
  const listening = listen(url, { channels: { page_tags: (payload) => heard.push(payload) } });
  await listening.ready;
  const tag = `comments:${article}`;
  try {
    await decide(await givenComment(db, { userId: anna, articleId: other }), "reject");
    const id = await givenComment(db, { userId: boris, articleId: article });
    await decide(id, "approve");
    await eventually(() => expect(heard).toEqual([tag]));
    await decide(id, "reject");
    await eventually(() => expect(heard).toEqual([tag, tag]));
    await decide(id, "approve");
    const reply = await givenComment(db, { userId: anna, articleId: article, replyTo: id });
    await withTransaction(db, async (tx) => communityClosing.forget?.(tx, boris));
    await eventually(() => expect(heard).toEqual([tag, tag, tag, tag]));
    expect((await stored()).map((comment) => comment.id)).not.toContain(reply);
    expect(await shown()).toEqual([]);
  } finally {
    await listening.close();
  }
});

test("a decision about a comment is taken once, and about one that exists", async () => {
  const id = await givenComment(db, { userId: anna });
  expect(await decide(id, "approve")).toEqual({ state: "approved" });
  await expect(decide(id, "approve")).rejects.toMatchObject({ code: "COMMENT_DECIDED" });
  await expect(decide(999_999, "approve")).rejects.toMatchObject({ code: "COMMENT_NOT_FOUND" });
  expect(await rows(owner, { text: commentChecks[0]?.sql ?? "", values: [] })).toEqual([]);
});

test("a person's comments are in the archive", async () => {
  await givenComment(db, { userId: anna, text: "mine" });
  await givenComment(db, { userId: boris, text: "another's" });
  const part = communityArchive.find(({ name }) => name === "comments");
  expect(part && "read" in part ? await part.read(db, anna) : null).toMatchObject([
    { text: "mine", state: "waiting" },
  ]);
});

test("rejected comments are forgotten after 90 days, shown ones stay", async () => {
  const kept = await givenShown();
  const gone = await givenComment(db, { userId: anna, articleId: article });
  await decide(gone, "reject");
  await moveClock(owner, "89 days");
  expect(await forgetComments(db)).toBe(0);
  await moveClock(owner, "2 days");
  expect(await forgetComments(db)).toBe(1);
  expect((await stored()).map(({ id }) => id)).toEqual([kept]);
  await resetClock(owner);
});
