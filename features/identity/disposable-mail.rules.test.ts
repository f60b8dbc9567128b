import { expect, test } from "vitest";
import { isDisposableMailbox } from "#features/identity/disposable-mail.rules.ts";

test.each(["a@mailinator.com", "a@MAILINATOR.com ", "a@inbox.mailinator.com", "a.b+c@yopmail.com"])(
  "%s is a mailbox that is thrown away",
  (email) => {
    expect(isDisposableMailbox(email)).toBe(true);
  },
);

test.each([
  "a@gmail.com",
  "a@example.com",
  "mailinator.com@example.com",
  "a@mailinator.com.example.com",
  "",
  "com",
])("%s is no mailbox that is thrown away", (email) => {
  expect(isDisposableMailbox(email)).toBe(false);
});
