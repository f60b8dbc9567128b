import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { FeedbackView } from "#features/back-office/feedback/desk-feedback.contract.ts";
import { FeedbackList } from "#features/back-office/feedback/feedback-list.island.tsx";
import { renderAtDesk } from "#features/back-office/render-at-desk.factory.tsx";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { fakeApi } from "#lib/testing/fake-api.ts";
import { expectInertRows } from "#lib/testing/hostile-texts.ts";

const user = userEvent.setup();
const at = "2026-11-25T10:00:00.000Z";
const staff = { id: 9, name: "Staff", email: "staff@example.com" };

function ticket(part: Partial<FeedbackView> = {}): FeedbackView {
  return {
    ...{ id: 10_001, state: "open", name: "Anna", email: "anna@example.com", account: null, locale: "ru" },
    ...{ flags: ["disposable"], createdAt: at },
    messages: [
      { id: 1, author: null, text: "Where is my number?", at },
      { id: 2, author: staff, text: "We look for it.", at },
    ],
    ...part,
  };
}

function show(items: FeedbackView[], locale: Locale = "en") {
  const requests = fakeApi(({ method }) =>
    method === "GET"
      ? { status: 200, body: { items, hasMore: false } }
      : { status: 200, body: { state: "answered" } },
  );
  const { container } = renderAtDesk(<FeedbackList />, locale);
  return { requests, container };
}

test("a ticket is shown with its thread and flags, and answered with words and a reason", async () => {
  const { requests } = show([ticket()]);
  const thread = await screen.findByRole("list", { name: "Thread of message No. 10001" });
  expect(within(thread).getAllByRole("listitem")).toHaveLength(2);
  screen.getByText("Disposable address");
  await user.click(screen.getByRole("button", { name: "Answer" }));
  const dialog = await screen.findByRole("dialog");
  const press = () => user.click(within(dialog).getByRole("button", { name: "Answer" }));
  await user.type(within(dialog).getByLabelText("Reason"), "as asked");
  await press();
  await within(dialog).findByText(/with a reason of at least 3 characters/);
  await user.type(within(dialog).getByLabelText("Answer, mailed to the sender"), "Here it is.");
  await press();
  await eventually(() =>
    expect(requests).toContainEqual(
      expect.objectContaining({
        ...{ method: "POST", path: "/desk/feedback/10001/decide" },
        body: { decision: "answer", answer: "Here it is.", seenMessageId: 2, reason: "as asked" },
      }),
    ),
  );
});

test("a closed ticket can be read and not decided about", async () => {
  show([ticket({ state: "closed" })]);
  await screen.findByText("Where is my number?");
  expect(screen.queryByRole("button", { name: "Answer" })).toBeNull();
});

test("two hundred texts that would run a script stay texts at the desk", async () => {
  await expectInertRows(async (texts) => {
    const tickets = texts.map((words, id) =>
      ticket({
        ...{ id, name: words, email: words },
        messages: [{ id, author: null, text: words, at }],
      }),
    );
    const { container } = show(tickets);
    await eventually(() => expect(container.querySelectorAll("ol")).toHaveLength(200));
    return container;
  });
});

test.each(locales)("what people write to support is shown in the words of %s", async (locale) => {
  const { container } = show(
    [
      ticket({ flags: ["disposable", "repeated", "links"] }),
      ticket({ id: 2, state: "answered", account: staff }),
      ticket({ id: 3, state: "closed", email: null }),
    ],
    locale,
  );
  await screen.findAllByText("Where is my number?");
  expect(container.textContent).not.toMatch(/backOffice|[{}]/);
});
