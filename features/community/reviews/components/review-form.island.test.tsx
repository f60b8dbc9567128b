import { screen, waitFor } from "@testing-library/react";
import cookie from "js-cookie";
import { expect, test } from "vitest";
import { ReviewForm } from "#features/community/reviews/components/review-form.island.tsx";
import { answering, pressReady, sent, type } from "#features/identity/captcha/open-form-suites.factory.ts";
import { locales } from "#lib/i18n/locales.ts";
import { refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const accepted = () => ({ status: 202, body: { status: "accepted" } });
const submit = () => pressReady("Send the review");

test("a user's review goes out with the account's name filled in, and what becomes of it is said", async () => {
  cookie.set("signed-in", "1");
  const requests = answering(accepted);
  renderIsland(<ReviewForm />);
  await waitFor(() => expect((screen.getByLabelText(/Name/) as HTMLInputElement).value).toBe("Anna"));
  type(/Stars/, "4");
  type(/^Review/, " The code came at once. ");
  await submit();
  await screen.findByText("Your application has been accepted");
  expect(sent(requests)).toMatchObject([
    { path: "/reviews", body: { name: "Anna", rating: 4, text: "The code came at once." } },
  ]);
  expect(sent(requests)[0]?.headers["Idempotency-Key"]).toMatch(/^[0-9a-f-]{36}$/);
});

test("a sent review leaves the focus on what becomes of it", async () => {
  cookie.set("signed-in", "1");
  answering(accepted);
  renderIsland(<ReviewForm />);
  await waitFor(() => expect((screen.getByLabelText(/Name/) as HTMLInputElement).value).toBe("Anna"));
  type(/Stars/, "4");
  type(/^Review/, "The code came at once.");
  await submit();
  const words = await screen.findByText("Your application has been accepted");
  await waitFor(() => expect(document.activeElement).toBe(words.closest("[tabindex]")));
});

test("a review without name, rating or words says so at each field in the product's words, and is not sent", async () => {
  const requests = answering(accepted);
  renderIsland(<ReviewForm />);
  await submit();
  await screen.findByText("Enter your name");
  screen.getByText("Enter a message");
  screen.getByText("Required to fill in");
  expect(sent(requests)).toEqual([]);
});

test("a refused review says that it was not sent, and its words stay", async () => {
  cookie.set("signed-in", "1");
  answering(() => refusal(409, "REVIEW_EXISTS", "This account has already written a review."));
  renderIsland(<ReviewForm />);
  await waitFor(() => expect((screen.getByLabelText(/Name/) as HTMLInputElement).value).toBe("Anna"));
  type(/Stars/, "5");
  type(/^Review/, "Good");
  await submit();
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Sending error");
  expect(alert.textContent).toContain("already written a review");
  expect((screen.getByLabelText(/^Review/) as HTMLTextAreaElement).value).toBe("Good");
});

test.each(locales)("the form of reviews speaks %s", (locale) => {
  answering(accepted);
  const { container } = renderIsland(<ReviewForm />, locale);
  expect(container.textContent).not.toMatch(/community\.|[{}]/);
});
