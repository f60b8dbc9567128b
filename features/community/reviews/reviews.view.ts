import type { ShownReview } from "#features/community/reviews/reviews.reads.ts";
import { localeFacts } from "#lib/i18n/locales.ts";

type Shown = {
  readonly reviews: readonly ShownReview[];
  readonly count: number;
  readonly average: number | null;
};

/** What is reviewed. `url` is absolute. */
type Reviewed = { readonly name: string; readonly description: string; readonly url: string };

/** The reviews of the product in schema.org's words, for search engines; null without any. */
export function reviewsJsonLd({ reviews, count, average }: Shown, reviewed: Reviewed): object | null {
  if (average === null) return null;
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    ...reviewed,
    aggregateRating: {
      "@type": "AggregateRating",
      ratingValue: average,
      reviewCount: count,
      bestRating: 5,
      worstRating: 1,
    },
    review: reviews.map(({ name, text, rating, locale, createdAt }) => ({
      "@type": "Review",
      author: { "@type": "Person", name },
      reviewRating: { "@type": "Rating", ratingValue: rating, bestRating: 5, worstRating: 1 },
      reviewBody: text,
      inLanguage: localeFacts[locale].tag,
      datePublished: createdAt.toISOString().slice(0, 10),
    })),
  };
}
