import { BadgeCheck, Star } from "lucide-react";
import { useTranslations } from "next-intl";
import { SearchFacts } from "#components/layout/search-facts.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { cx } from "#components/ui/class-names.ts";
import { WriteReview } from "#features/community/reviews/components/write-review.island.tsx";
import type { ReviewsOfPage } from "#features/community/reviews/reviews.loaders.ts";
import type { ShownReview } from "#features/community/reviews/reviews.reads.ts";
import { ratings } from "#features/community/reviews/reviews.rules.ts";
import { reviewsJsonLd } from "#features/community/reviews/reviews.view.ts";
import { formatDay, formatNumber } from "#lib/i18n/formats.ts";
import { type Locale, localeFacts } from "#lib/i18n/locales.ts";

type ReviewsBlockProps = ReviewsOfPage & {
  locale: Locale;
  /** What is reviewed, as search engines are told it; `url` is absolute. */
  reviewed: { name: string; description: string; url: string };
};

/** What people say of the product, and where one says it; readable without scripts. */
export function ReviewsBlock({ locale, reviewed, ...shown }: ReviewsBlockProps) {
  const t = useTranslations("community.reviews");
  const { reviews, count, average } = shown;
  const jsonLd = reviewsJsonLd(shown, reviewed);
  return (
    <section id="reviews" aria-labelledby="reviews-title" className="mt-14">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="reviews-title" className="font-bold text-xl">
          {t("title")}
        </h2>
        {average === null ? null : (
          <p className="flex items-center gap-2 text-muted text-sm">
            <Star aria-hidden="true" className="size-4 fill-accent text-accent" />
            {t("average", { average: formatNumber(average, 1), count, shown: formatNumber(count) })}
          </p>
        )}
      </div>
      {reviews.length > 0 ? (
        <ul className="mt-5 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {reviews.map((review) => (
            <ReviewCard key={review.id} review={review} locale={locale} />
          ))}
        </ul>
      ) : (
        <p className="mt-3 text-muted">{t("empty")}</p>
      )}
      <div className="mt-5 max-w-xl">
        <WriteReview label={t("write")} />
      </div>
      {jsonLd ? <SearchFacts facts={jsonLd} /> : null}
    </section>
  );
}

function ReviewCard({ review, locale }: { review: ShownReview; locale: Locale }) {
  const t = useTranslations("community.reviews");
  const { name, text, rating, isVerified, createdAt } = review;
  const language = review.locale === locale ? undefined : localeFacts[review.locale].tag;
  return (
    <li className="grid content-start gap-2 rounded-lg border border-line bg-surface px-5 py-4 text-sm">
      <Stars rating={rating} label={t("stars", { stars: String(rating) })} />
      <bdi lang={language} className="wrap-anywhere whitespace-pre-line">
        {text}
      </bdi>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
        <bdi className="wrap-anywhere font-medium text-text">{name}</bdi>
        <time dateTime={createdAt.toISOString().slice(0, 10)}>{formatDay(locale, createdAt, "UTC")}</time>
        {isVerified ? (
          <Badge tone="good" icon={<BadgeCheck aria-hidden="true" className="size-3.5" />}>
            {t("verified")}
          </Badge>
        ) : null}
      </p>
    </li>
  );
}

function Stars({ rating, label }: { rating: number; label: string }) {
  return (
    <span role="img" aria-label={label} className="flex gap-0.5">
      {ratings.toReversed().map((star) => (
        <Star
          key={star}
          aria-hidden="true"
          className={cx("size-4", star <= rating ? "fill-accent text-accent" : "text-faint")}
        />
      ))}
    </span>
  );
}
