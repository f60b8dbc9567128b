import { screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, test } from "vitest";
import { ReportForm } from "#features/community/comments/components/report-form.island.tsx";
import { answeringUser, pressReady, sent } from "#features/identity/captcha/open-form-suites.factory.ts";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { messagesOf } from "#lib/i18n/messages.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const show = (form: ReactElement, locale: Locale = "en") => renderIsland(form, locale, messagesOf(locale));

const press = () => pressReady("Report the comment");

test("a reader's report goes out once it is confirmed, and what becomes of it is said", async () => {
  const requests = answeringUser(() => ({ status: 202, body: { status: "accepted" } }));
  show(<ReportForm commentId={7} />);
  await press();
  await screen.findByText("Thank you. We will look at this comment.");
  expect(sent(requests).map(({ path }) => path)).toEqual(["/comments/7/report"]);
  expect(sent(requests)[0]?.headers["Idempotency-Key"]).toMatch(/^[0-9a-f-]{36}$/);
});

test("a sent report leaves the focus on the thanks for it", async () => {
  answeringUser(() => ({ status: 202, body: { status: "accepted" } }));
  show(<ReportForm commentId={7} />);
  await press();
  const words = await screen.findByText("Thank you. We will look at this comment.");
  await waitFor(() => expect(document.activeElement).toBe(words.closest("[tabindex]")));
});

test("a report that was refused says why", async () => {
  answeringUser(() => refusal(404, "COMMENT_NOT_FOUND", "There is no such comment."));
  show(<ReportForm commentId={7} />);
  await press();
  expect((await screen.findByRole("alert")).textContent).toContain("There is no such comment.");
});

test("a guest who wants to report a comment is told to log in", async () => {
  fakeApi(() => ({ status: 200, body: null }));
  show(<ReportForm commentId={7} />);
  await screen.findByText("You need to log in");
  expect(screen.queryByRole("button")).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("link"));
});

test.each(locales)("reporting a comment is asked about in %s", (locale) => {
  answeringUser(() => ({ status: 202, body: { status: "accepted" } }));
  const { container } = show(<ReportForm commentId={7} />, locale);
  expect(container.textContent).not.toMatch(/community\.|[{}]/);
});
