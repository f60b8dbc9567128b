import { expect, test } from "vitest";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
import {
  actionsOf,
  codeOf,
  db,
  get,
  newKey,
  send,
  support,
} from "#features/back-office/back-office-routes.factory.ts";
import type { ReviewView } from "#features/back-office/reviews/desk-reviews.contract.ts";
import { givenReview } from "#features/community/community.factory.ts";
import { listShownReviews } from "#features/community/reviews/reviews.reads.ts";
import { givenStaff } from "#features/identity/staff.factory.ts";

const decide = (
  id: number,
  decision: string,
  { staff = support, key = newKey(), reason = "kind words" } = {},
) => send(staff, `reviews/${id}/decide`, { decision, reason }, "POST", key);
const listed = async (query = ""): Promise<ReviewView[]> => (await get(`reviews${query}`)).body.items;
const shown = async () => (await listShownReviews(db, "en")).map(({ id }) => id);

test("the desk lists waiting reviews with their authors, and a review that it approves is shown, once per key", async () => {
  const userId = await givenCustomer(db, 0);
  const id = await givenReview(db, { userId, isVerified: true });
  expect(await listed()).toContainEqual(
    expect.objectContaining({ id, isVerified: true, account: expect.objectContaining({ id: userId }) }),
  );
  const key = newKey();
  expect((await decide(id, "approve", { key })).body).toEqual({ state: "approved" });
  expect((await decide(id, "approve", { key })).headers.get("idempotency-replayed")).toBe("true");
  expect(codeOf(await decide(id, "reject", { key }))).toEqual([422, "IDEMPOTENCY_MISMATCH"]);
  expect(await shown()).toContain(id);
  const [approved] = (await listed("?state=approved")).filter((one) => one.id === id);
  expect(approved).toMatchObject({ reason: "kind words", decidedBy: { id: support.userId } });
  expect(await actionsOf(`review:${id}`)).toEqual([{ action: "review.approve", actor: support.userId }]);
});

test("a shown review is taken down with a reason, and a refused one shown after all", async () => {
  const id = await givenReview(db);
  await decide(id, "approve");
  expect((await decide(id, "reject", { reason: "not about us" })).body).toEqual({ state: "rejected" });
  expect(await shown()).not.toContain(id);
  expect(codeOf(await decide(id, "reject"))).toEqual([409, "REVIEW_DECIDED"]);
  expect((await decide(id, "approve")).body).toEqual({ state: "approved" });
  expect((await actionsOf(`review:${id}`)).map(({ action }) => action)).toEqual([
    "review.approve",
    "review.reject",
    "review.approve",
  ]);
});

test("reviews are read and decided by the staff alone, with a fresh second factor and a reason", async () => {
  const id = await givenReview(db);
  expect((await get("reviews", { ...support, cookie: "" })).status).toBe(401);
  expect((await get("reviews", await givenStaff(db, null))).status).toBe(403);
  const stale = await givenStaff(db, "support", { secondsAgo: 3_600 });
  expect(codeOf(await decide(id, "approve", { staff: stale }))).toEqual([403, "STEP_UP_NEEDED"]);
  expect(codeOf(await decide(id, "approve", { reason: " " }))).toEqual([400, "VALIDATION"]);
  expect(codeOf(await decide(1_000_000, "approve"))).toEqual([404, "REVIEW_NOT_FOUND"]);
  expect(await shown()).not.toContain(id);
});
