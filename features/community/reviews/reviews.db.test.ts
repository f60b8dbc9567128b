import sql from "sql-template-tag";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { communityArchive } from "#features/community/archive.reads.ts";
import { communityClosing } from "#features/community/closing.writes.ts";
import { givenReview } from "#features/community/community.factory.ts";
import { listShownReviews, sumUpReviews } from "#features/community/reviews/reviews.reads.ts";
import { reviewRoutes } from "#features/community/reviews/reviews.routes.ts";
import type { ReviewEvent } from "#features/community/reviews/reviews.rules.ts";
import { decideReview, forgetReviews } from "#features/community/reviews/reviews.writes.ts";
import { givenAddress } from "#features/identity/accounts.factory.ts";
import { recordAction } from "#features/identity/audit.writes.ts";
import { openForm } from "#features/identity/captcha/open-forms.factory.ts";
import { identityRoutes } from "#features/identity/identity-alone.factory.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import { givenAccountOffer } from "#features/ready-accounts/ready-accounts.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import { listen } from "#lib/db/listen.ts";
import { execute, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { askBehind } from "#lib/testing/ask-behind.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner, url } = await useTestDb();
const api = testApi(db, [...reviewRoutes, ...identityRoutes]);
const STAFF = 9;
let buyer = 0 as UserId;

beforeAll(async () => {
  await withTransaction(owner, seedCatalogue);
  await withTransaction(owner, seedPolicy);
  buyer = (await givenApiBuyer(db, 1_000_000)).userId;
  const { offerId } = await givenAccountOffer(db, { count: 2 });
  await buyReadyAccounts(db, {
    ...{ userId: buyer, offerId, count: 1, maxTotalKopecks: null, channel: "site" },
    idempotencyKey: crypto.randomUUID(),
  });
});
beforeEach(async () => {
  await execute(owner, sql`truncate community_reviews`);
  await execute(owner, sql`delete from identity_throttles`);
  await execute(owner, sql`update job_clock set offset_interval = '0'`);
});

const write = openForm(api, "/api/reviews", (nth) => ({
  name: "Anna",
  text: `The code came at once (${nth}).`,
  rating: 5,
}));
const codeOf = ({ status, body }: { status: number; body: { error?: { code?: string } } }) => [
  status,
  body.error?.code,
];
const stored = () =>
  rows<{ id: number; state: string; name: string; text: string; is_verified: boolean; flags: string[] }>(
    owner,
    sql`select id, state, name, text, is_verified, flags from community_reviews order by id`,
  );
/** As the desk does it, with its audit. */
const decide = (reviewId: number, decision: ReviewEvent) =>
  withTransaction(db, async (tx) => {
    const decided = await decideReview(tx, { reviewId, decision, reason: "looked at it", staffId: STAFF });
    await recordAction(tx, {
      ...{ actorId: STAFF, action: `review.${decision}`, subject: `review:${reviewId}`, details: {} },
    });
    return decided;
  });
const shown = async (locale: "en" | "ru" = "en") =>
  (await listShownReviews(db, locale)).map(({ text }) => text);

describe("a review", () => {
  test("of a guest waits for the staff, without a mark, and is kept as plain text", async () => {
    const answer = await write({ name: " Anna\n ", text: "Good\u202e <b>numbers</b>\r\n\r\n\r\n\r\nThanks" });
    expect([answer.status, answer.body]).toEqual([202, { status: "accepted" }]);
    expect(await stored()).toMatchObject([
      { state: "waiting", name: "Anna", text: "Good <b>numbers</b>\n\nThanks", is_verified: false },
    ]);
    expect(await shown()).toEqual([]);
  });

  test("bears the mark of a buyer only where a purchase stands behind it", async () => {
    const { userId: paidIn } = await givenApiBuyer(db, 1_000_000);
    expect((await write({ user: buyer })).status).toBe(202);
    expect((await write({ user: paidIn })).status).toBe(202);
    expect((await stored()).map(({ is_verified }) => is_verified)).toEqual([true, false]);
  });

  test("is one for an account until it is rejected; its lost answer is given again", async () => {
    const key = crypto.randomUUID();
    expect((await write({ user: buyer, text: "Good.", key })).status).toBe(202);
    const again = await write({ user: buyer, text: "Good.", key });
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([202, "true"]);
    expect(codeOf(await write({ user: buyer, text: "Bad.", key }))).toEqual([422, "IDEMPOTENCY_MISMATCH"]);
    expect(codeOf(await write({ user: buyer, text: "Better." }))).toEqual([409, "REVIEW_EXISTS"]);
    const [first] = await stored();
    await decide(first?.id ?? 0, "reject");
    expect((await write({ user: buyer, text: "Better." })).status).toBe(202);
    await expect(decide(first?.id ?? 0, "approve")).rejects.toMatchObject({ code: "REVIEW_EXISTS" });
  });

  test("that was refused is not shown beside one that its author writes at this moment", async () => {
    await write({ user: buyer, text: "Good." });
    const [first] = (await stored()).slice(-1);
    await decide(first?.id ?? 0, "reject");
    const twin = sql`insert into community_reviews (user_id, name, text, rating, locale, is_verified, text_hash, flags, idempotency_key, input_hash)
        select user_id, name, text, rating, locale, is_verified, text_hash, flags, 'of this moment', input_hash
        from community_reviews where id = ${first?.id ?? 0}`;
    const approved = askBehind(
      db,
      (tx) => execute(tx, twin),
      () => decide(first?.id ?? 0, "approve"),
    );
    await expect(approved).rejects.toMatchObject({ code: "REVIEW_EXISTS" });
  });

  test("of guests with the same words waits once", async () => {
    await write({ text: "The best there is" });
    expect((await write({ text: "the best, there is!" })).status).toBe(202);
    expect(await stored()).toHaveLength(1);
  });

  test.each([
    [{ name: " " }, "VALIDATION"],
    [{ text: " " }, "VALIDATION"],
    [{ text: "x".repeat(1_001) }, "VALIDATION"],
    [{ rating: 0 }, "VALIDATION"],
    [{ rating: 6 }, "VALIDATION"],
    [{ rating: 4.5 }, "VALIDATION"],
    [{ captcha: undefined }, "CAPTCHA_REQUIRED"],
    [{ captcha: "made up" }, "CAPTCHA_FAILED"],
    [{ text: "Rather go to evil.com or www.evil.example" }, "TOO_MANY_LINKS"],
  ])("that is not right is refused and leaves nothing: %j", async (wrong, code) => {
    const refused = await write(wrong);
    expect([refused.status >= 400 && refused.status < 500, refused.body.error.code]).toEqual([true, code]);
    expect(await stored()).toEqual([]);
  });

  test("with a link or the words of others is flagged for the staff", async () => {
    await write({ user: 1_001, text: "See telegram.org" });
    await write({ user: 1_002, text: "see telegram.org!" });
    expect((await stored()).map(({ flags }) => flags)).toEqual([["links"], ["repeated", "links"]]);
  });

  test("of a wave of equal texts by many accounts is flagged, and refused from the sixth on", async () => {
    const text = "Cheap watches for everybody";
    for (let nth = 0; nth < 5; nth += 1)
      expect((await write({ user: 4_000 + nth, text: `${text}${"!".repeat(nth)}` })).status).toBe(202);
    expect(codeOf(await write({ user: 4_010, text: text.toUpperCase() }))).toEqual([409, "TEXT_REPEATED"]);
    expect((await stored()).map(({ flags }) => flags)).toEqual([
      [],
      ...Array.from({ length: 4 }, () => ["repeated"]),
    ]);
  });

  test("from whose account mails go to a disposable address is flagged for the staff", async () => {
    const { userId } = await givenApiBuyer(db, 0);
    await givenAddress(owner, userId, "reviewer@mailinator.com");
    expect((await write({ user: userId })).status).toBe(202);
    expect((await write({ user: buyer })).status).toBe(202);
    expect((await stored()).map(({ flags }) => flags)).toEqual([["disposable"], []]);
  });

  test("is not taken without end from one account, whatever became of those before, and leaves nothing then", async () => {
    for (let at = 0; at < 5; at += 1) {
      expect((await write({ user: buyer })).status).toBe(202);
      await decide((await stored()).at(-1)?.id ?? 0, "reject");
    }
    const before = await stored();
    expect(codeOf(await write({ user: buyer }))).toEqual([429, "TOO_MANY_ATTEMPTS"]);
    expect(await stored()).toEqual(before);
    expect((await write({ user: 2_000 })).status).toBe(202);
  });

  test("is not taken without end from one network", async () => {
    for (let at = 0; at < 20; at += 1)
      expect((await write({ user: 2_000 + at, ip: "203.0.113.7" })).status).toBe(202);
    expect(codeOf(await write({ user: 3_000, ip: "203.0.113.7" }))).toEqual([429, "TOO_MANY_ATTEMPTS"]);
  });
});

describe("the main page", () => {
  test("shows approved reviews, those in its language first, with the average of all", async () => {
    for (const [text, locale, rating] of [
      ["one", "en", 5],
      ["два", "ru", 4],
      ["three", "en", 2],
    ] as const)
      await decide(await givenReview(db, { text, locale, rating }), "approve");
    await givenReview(db, { text: "waits", rating: 1 });
    expect(await shown()).toEqual(["three", "one", "два"]);
    expect(await shown("ru")).toEqual(["два", "three", "one"]);
    expect(await sumUpReviews(db)).toEqual({ count: 3, average: 3.7 });
  });

  test("is made anew when a review is approved, taken down or goes with its account, and not when one is refused", async () => {
    const heard: string[] = [];
    const listening = listen(url, { channels: { page_tags: (payload) => heard.push(payload) } });
    await listening.ready;
    try {
      const [first, second] = [
        await givenReview(db, { userId: buyer }),
        await givenReview(db, { text: "2" }),
      ];
      await decide(second, "reject");
      await decide(first, "approve");
      await eventually(() => expect(heard).toEqual(["reviews"]));
      await decide(first, "reject");
      await eventually(() => expect(heard).toEqual(["reviews", "reviews"]));
      await withTransaction(db, async (tx) => communityClosing.forget?.(tx, buyer));
      await eventually(() => expect(heard).toHaveLength(3));
      expect((await stored()).map(({ id }) => id)).toEqual([second]);
    } finally {
      await listening.close();
    }
  });
});

test("a decision about a review is taken once, and about one that exists", async () => {
  const id = await givenReview(db);
  expect(await decide(id, "approve")).toEqual({ state: "approved" });
  await expect(decide(id, "approve")).rejects.toMatchObject({ code: "REVIEW_DECIDED" });
  await expect(decide(999_999, "approve")).rejects.toMatchObject({ code: "REVIEW_NOT_FOUND" });
});

test("a person's reviews are in the archive", async () => {
  await givenReview(db, { userId: buyer, text: "mine" });
  await givenReview(db, { text: "a guest's" });
  const part = communityArchive.find(({ name }) => name === "reviews");
  expect(part && "read" in part ? await part.read(db, buyer) : null).toMatchObject([
    { text: "mine", rating: 5, state: "waiting" },
  ]);
});

test("rejected reviews are forgotten after 90 days, shown ones stay", async () => {
  const [kept, gone] = [await givenReview(db), await givenReview(db, { text: "2" })];
  await decide(kept, "approve");
  await decide(gone, "reject");
  await moveClock(owner, "89 days");
  expect(await forgetReviews(db)).toBe(0);
  await moveClock(owner, "2 days");
  expect(await forgetReviews(db)).toBe(1);
  expect((await stored()).map(({ id }) => id)).toEqual([kept]);
});
