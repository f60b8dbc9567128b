import { fireEvent, screen, waitFor } from "@testing-library/react";
import cookie from "js-cookie";
import type { ReactElement } from "react";
import { beforeEach, expect, test } from "vitest";
import { ReportForm } from "#features/community/comments/components/report-form.island.tsx";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { messagesOf } from "#lib/i18n/messages.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const show = (form: ReactElement, locale: Locale = "en") => renderIsland(form, locale, messagesOf(locale));

beforeEach(() => {
  sessionStorage.clear();
  for (const name of Object.keys(cookie.get())) cookie.remove(name, { path: "/" });
});

function answering(answer: Parameters<typeof fakeApi>[0]) {
  cookie.set("signed-in", "1");
  return fakeApi((request) =>
    request.path === "/users/me"
      ? { status: 200, body: { id: 3, email: "a@b.test", name: "Anna" } }
      : answer(request),
  );
}
async function press() {
  const button = screen.getByRole("button", { name: "Report the comment" });
  await waitFor(() => expect((button as HTMLButtonElement).disabled).toBe(false));
  fireEvent.click(button);
}

test("a reader's report goes out once it is confirmed, and what becomes of it is said", async () => {
  const requests = answering(() => ({ status: 202, body: { status: "accepted" } }));
  show(<ReportForm commentId={7} />);
  await press();
  await screen.findByText("Thank you. We will look at this comment.");
  const sent = requests.filter(({ method }) => method === "POST");
  expect(sent.map(({ path }) => path)).toEqual(["/comments/7/report"]);
  expect(sent[0]?.headers["Idempotency-Key"]).toMatch(/^[0-9a-f-]{36}$/);
});

test("a report that was refused says why", async () => {
  answering(() => refusal(404, "COMMENT_NOT_FOUND", "There is no such comment."));
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
  answering(() => ({ status: 202, body: { status: "accepted" } }));
  const { container } = show(<ReportForm commentId={7} />, locale);
  expect(container.textContent).not.toMatch(/community\.|[{}]/);
});
