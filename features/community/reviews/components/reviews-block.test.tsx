import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { ReviewsBlock } from "#features/community/reviews/components/reviews-block.tsx";
import type { ShownReview } from "#features/community/reviews/reviews.reads.ts";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { messagesOf } from "#lib/i18n/messages.ts";
import { expectInertRows } from "#lib/testing/hostile-texts.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";
import { sentMarkup } from "#lib/testing/sent-markup.tsx";
import { xssPayloads } from "#lib/testing/xss-payloads.ts";

const reviewed = { name: "SMS Den", description: "Numbers for codes", url: "https://smsden.example/" };

function review(part: Partial<ShownReview> & { id: number }): ShownReview {
  return {
    ...{ name: "Anna", text: "The code came at once.", rating: 5, locale: "en", isVerified: false },
    createdAt: new Date("2026-11-20T23:30:00Z"),
    ...part,
  };
}

function block(reviews: readonly ShownReview[], locale: Locale = "en") {
  const average = reviews.length === 0 ? null : 4.5;
  return <ReviewsBlock {...{ reviews, average, locale, reviewed }} count={reviews.length * 1_000} />;
}
const show = (reviews: readonly ShownReview[], locale: Locale = "en") =>
  renderIsland(block(reviews, locale), locale, messagesOf(locale));
const jsonLdOf = (root: ParentNode) =>
  JSON.parse(root.querySelector('script[type="application/ld+json"]')?.textContent ?? "null");

test("the block tells each review's words, stars, author, day and mark, and in which language it was written", () => {
  show([review({ id: 2, isVerified: true }), review({ id: 1, name: "Анна", text: "Хорошо", locale: "ru" })]);
  const [first, second] = screen.getAllByRole("listitem") as [HTMLElement, HTMLElement];
  within(first).getByText("The code came at once.");
  within(first).getByRole("img", { name: "5 of 5" });
  within(first).getByText("Verified purchase");
  expect(first.querySelector("time")?.getAttribute("datetime")).toBe("2026-11-20");
  expect(within(second).getByText("Хорошо").lang).toBe("ru");
  expect(first.querySelector("[lang]")).toBeNull();
  expect(within(second).queryByText("Verified purchase")).toBeNull();
  screen.getByText("4,5 of 5, 2 000 reviews");
});

test("search engines are told the average and each review in schema.org's words", () => {
  const { container } = show([review({ id: 1, rating: 4 })]);
  expect(jsonLdOf(container)).toMatchObject({
    "@type": "Product",
    ...reviewed,
    aggregateRating: { "@type": "AggregateRating", ratingValue: 4.5, reviewCount: 1_000 },
    review: [
      {
        "@type": "Review",
        author: { name: "Anna" },
        reviewRating: { ratingValue: 4 },
        reviewBody: "The code came at once.",
        datePublished: "2026-11-20",
      },
    ],
  });
});

test("without a review the block says so, tells search engines nothing, and can be written to", () => {
  const { container } = show([]);
  screen.getByText("Nobody has written a review yet.");
  screen.getByRole("button", { name: "Write a review" });
  expect(container.querySelector("script")).toBeNull();
});

test("two hundred texts that would run a script stay texts in the page and for search engines", async () => {
  const hostile = await expectInertRows((texts) => {
    const reviews = texts.map((words, id) => review({ id, name: words, text: words }));
    return new DOMParser().parseFromString(sentMarkup(block(reviews)), "text/html").body;
  });
  expect(jsonLdOf(hostile).review.map(({ reviewBody }: { reviewBody: string }) => reviewBody)).toEqual(
    xssPayloads,
  );
});

test.each(locales)("the block of reviews has all its words in %s", (locale) => {
  const { container } = show([review({ id: 1, isVerified: true })], locale);
  expect(container.textContent?.replace(/\{.*\}$/, "")).not.toMatch(/community\.|[{}]/);
});
