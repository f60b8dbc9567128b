import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, test } from "vitest";
import { CommentForm } from "#features/community/comments/components/comment-form.island.tsx";
import {
  answeringUser,
  pressReady,
  sent,
  type,
} from "#features/identity/captcha/open-form-suites.factory.ts";
import { visitorQuery } from "#features/site/visitor.client.ts";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { messagesOf } from "#lib/i18n/messages.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const show = (form: ReactElement, locale: Locale = "en") => renderIsland(form, locale, messagesOf(locale));

const waiting = { id: 7, editableUntil: "2026-11-28T10:10:00.000Z" };

/** A signed-in user; `answer` says what becomes of each write. */
const asUser = (answer: Parameters<typeof answeringUser>[0] = () => ({ status: 202, body: waiting })) =>
  answeringUser(answer);
const named = () =>
  waitFor(() => expect((screen.getByLabelText(/Name/) as HTMLInputElement).value).toBe("Anna"));
const submit = () => pressReady("Send the comment");

test("the focus that went with the pressed button is on the first field of the form", async () => {
  asUser();
  show(<CommentForm article="news" />);
  await named();
  expect(document.activeElement).toBe(screen.getByLabelText(/Name/));
});

test("a comment goes out with the account's name filled in, and what becomes of it is said", async () => {
  const requests = asUser();
  show(<CommentForm article="news" />);
  await named();
  type(/^Comment/, " It helped. ");
  await submit();
  await screen.findByText("Your application has been accepted");
  screen.getByText(/You can change it for 10 minutes/);
  expect(sent(requests)).toMatchObject([
    { method: "POST", path: "/comments", body: { article: "news", name: "Anna", text: "It helped." } },
  ]);
  expect(sent(requests)[0]?.headers["Idempotency-Key"]).toMatch(/^[0-9a-f-]{36}$/);
});

test("a reply names what it replies to", async () => {
  const requests = asUser();
  show(<CommentForm article="news" replyTo={{ id: 5, name: "Boris" }} />);
  await named();
  screen.getByRole("form", { name: "Reply to Boris" });
  type(/^Comment/, "Thanks.");
  await submit();
  await screen.findByText("Your application has been accepted");
  expect(sent(requests)).toMatchObject([{ body: { replyTo: 5, text: "Thanks." } }]);
});

test("what was sent is changed with its words at hand", async () => {
  const requests = asUser();
  show(<CommentForm article="news" />);
  await named();
  type(/^Comment/, "It helpd.");
  await submit();
  fireEvent.click(await screen.findByRole("button", { name: "Change the comment" }));
  expect((screen.getByLabelText(/^Comment/) as HTMLTextAreaElement).value).toBe("It helpd.");
  type(/^Comment/, "It helped.");
  await submit();
  await screen.findByText("Your application has been accepted");
  expect(sent(requests).at(-1)).toMatchObject({
    ...{ method: "PUT", path: "/comments/7", body: { name: "Anna", text: "It helped." } },
  });
});

test("a sent comment leaves the focus on what becomes of it, and changing it puts the focus on its first field", async () => {
  asUser();
  show(<CommentForm article="news" />);
  await named();
  type(/^Comment/, "It helpd.");
  await submit();
  const words = await screen.findByText("Your application has been accepted");
  await waitFor(() => expect(document.activeElement).toBe(words.closest("[tabindex]")));
  const change = screen.getByRole("button", { name: "Change the comment" });
  change.focus();
  fireEvent.click(change);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/Name/)));
});

test("a guest is told to log in, and comes back to the article", async () => {
  fakeApi(() => ({ status: 200, body: null }));
  show(<CommentForm article="news" />);
  await screen.findByText("You need to log in");
  const link = screen.getByRole("link", { name: "Log in and write" });
  expect(link.getAttribute("href")).toMatch(/^\/authorization\?goback=1&to=/);
  expect(screen.queryByRole("form")).toBeNull();
});

const text = () => (screen.getByLabelText(/^Comment/) as HTMLTextAreaElement).value;

test("what was typed when the session ended is there again once the same user is signed in", async () => {
  asUser();
  const { client } = show(<CommentForm article="news" />);
  await named();
  type(/^Comment/, "It helped, and");
  const visitor = client.getQueryData(visitorQuery.queryKey);
  act(() => void client.setQueryData(visitorQuery.queryKey, null));
  await screen.findByText("You need to log in");
  act(() => void client.setQueryData(visitorQuery.queryKey, visitor));
  await named();
  expect(text()).toBe("It helped, and");
});

test("a draft outlives the way to the login page, belongs to its writer and its article, and ends when it is sent", async () => {
  asUser();
  const first = show(<CommentForm article="news" />);
  await named();
  type(/^Comment/, "Half a word");
  first.unmount();
  const elsewhere = show(<CommentForm article="other" />);
  await named();
  expect(text()).toBe("");
  elsewhere.unmount();
  const second = show(<CommentForm article="news" />);
  await named();
  await waitFor(() => expect(text()).toBe("Half a word"));
  const boris = { id: 4, email: "b@b.test", name: "Boris" } as never;
  act(() => void second.client.setQueryData(visitorQuery.queryKey, boris));
  await waitFor(() => expect(text()).toBe(""));
  second.unmount();
  const third = show(<CommentForm article="news" />);
  await named();
  await submit();
  await screen.findByText("Your application has been accepted");
  third.unmount();
  show(<CommentForm article="news" />);
  await named();
  expect(text()).toBe("");
});

test("a comment without name or words says so at each field in the product's words, and is not sent", async () => {
  const requests = asUser();
  show(<CommentForm article="news" />);
  await named();
  type(/Name/, " ");
  await submit();
  await screen.findByText("Enter your name");
  screen.getByText("Enter a message");
  expect(sent(requests)).toEqual([]);
});

test("a refused comment says that it was not sent, and its words stay", async () => {
  asUser(() => refusal(409, "COMMENT_WAITS", "Your last comment has not been read yet."));
  show(<CommentForm article="news" />);
  await named();
  type(/^Comment/, "Again");
  await submit();
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Sending error");
  expect(alert.textContent).toContain("has not been read yet");
  expect((screen.getByLabelText(/^Comment/) as HTMLTextAreaElement).value).toBe("Again");
});

test.each(locales)("the form of comments speaks %s", async (locale) => {
  asUser();
  const { container } = show(<CommentForm article="news" />, locale);
  await waitFor(() => expect(container.querySelector("input")?.value).toBe("Anna"));
  expect(container.textContent).not.toMatch(/community\.|[{}]/);
});
