import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NextIntlClientProvider } from "next-intl";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { CommentList } from "#features/back-office/comments/comment-list.island.tsx";
import type { CommentView } from "#features/back-office/comments/desk-comments.contract.ts";
import { StepUpFrame } from "#features/identity/step-up/step-up-frame.island.tsx";
import { type Locale, localeFacts, locales } from "#lib/i18n/locales.ts";
import { messagesOf } from "#lib/i18n/messages.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { fakeApi } from "#lib/testing/fake-api.ts";
import { skeletonOf } from "#lib/testing/markup.ts";
import { xssPayloads } from "#lib/testing/xss-payloads.ts";

const user = userEvent.setup();
const at = "2026-11-25T10:00:00.000Z";
const staff = { id: 9, name: "Staff", email: "staff@example.com" };

function comment(part: Partial<CommentView> = {}): CommentView {
  return {
    ...{ id: 7, state: "waiting", name: "Anna", text: "The code came at once.", locale: "ru" },
    ...{ article: { slug: "news", title: "The news" }, parentText: null, reports: 0, edits: 1 },
    ...{ account: staff, flags: ["links"], reason: null, decidedBy: null, decidedAt: null },
    createdAt: at,
    ...part,
  };
}

beforeEach(() => sessionStorage.clear());
// Loaded when it is asked for: how long that takes is no matter of these tests.
beforeAll(() => import("#components/ui/dialog.island.tsx"), 60_000);

function show(items: CommentView[], locale: Locale = "en") {
  document.documentElement.lang = localeFacts[locale].tag;
  const requests = fakeApi(({ method }) =>
    method === "GET"
      ? { status: 200, body: { items, hasMore: false } }
      : { status: 200, body: { state: "approved" } },
  );
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { retry: false } },
  });
  const { container } = render(
    <NextIntlClientProvider locale={localeFacts[locale].tag} messages={messagesOf(locale)} timeZone="UTC">
      <QueryClientProvider client={client}>
        <StepUpFrame>
          <CommentList />
        </StepUpFrame>
      </QueryClientProvider>
    </NextIntlClientProvider>,
  );
  return { requests, container };
}

test("a comment is shown to the staff with its article, what it replies to and its flags, and approved with a reason", async () => {
  const { requests } = show([comment({ parentText: "Did it work?" })]);
  await screen.findByText("The code came at once.");
  expect(screen.getByRole("link", { name: "The news" }).getAttribute("href")).toBe("/blog/news");
  screen.getByText("Did it work?");
  screen.getByText("Links");
  await user.click(screen.getByRole("button", { name: "Approve" }));
  const dialog = await screen.findByRole("dialog");
  await user.type(within(dialog).getByLabelText("Reason"), "it helps");
  await user.click(within(dialog).getByRole("button", { name: "Approve" }));
  await eventually(() =>
    expect(requests).toContainEqual(
      expect.objectContaining({
        ...{ method: "POST", path: "/desk/comments/7/decide" },
        body: { decision: "approve", edits: 1, reason: "it helps" },
      }),
    ),
  );
});

test.each([
  ["waiting", ["Approve", "Reject"]],
  ["approved", ["Reject"]],
  ["rejected", ["Approve"]],
] as const)("a comment that is %s can be decided about by %j alone", async (state, names) => {
  const { container } = show([comment({ state, decidedBy: staff, decidedAt: at, reason: "looked at it" })]);
  await screen.findByText("The code came at once.");
  const buttons = within(container).getAllByRole("button");
  expect(buttons.map(({ textContent }) => textContent)).toEqual(names);
});

test("comments are worked through with the keyboard alone: arrows move between them, and a decision leads to the next one", async () => {
  const comments = [1, 2, 3].map((id) => comment({ id, text: `Opinion ${id}` }));
  const { requests } = show(comments);
  const entryOf = (id: number) => screen.getByText(`Opinion ${id}`).closest("li")!;
  await screen.findByText("Opinion 3");
  screen.getByText(/^The ↑ and ↓ keys move from entry to entry/);
  entryOf(1).focus();
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(entryOf(2));
  within(entryOf(2)).getByRole("button", { name: "Approve" }).focus();
  await user.keyboard("{Enter}");
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Reason"), "it helps");
  comments.splice(1, 1);
  dialog.getByRole("button", { name: "Approve" }).focus();
  await user.keyboard("{Enter}");
  await eventually(() => expect(screen.queryByText("Opinion 2")).toBeNull());
  await eventually(() => expect(document.activeElement).toBe(entryOf(3)));
  expect(requests.filter(({ method }) => method === "POST").map(({ path }) => path)).toEqual([
    "/desk/comments/2/decide",
  ]);
});

test("a reported comment says how many readers reported it, and can be kept", async () => {
  const { container } = show([
    comment({ state: "approved", reports: 2, decidedBy: staff, decidedAt: at, reason: "looked at it" }),
  ]);
  await screen.findByText("2 reports");
  const buttons = within(container).getAllByRole("button");
  expect(buttons.map(({ textContent }) => textContent)).toEqual(["Reject", "Keep"]);
});

test("two hundred comments that would run a script stay texts at the desk", async () => {
  const shown = async (words: (payload: string) => string) => {
    const comments = xssPayloads.map((payload, id) =>
      comment({
        ...{ id, name: words(payload), text: words(payload), state: "rejected", reason: words(payload) },
        ...{ decidedBy: staff, decidedAt: at, article: { slug: "news", title: words(payload) } },
      }),
    );
    const { container } = show(comments);
    await eventually(() => expect(container.querySelectorAll("dl")).toHaveLength(200));
    return container;
  };
  const tags = (root: ParentNode) => skeletonOf(root).filter((line) => !/ for| id/.test(line));
  const hostile = tags(await shown((payload) => payload));
  expect(hostile.length).toBeGreaterThan(2_000);
  expect(hostile).toEqual(tags(await shown(() => "words")));
});

test.each(locales)("comments are shown at the desk in the words of %s", async (locale) => {
  const { container } = show(
    [
      comment(),
      comment({ id: 8, state: "approved", article: null, decidedBy: staff, decidedAt: at, reason: "good" }),
      comment({ id: 9, state: "rejected", flags: ["disposable", "repeated", "links"] }),
    ],
    locale,
  );
  await screen.findAllByText("The code came at once.");
  expect(container.textContent).not.toMatch(/backOffice|[{}]/);
});
