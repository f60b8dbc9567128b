import { expect, test } from "vitest";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
import {
  actionsOf,
  anna,
  codeOf,
  db,
  get,
  newKey,
  send,
  support,
} from "#features/back-office/back-office-routes.factory.ts";
import type { FeedbackView } from "#features/back-office/feedback/desk-feedback.contract.ts";
import { givenFeedback } from "#features/community/community.factory.ts";
import { writeOn } from "#features/community/feedback/feedback.writes.ts";
import { replyToken } from "#features/community/feedback/reply-token.reads.ts";
import { givenStaff } from "#features/identity/staff.factory.ts";
import { runDueJobs } from "#lib/testing/run-jobs.ts";

const decide = (id: number, body: object, { staff = support, key = newKey() } = {}) =>
  send(staff, `feedback/${id}/decide`, { reason: "as asked", ...body }, "POST", key);
const answer = (words = "We look for it.") => ({ decision: "answer", answer: words });
const listed = async (query = ""): Promise<FeedbackView[]> => (await get(`feedback${query}`)).body.items;
const ticketOf = async (id: number, query = "") => (await listed(query)).find((one) => one.id === id);

test("the desk lists open tickets with threads, senders and accounts, and finds them by a search", async () => {
  const userId = await givenCustomer(db, 0);
  const [ofGuest, ofUser] = [await givenFeedback(db), await givenFeedback(db, { userId, name: "Boris" })];
  expect(await ticketOf(ofGuest)).toMatchObject({
    ...{ name: "Anna", email: "guest@example.com", account: null, state: "open" },
    messages: [{ author: null, text: "Where is my number?" }],
  });
  expect(await ticketOf(ofUser)).toMatchObject({ account: { id: userId } });
  expect((await listed("?search=boris")).map(({ id }) => id)).toEqual([ofUser]);
  expect((await listed(`?after=${ofGuest}`)).map(({ id }) => id)).toEqual([ofUser]);
});

test("an answer is mailed once per key, joins the thread, and is in the audit with its reason", async () => {
  const id = await givenFeedback(db);
  await runDueJobs(db, []);
  const key = newKey();
  expect((await decide(id, answer(), { key })).body).toEqual({ state: "answered" });
  const again = await decide(id, answer(), { key });
  expect([again.body, again.headers.get("idempotency-replayed")]).toEqual([{ state: "answered" }, "true"]);
  expect(codeOf(await decide(id, answer("Something else"), { key }))).toEqual([422, "IDEMPOTENCY_MISMATCH"]);
  const mails = await runDueJobs(db, []);
  expect(mails).toMatchObject([{ to: "guest@example.com" }]);
  expect(mails[0]?.text).toContain("We look for it.");
  expect(mails[0]?.text).not.toContain("as asked");
  const ticket = await ticketOf(id, "?state=answered");
  expect(ticket?.messages.map(({ author, text }) => [author?.id ?? null, text])).toEqual([
    [null, "Where is my number?"],
    [support.userId, "We look for it."],
  ]);
  expect(await actionsOf(`feedback:${id}`)).toEqual([{ action: "feedback.answer", actor: support.userId }]);
});

test.each([
  ["an answer", answer()],
  ["closing", { decision: "close" }],
])("a ticket into which its sender has written meanwhile stays open after %s", async (_, body) => {
  const id = await givenFeedback(db);
  const seenMessageId = (await ticketOf(id))?.messages.at(-1)?.id;
  const next = { number: id, token: replyToken(id), message: "Please look at the other one, too." };
  await writeOn(db, { ...next, idempotencyKey: newKey() }, "203.0.113.9");
  await runDueJobs(db, []);
  expect((await decide(id, { ...body, seenMessageId })).body).toEqual({ state: "open" });
  const newest = (await ticketOf(id))?.messages.at(-1)?.id;
  expect((await decide(id, { ...body, seenMessageId: newest })).body.state).not.toBe("open");
  await runDueJobs(db, []);
});

test("a ticket is closed without a mail, and nothing more is decided about it", async () => {
  const id = await givenFeedback(db);
  await runDueJobs(db, []);
  expect((await decide(id, { decision: "close" }, { staff: anna })).body).toEqual({ state: "closed" });
  expect(codeOf(await decide(id, answer()))).toEqual([409, "FEEDBACK_CLOSED"]);
  expect(codeOf(await decide(1, answer()))).toEqual([404, "FEEDBACK_NOT_FOUND"]);
  expect(await runDueJobs(db, [])).toEqual([]);
  expect(await actionsOf(`feedback:${id}`)).toEqual([{ action: "feedback.close", actor: anna.userId }]);
});

test("tickets are read and decided by the staff alone, with a fresh second factor, a reason and words", async () => {
  const id = await givenFeedback(db);
  expect((await get("feedback", { ...support, cookie: "" })).status).toBe(401);
  expect((await get("feedback", await givenStaff(db, null))).status).toBe(403);
  const stale = await givenStaff(db, "support", { secondsAgo: 3_600 });
  expect(codeOf(await decide(id, answer(), { staff: stale }))).toEqual([403, "STEP_UP_NEEDED"]);
  expect(codeOf(await decide(id, answer(" ")))).toEqual([400, "VALIDATION"]);
  expect(codeOf(await decide(id, { ...answer(), reason: " " }))).toEqual([400, "VALIDATION"]);
  expect(await ticketOf(id)).toMatchObject({ state: "open" });
});
