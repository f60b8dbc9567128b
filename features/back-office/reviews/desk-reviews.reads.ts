import { deskPageSize, type Page, pageFrom } from "#features/back-office/back-office.rules.ts";
import { listNames } from "#features/back-office/names.reads.ts";
import type { ReviewView } from "#features/back-office/reviews/desk-reviews.contract.ts";
import { listReviews } from "#features/community/reviews/reviews.reads.ts";
import type { ReviewState } from "#features/community/reviews/reviews.rules.ts";
import type { Db } from "#lib/db/pool.ts";

/** Reviews as the desk shows them, oldest first: they wait. */
export async function listReviewViews(
  db: Db,
  asked: { state: ReviewState; after?: number | undefined },
): Promise<Page<ReviewView>> {
  const { items, hasMore } = pageFrom(await listReviews(db, asked, deskPageSize + 1));
  const nameOf = await listNames(
    db,
    items.flatMap(({ userId, decidedBy }) => [userId, decidedBy]),
  );
  const personOf = (id: number | null) => (id === null ? null : nameOf(id));
  const views = items.map(({ userId, decidedBy, decidedAt, createdAt, flags, ...review }) => ({
    ...review,
    flags: [...flags],
    account: personOf(userId),
    decidedBy: personOf(decidedBy),
    decidedAt: decidedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }));
  return { items: views, hasMore };
}
