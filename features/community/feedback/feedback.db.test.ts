import sql from "sql-template-tag";
import { beforeEach, describe, expect, test } from "vitest";
import { communityArchive } from "#features/community/archive.reads.ts";
import { communityClosing } from "#features/community/closing.writes.ts";
import { givenFeedback } from "#features/community/community.factory.ts";
import { listFeedback, listFeedbackMessages } from "#features/community/feedback/feedback.reads.ts";
import { feedbackRoutes } from "#features/community/feedback/feedback.routes.ts";
import { forgetFeedback } from "#features/community/feedback/feedback.writes.ts";
import { answerFeedback, closeFeedback } from "#features/community/feedback/feedback-decisions.writes.ts";
import { replyToken } from "#features/community/feedback/reply-token.reads.ts";
import { givenAccount, newApiKey } from "#features/identity/accounts.factory.ts";
import { recordAction } from "#features/identity/audit.writes.ts";
import { guestEmail, openForm, solveCaptcha } from "#features/identity/captcha/open-forms.factory.ts";
import { identityRoutes } from "#features/identity/identity-alone.factory.ts";
import type { Tx } from "#lib/db/pool.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { runDueJobs } from "#lib/testing/run-jobs.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const api = testApi(db, [...feedbackRoutes, ...identityRoutes]);
const STAFF = 9;

beforeEach(async () => {
  await execute(owner, sql`truncate community_feedback cascade`);
  await execute(owner, sql`delete from identity_throttles`);
  await execute(owner, sql`update job_clock set offset_interval = '0'`);
  await runDueJobs(db, []);
});

const write = openForm(api, "/api/feedback", (nth, isGuest) => ({
  name: "Anna",
  message: `Where is my number? (${nth})`,
  ...guestEmail(nth, isGuest),
}));
const writeOn = (number: number, body: Record<string, unknown> = {}, key = crypto.randomUUID()) =>
  api.call("POST", "/api/feedback/messages", {
    body: { number, token: replyToken(number), message: "It has come, thank you.", ...body },
    headers: { "idempotency-key": key },
    ip: "203.0.113.9",
  });
const codeOf = ({ status, body }: { status: number; body: { error?: { code?: string } } }) => [
  status,
  body.error?.code,
];
const tickets = () =>
  rows<{ id: number; state: string; flags: string[] }>(
    owner,
    sql`select id, state, flags from community_feedback order by id`,
  );
const threadOf = async (number: number) =>
  (await listFeedbackMessages(db, [number])).map(({ staffId, text }) => [staffId, text]);

/** As the desk does it, with its audit. */
function decide(number: number, action: "answer" | "close", work: (tx: Tx) => Promise<unknown>) {
  return withTransaction(db, async (tx) => {
    await work(tx);
    await recordAction(tx, {
      ...{ actorId: STAFF, action: `feedback.${action}`, subject: `feedback:${number}`, details: {} },
    });
  });
}
const answer = (number: number, words = "We look for it.") =>
  decide(number, "answer", (tx) => answerFeedback(tx, { feedbackId: number, staffId: STAFF, answer: words }));
const close = (number: number) =>
  decide(number, "close", (tx) => closeFeedback(tx, { feedbackId: number, staffId: STAFF }));

describe("a message to support", () => {
  test("of a guest becomes a ticket with a number; support reads its beginning, the sender a receipt without it", async () => {
    const email = "anna@example.com";
    const answered = await write({
      ...{ name: "Anna", email },
      message: "My code at www.evil.example did not come.",
    });
    expect(answered.status).toBe(202);
    const number = answered.body.number as number;
    expect(number).toBeGreaterThan(10_000);
    expect(await threadOf(number)).toEqual([[null, "My code at www.evil.example did not come."]]);
    const mails = await runDueJobs(db, []);
    const receipt = mails.find(({ to }) => to === email);
    const told = mails.find(({ to }) => to === env.SUPPORT_EMAIL);
    expect(mails).toHaveLength(2);
    expect(receipt?.text).toContain(String(number));
    expect(receipt?.text).not.toContain("Anna");
    expect(receipt?.text).not.toContain("code");
    expect(told?.text).toContain("Anna");
    expect(told?.text).toContain("/desk/feedback");
    expect(told?.text).not.toContain("www.evil.example");
  });

  test("of a user is answered at the account's address, in its language", async () => {
    const user = await givenAccount(owner, newApiKey());
    await execute(owner, sql`update identity_users set locale = 'es' where id = ${user}`);
    const { body } = await write({ user });
    const { email } = await one<{ email: string }>(
      owner,
      sql`select email from identity_users where id = ${user}`,
    );
    expect((await runDueJobs(db, [])).find(({ to }) => to === email)?.subject).toContain("su mensaje");
    await answer(body.number);
    const [mail, ...more] = await runDueJobs(db, []);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: email, subject: expect.stringContaining(String(body.number)) });
    expect(mail?.text).toContain("We look for it.");
    expect(mail?.text).toContain(`/es/feedback#${body.number}.${replyToken(body.number)}`);
  });

  test("sent twice is one ticket: by a lost answer's key with a spent captcha, and by the same person's same words", async () => {
    const [key, email, spent] = [crypto.randomUUID(), "same.person@gmail.com", await solveCaptcha(api)];
    const message = "Where is my number?";
    const first = await write({ key, email, message, captcha: spent });
    const again = await write({ key, email, message, captcha: spent });
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([202, "true"]);
    const twin = await write({ email: "sameperson+x@gmail.com", message: "where is my number" });
    expect([again.body, twin.body]).toEqual([first.body, first.body]);
    expect(await tickets()).toHaveLength(1);
    expect((await runDueJobs(db, [])).map(({ to }) => to).sort()).toEqual([email, env.SUPPORT_EMAIL].sort());
    expect(codeOf(await write({ key, email, message: "Another message" }))).toEqual([
      422,
      "IDEMPOTENCY_MISMATCH",
    ]);
  });

  test("sent at the same moment is one ticket with one receipt", async () => {
    const user = await givenAccount(owner, newApiKey());
    const sent = await Promise.all(
      [1, 2, 3, 4].map(() => write({ user, message: "All at once, please.", ip: "203.0.113.5" })),
    );
    expect(new Set(sent.map(({ body }) => body.number)).size).toBe(1);
    expect(await tickets()).toHaveLength(1);
    expect(await runDueJobs(db, [])).toHaveLength(2);
  });

  test.each([
    [{ name: "  " }, "VALIDATION"],
    [{ message: "short" }, "VALIDATION"],
    [{ message: "x".repeat(3_001) }, "VALIDATION"],
    [{ email: " " }, "EMAIL_MISSING"],
    [{ email: "a@b" }, "INVALID_EMAIL"],
    [{ captcha: undefined }, "CAPTCHA_REQUIRED"],
    [{ captcha: "made up" }, "CAPTCHA_FAILED"],
    [{ message: "a.com b.com c.com d.com e.com f.com" }, "TOO_MANY_LINKS"],
  ])("that is not right is refused and leaves nothing: %j", async (wrong, code) => {
    const refused = await write(wrong);
    expect([refused.status >= 400 && refused.status < 500, refused.body.error.code]).toEqual([true, code]);
    expect(await tickets()).toEqual([]);
  });

  test("of a wave of equal texts is flagged, and refused from the sixth on; a thrown-away address is flagged as well", async () => {
    const message = "Cheap watches for everybody";
    await write({ message, email: "someone@mailinator.com" });
    for (let nth = 1; nth < 5; nth += 1) expect((await write({ message: `${message}!` })).status).toBe(202);
    expect(codeOf(await write({ message: message.toUpperCase() }))).toEqual([409, "TEXT_REPEATED"]);
    expect((await tickets()).map(({ flags }) => flags)).toEqual([
      ["disposable"],
      ...Array.from({ length: 4 }, () => ["repeated"]),
    ]);
  });

  test("is not taken without end from one account, one mailbox or one network", async () => {
    for (let at = 0; at < 10; at += 1) expect((await write({ user: 77 })).status).toBe(202);
    expect(codeOf(await write({ user: 77 }))).toEqual([429, "TOO_MANY_ATTEMPTS"]);
    for (let at = 0; at < 10; at += 1)
      expect((await write({ email: `me+${at}@example.com` })).status).toBe(202);
    expect(codeOf(await write({ email: "me@example.com" }))).toEqual([429, "TOO_MANY_ATTEMPTS"]);
    await execute(owner, sql`delete from identity_throttles`);
    for (let at = 0; at < 30; at += 1)
      expect((await write({ user: 1_000 + at, ip: "203.0.113.7" })).status).toBe(202);
    expect(codeOf(await write({ user: 2_000, ip: "203.0.113.7" }))).toEqual([429, "TOO_MANY_ATTEMPTS"]);
  });
});

describe("a ticket's thread", () => {
  test("holds answers and what the sender writes back, which opens it again and is told to support", async () => {
    const number = await givenFeedback(db);
    await answer(number, "We look for it.\n\nHave patience.");
    await close(number);
    await runDueJobs(db, []);
    const key = crypto.randomUUID();
    expect((await writeOn(number, {}, key)).body).toEqual({ number });
    expect((await writeOn(number, {}, key)).headers.get("idempotency-replayed")).toBe("true");
    expect(codeOf(await writeOn(number, { message: "Something else" }, key))).toEqual([
      422,
      "IDEMPOTENCY_MISMATCH",
    ]);
    expect(await threadOf(number)).toEqual([
      [null, "Where is my number?"],
      [STAFF, "We look for it.\n\nHave patience."],
      [null, "It has come, thank you."],
    ]);
    expect(await tickets()).toMatchObject([{ state: "open" }]);
    expect((await runDueJobs(db, [])).map(({ to }) => to)).toEqual([env.SUPPORT_EMAIL]);
  });

  test("is closed to who has no link of its mails, and to the link of another ticket", async () => {
    const [number, other] = [await givenFeedback(db), await givenFeedback(db)];
    expect(codeOf(await writeOn(number, { token: replyToken(other) }))).toEqual([400, "LINK_INVALID"]);
    expect(codeOf(await writeOn(999_999))).toEqual([400, "LINK_INVALID"]);
    expect(await threadOf(number)).toHaveLength(1);
  });

  test("is written into by the staff until it is closed, and no answer is mailed twice", async () => {
    const number = await givenFeedback(db);
    await answer(number);
    await answer(number, "Here it is.");
    expect(await runDueJobs(db, [])).toHaveLength(2);
    await close(number);
    await expect(answer(number)).rejects.toMatchObject({ code: "FEEDBACK_CLOSED" });
    await expect(close(number)).rejects.toMatchObject({ code: "FEEDBACK_CLOSED" });
    await expect(close(1)).rejects.toMatchObject({ code: "FEEDBACK_NOT_FOUND" });
    expect(await runDueJobs(db, [])).toEqual([]);
  });

  test("may be written on although the same words wait in another ticket", async () => {
    const message = "Where is my other number?";
    const email = "twice@example.com";
    const first = (await write({ email, message })).body.number as number;
    await close(first);
    const second = (await write({ email, message })).body.number as number;
    expect(second).not.toBe(first);
    expect((await writeOn(first)).status).toBe(202);
    expect(await tickets()).toMatchObject([{ state: "open" }, { state: "open" }]);
  });
});

test("the staff find tickets by name, address and number, and what is typed is no pattern", async () => {
  const number = await givenFeedback(db, { name: "100% Anna" });
  await givenFeedback(db, { name: "Boris" });
  const found = async (search: string) =>
    (await listFeedback(db, { state: "open", search }, 10)).map(({ id }) => id);
  expect(await found("100%")).toEqual([number]);
  expect(await found(String(number))).toEqual([number]);
  expect(await found("guest@example")).toHaveLength(2);
  expect(await found("%")).toEqual([number]);
});

test("what a person wrote is in the archive with its answers, and goes with the account", async () => {
  const user = await givenAccount(owner, newApiKey());
  const number = await givenFeedback(db, { userId: user });
  await givenFeedback(db);
  await answer(number);
  const part = communityArchive.find(({ name }) => name === "feedback");
  expect(part && "read" in part ? await part.read(db, user) : null).toMatchObject([
    { id: number, name: "Anna", text: "Where is my number?", isAnswer: false },
    { id: number, text: "We look for it.", isAnswer: true },
  ]);
  await withTransaction(db, async (tx) => communityClosing.forget?.(tx, user));
  expect(await tickets()).toHaveLength(1);
});

test("tickets in which nobody writes are forgotten: decided ones after a year, open ones after two", async () => {
  const number = await givenFeedback(db);
  await givenFeedback(db);
  await close(number);
  await moveClock(owner, "364 days");
  expect(await forgetFeedback(db)).toBe(0);
  await moveClock(owner, "2 days");
  expect(await forgetFeedback(db)).toBe(1);
  await moveClock(owner, "365 days");
  expect(await forgetFeedback(db)).toBe(1);
});
