import "server-only";
import {
  listShownReviews,
  type ShownReview,
  sumUpReviews,
} from "#features/community/reviews/reviews.reads.ts";
import { pageDb } from "#lib/db/page-db.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** What the main page shows of reviews. `average`: of all that are shown anywhere; null when there is none. */
export type ReviewsOfPage = {
  readonly reviews: readonly ShownReview[];
  readonly count: number;
  readonly average: number | null;
};

/** The reviews for the main page in a language. */
export async function loadReviews(locale: Locale): Promise<ReviewsOfPage> {
  const [reviews, sums] = await Promise.all([listShownReviews(pageDb(), locale), sumUpReviews(pageDb())]);
  return { reviews, ...sums };
}
