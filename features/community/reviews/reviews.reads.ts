import sql from "sql-template-tag";
import { type ReviewState, reviewLimits } from "#features/community/reviews/reviews.rules.ts";
import type { SpamFlag } from "#features/identity/spam/spam.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { one, rows } from "#lib/db/query.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** A review as everybody sees it. */
export type ShownReview = {
  readonly id: number;
  readonly name: string;
  readonly text: string;
  readonly rating: number;
  /** The language it was written in. */
  readonly locale: Locale;
  readonly isVerified: boolean;
  readonly createdAt: Date;
};

/** Those for the main page in a language: its own first, newest first. */
export function listShownReviews(db: Queryable, locale: Locale): Promise<ShownReview[]> {
  return rows<ShownReview>(
    db,
    sql`select id, name, text, rating, locale, is_verified as "isVerified", created_at as "createdAt"
        from community_reviews where state = 'approved'
        order by locale = ${locale} desc, decided_at desc, id desc limit ${reviewLimits.shown}`,
  );
}

/** How many reviews are shown in all languages together, and their average rating; null when there is none. */
export function sumUpReviews(db: Queryable): Promise<{ count: number; average: number | null }> {
  return one(
    db,
    sql`select count(*)::int as count, round(avg(rating), 1)::float8 as average from community_reviews where state = 'approved'`,
  );
}

/** A review as the staff see it. */
export type Review = ShownReview & {
  readonly state: ReviewState;
  readonly userId: number | null;
  readonly flags: readonly SpamFlag[];
  readonly reason: string | null;
  readonly decidedBy: number | null;
  readonly decidedAt: Date | null;
};

/** Reviews in a state, oldest first, from above an id on, at most `limit`. */
export function listReviews(
  db: Queryable,
  { state, after }: { readonly state: ReviewState; readonly after?: number | undefined },
  limit: number,
): Promise<Review[]> {
  return rows<Review>(
    db,
    sql`select id, state, user_id as "userId", name, text, rating, locale, is_verified as "isVerified", flags, reason,
          decided_by as "decidedBy", decided_at as "decidedAt", created_at as "createdAt"
        from community_reviews where state = ${state} and id > ${after ?? 0} order by id limit ${limit}`,
  );
}

/** How many reviews wait, and for how many seconds the oldest has; null when there is none. */
export function countWaitingReviews(db: Queryable): Promise<{ count: number; oldestSeconds: number | null }> {
  return one(
    db,
    sql`select count(*)::int as count, case when count(*) > 0 then greatest(0, extract(epoch from app_now() - min(created_at)))::int end as "oldestSeconds"
        from community_reviews where state = 'waiting'`,
  );
}
