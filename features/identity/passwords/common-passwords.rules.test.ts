import { expect, test } from "vitest";
import { isCommonPassword } from "#features/identity/passwords/common-passwords.rules.ts";
import { hashPassword, verifyPassword } from "#features/identity/passwords/passwords.gateway.ts";
import { isLongEnough } from "#features/identity/passwords.rules.ts";

const own = { email: "anna.smith@example.com", name: "Anna Smith" };

test.each([
  "password",
  "PASSWORD1",
  "12345678",
  "qwerty123",
  "smsden2026",
  "aaaaaaaa",
  "anna.smith",
  "Anna.Smith@example.com",
  "Anna Smith",
])("%s is refused as a new password", (password) => {
  expect(isCommonPassword(password, own)).toBe(true);
});

test.each(["correct horse battery", "T7#kq9!mZ2", "медведь в берлоге"])(
  "%s is taken as a new password",
  (password) => {
    expect(isCommonPassword(password, own)).toBe(false);
  },
);

test("eight characters are enough, and an emoji is one", () => {
  expect(isLongEnough("1234567")).toBe(false);
  expect(isLongEnough("12345678")).toBe(true);
  expect(isLongEnough("😀".repeat(7))).toBe(false);
});

test("hashes are Argon2id at the agreed cost and compare in any Unicode form", async () => {
  const hash = await hashPassword("Café au lait");
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(hash, "Cafe\u0301 au lait")).toBe(true);
  expect(await verifyPassword(hash, "Cafe au lait")).toBe(false);
  expect(await verifyPassword(null, "Café au lait")).toBe(false);
});
