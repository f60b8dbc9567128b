import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import cookie from "js-cookie";
import { afterEach, expect, test } from "vitest";
import { CookieNotice } from "#features/site/components/cookie-notice.island.tsx";
import { renderIsland } from "#lib/testing/render-island.tsx";

afterEach(() => {
  for (const name of ["cookie-notice", "session-token"]) cookie.remove(name, { path: "/" });
});

test("a browser gets the number for counting visits when its reader allows it, and not before", async () => {
  renderIsland(<CookieNotice />);
  expect(cookie.get("session-token")).toBeUndefined();
  await userEvent.click(await screen.findByRole("button", { name: "Yes, count" }));
  expect(cookie.get("cookie-notice")).toBe("all");
  expect(cookie.get("session-token")).toMatch(/^frnt[0-9a-f]{32}$/);
  expect(screen.queryByRole("complementary")).toBeNull();
});

test("whoever wants only what is needed gets no number and is not asked again", async () => {
  const { unmount } = renderIsland(<CookieNotice />);
  await userEvent.click(await screen.findByRole("button", { name: "Only what is needed" }));
  expect([cookie.get("cookie-notice"), cookie.get("session-token")]).toEqual(["necessary", undefined]);
  unmount();
  renderIsland(<CookieNotice />);
  expect(screen.queryByRole("complementary")).toBeNull();
});

test("whoever closed the notice when it asked nothing is asked now", async () => {
  cookie.set("cookie-notice", "1", { path: "/" });
  renderIsland(<CookieNotice />);
  await screen.findByRole("button", { name: "Yes, count" });
});
