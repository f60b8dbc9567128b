import { expect, test } from "vitest";
import { withPage } from "#features/notifications/telegram/telegram-texts.reads.ts";

test("a page of the site is a button below the message where Telegram takes its address, else stands in the message", () => {
  const address = "https://sms.example/profile/pay?a=1&b=2";
  expect(withPage("Low.", "Top up", address)).toEqual({
    html: "Low.",
    buttons: [[{ text: "Top up", url: address }]],
  });
  expect(withPage("Low.", "Top up", "http://localhost:3000/profile/pay?a=1&b=2")).toEqual({
    html: "Low.\n\nhttp://localhost:3000/profile/pay?a=1&amp;b=2",
  });
});
