import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderAtDesk } from "#features/back-office/render-at-desk.factory.tsx";
import type { ReviewView } from "#features/back-office/reviews/desk-reviews.contract.ts";
import { ReviewList } from "#features/back-office/reviews/review-list.island.tsx";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { fakeApi } from "#lib/testing/fake-api.ts";
import { expectInertRows } from "#lib/testing/hostile-texts.ts";

const user = userEvent.setup();
const at = "2026-11-25T10:00:00.000Z";
const staff = { id: 9, name: "Staff", email: "staff@example.com" };

function review(part: Partial<ReviewView> = {}): ReviewView {
  return {
    ...{ id: 7, state: "waiting", name: "Anna", text: "The code came at once.", rating: 4, locale: "ru" },
    ...{ isVerified: true, account: staff, flags: ["links"], reason: null, decidedBy: null, decidedAt: null },
    createdAt: at,
    ...part,
  };
}

function show(items: ReviewView[], locale: Locale = "en") {
  const requests = fakeApi(({ method }) =>
    method === "GET"
      ? { status: 200, body: { items, hasMore: false } }
      : { status: 200, body: { state: "approved" } },
  );
  const { container } = renderAtDesk(<ReviewList />, locale);
  return { requests, container };
}

test("a review is shown to the staff with its mark and flags, and approved with a reason", async () => {
  const { requests } = show([review()]);
  await screen.findByText("The code came at once.");
  screen.getByText("Verified purchase");
  screen.getByText("Links");
  await user.click(screen.getByRole("button", { name: "Approve" }));
  const dialog = await screen.findByRole("dialog");
  await user.type(within(dialog).getByLabelText("Reason"), "kind words");
  await user.click(within(dialog).getByRole("button", { name: "Approve" }));
  await eventually(() =>
    expect(requests).toContainEqual(
      expect.objectContaining({
        ...{ method: "POST", path: "/desk/reviews/7/decide" },
        body: { decision: "approve", reason: "kind words" },
      }),
    ),
  );
});

test.each([
  ["waiting", ["Approve", "Reject"]],
  ["approved", ["Reject"]],
  ["rejected", ["Approve"]],
] as const)("a review that is %s can be decided about by %j alone", async (state, names) => {
  const { container } = show([review({ state, decidedBy: staff, decidedAt: at, reason: "looked at it" })]);
  await screen.findByText("The code came at once.");
  const buttons = within(container).getAllByRole("button");
  expect(buttons.map(({ textContent }) => textContent)).toEqual(names);
});

test("two hundred reviews that would run a script stay texts at the desk", async () => {
  await expectInertRows(async (texts) => {
    const reviews = texts.map((words, id) =>
      review({
        ...{ id, name: words, text: words, state: "rejected", reason: words },
        ...{ decidedBy: staff, decidedAt: at },
      }),
    );
    const { container } = show(reviews);
    await eventually(() => expect(container.querySelectorAll("dl")).toHaveLength(200));
    return container;
  });
});

test.each(locales)("reviews are shown at the desk in the words of %s", async (locale) => {
  const { container } = show(
    [
      review(),
      review({ id: 8, state: "approved", account: null, decidedBy: staff, decidedAt: at, reason: "good" }),
      review({ id: 9, state: "rejected", flags: ["disposable", "repeated", "links"] }),
    ],
    locale,
  );
  await screen.findAllByText("The code came at once.");
  expect(container.textContent).not.toMatch(/backOffice|[{}]/);
});
